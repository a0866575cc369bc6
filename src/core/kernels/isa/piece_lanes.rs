//! The planes of each piece.

use crate::matrix::Planes;

/// All ones in the two planes of a piece, by colour and type.
pub static PIECE_LANES: [[Planes; 6]; 2] = {
    let mut table = [[Planes::EMPTY; 6]; 2];
    let mut index = 0;
    while index < 12 {
        table[index / 6][index % 6].0[index % 6] = !0;
        table[index / 6][index % 6].0[6 + index / 6] = !0;
        index += 1;
    }
    table
};
