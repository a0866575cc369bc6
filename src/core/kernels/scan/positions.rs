//! The positions of the ones of eight bits, by which the scanners list a rank.

/// For each pattern of eight bits: the positions of its ones, lowest first, a byte each.
#[repr(C, align(64))]
pub struct Positions(pub [u64; 256]);

/// The table.
pub static POSITIONS: Positions = {
    let mut table = [0; 256];
    let mut pattern = 0;
    while pattern < 256 {
        let (mut position, mut found) = (0, 0);
        while position < 8 {
            if pattern >> position & 1 == 1 {
                table[pattern] |= (position as u64) << (8 * found);
                found += 1;
            }
            position += 1;
        }
        pattern += 1;
    }
    Positions(table)
};
