//! The squares around a king, as masks of sixteen lanes.

use super::steps::FILES_AND_RANKS;

/// Squares next to a king, by its square, two ranks per word.
pub(super) const NEAR: [[u16; 4]; 64] = {
    let mut near = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut ray = 0;
        while ray < 8 {
            let (files, ranks) = FILES_AND_RANKS[ray];
            add(&mut near[square], square as i32 % 8 + files, square as i32 / 8 + ranks);
            ray += 1;
        }
        square += 1;
    }
    near
};

/// A king's zone by colour and square: the adjacent squares, its own square unless on its first
/// rank, and the squares in front of them.
pub(super) static ZONES: [[[u16; 4]; 64]; 2] = {
    let mut zones = [NEAR, NEAR];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square as i32 % 8, square as i32 / 8);
        let mut color = 0;
        while color < 2 {
            let (own_first, up) = if color == 0 { (0, 1) } else { (7, -1) };
            let zone = &mut zones[color][square];
            if rank != own_first {
                add(zone, file, rank);
            }
            add(zone, file - 1, rank + 2 * up);
            add(zone, file, rank + 2 * up);
            add(zone, file + 1, rank + 2 * up);
            color += 1;
        }
        square += 1;
    }
    zones
};

const fn add(words: &mut [u16; 4], file: i32, rank: i32) {
    if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
        words[rank as usize / 2] |= 1 << (rank % 2 * 8 + file);
    }
}
