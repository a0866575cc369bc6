//! The positions of the set bits of a byte, which the scanners use to list a rank.

/// For each byte the positions of its set bits, lowest first, one byte each.
#[repr(C, align(64))]
pub struct Positions(pub [u64; 256]);

/// The table of all 256 bytes.
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
