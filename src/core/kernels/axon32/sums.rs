//! The sums over a position's pieces, from move to move.

use super::words::{PieceValues, PieceWords, piece_words};
use crate::matrix::Matrix;
use crate::matrix::cell;
use crate::types::{Color, Move, PieceType};

/// Bits of a count of pieces of one type.
const COUNT_BITS: u32 = 5;

/// Placement and material of all pieces, and their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct PieceSums {
    /// Placement: middlegame and endgame, packed.
    pub place: i32,
    /// Material, phase, worth, packed.
    pub material: i32,
    /// The number of pieces of each colour, five bits for each type.
    pub counts: [u32; 2],
}

impl PieceSums {
    /// Adds a piece's values.
    #[inline(always)]
    pub const fn put(&mut self, piece: PieceWords) {
        self.place = self.place.wrapping_add(piece.place);
        self.material = self.material.wrapping_add(piece.material);
    }

    /// Subtracts a piece's values.
    #[inline(always)]
    pub const fn take(&mut self, piece: PieceWords) {
        self.place = self.place.wrapping_sub(piece.place);
        self.material = self.material.wrapping_sub(piece.material);
    }

    /// Returns the count of one piece of a type.
    #[inline(always)]
    pub const fn one(kind: PieceType) -> u32 {
        1 << (COUNT_BITS * kind as u32)
    }

    /// Returns the number of a colour's pieces of a type.
    #[inline(always)]
    pub const fn count(&self, color: Color, kind: PieceType) -> i32 {
        (self.counts[color as usize] >> (COUNT_BITS * kind as u32) & 31) as i32
    }
}

/// Updates the sums by a move; `cells` is the position before the move. The caller handles the rook
/// of a castling move and the pawn taken en passant.
#[inline(always)]
pub fn move_sums(cells: &Matrix, chess_move: Move, values: &PieceValues, sums: &mut PieceSums) {
    let bits = chess_move.0 as u32;
    let (from, to) = (bits & 63, bits >> 6 & 63);
    let cell = cells.0[from as usize];
    let side =
        if cell & cell::pieces_mask(Color::Black) == 0 { Color::White } else { Color::Black };
    let moved = cell::kind(cell);
    sums.take(piece_words(values, side, moved, from));
    let mut placed = moved;
    if !chess_move.is_quiet() {
        if chess_move.is_capture() && !chess_move.is_en_passant() {
            let taken = cell::kind(cells.0[to as usize]);
            sums.take(piece_words(values, !side, taken, to));
            sums.counts[(!side).index()] -= PieceSums::one(taken);
        }
        if chess_move.is_promotion() {
            placed = chess_move.promotion_type();
            sums.counts[side.index()] += PieceSums::one(placed) - 1;
        }
    }
    sums.put(piece_words(values, side, placed, to));
}
