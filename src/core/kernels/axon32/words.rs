//! The values of pieces, whose 64-bit words all boards share, as words of 32 bits.

use crate::types::{Color, PieceType, Square};

/// The value of each piece on each square, by colour and type: placement in the lower half; material,
/// phase and worth in the upper half. White's are positive.
pub type PieceValues = [[[i64; 64]; 6]; 2];

/// A piece on a square: its placement, packed, and its material with phase and worth, packed.
#[derive(Clone, Copy, Debug)]
pub struct PieceWords {
    /// Placement: middlegame and endgame.
    pub place: i32,
    /// Material, phase, worth.
    pub material: i32,
}

/// Returns the words of a piece on a square; White's are positive.
#[inline(always)]
pub fn piece_words(values: &PieceValues, color: Color, kind: PieceType, square: u32) -> PieceWords {
    let square = Square::new(square as u8);
    let word = values[color.index()][kind.index()][square.index()];
    let place = word as i32;
    // Undoes the carry, because the lower half was added with its sign.
    PieceWords { place, material: ((word >> 32) as i32).wrapping_add((place < 0) as i32) }
}
