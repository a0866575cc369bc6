//! The interface to the code shared by all boards: known endings, which are looked up by planes
//! derived from the cells.

use crate::eval::endgame::{self, Knowledge};
use crate::matrix::cell;
use crate::matrix::record::CellRecord;
use crate::matrix::{Matrix, Planes};
use crate::types::Square;

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
