//! The interface to the code shared by all boards: 64-bit words as two halves, and known endings,
//! which are looked up by planes derived from the cells.

use crate::eval::endgame::{self, Knowledge};
use crate::eval::values::Values;
use crate::matrix::cell;
use crate::matrix::record::CellRecord;
use crate::matrix::{Matrix, Planes};
use crate::types::{Color, PieceType, Square};

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
pub fn piece(values: &Values, color: Color, kind: PieceType, square: u32) -> PieceWords {
    let word = values.piece(color, kind, Square::new(square as u8));
    let place = word as i32;
    // Undoes the carry, because the lower half was added with its sign.
    PieceWords { place, material: ((word >> 32) as i32).wrapping_add((place < 0) as i32) }
}

/// Returns the knowledge about an ending.
#[cold]
pub fn known(record: &CellRecord, check: bool) -> Knowledge {
    endgame::known(&record.nucleus.cells.planes(), check)
}

/// Returns [`endgame::winnable`] of an ending where the better side has no pawns, or with pawns and bishops
/// only.
#[cold]
pub fn winnable(record: &CellRecord, white_is_better: bool) -> i32 {
    endgame::winnable(&record.nucleus.cells.planes(), white_is_better)
}

/// Returns cells that have the piece bits of planes.
pub fn cells_of(planes: &Planes) -> Matrix {
    let mut cells = Matrix::EMPTY;
    for square in Square::all() {
        if let Some(piece) = planes.piece_at(square) {
            cells.0[square.index()] = cell::FIGURE | cell::piece_bit(piece.color, piece.kind);
        }
    }
    cells
}
