use crate::matrix::cell::Cell;
use crate::matrix::{Influence, Matrix};
use crate::types::Bitboard;

/// The matrix with the sentinel cell behind it (the paper's `NUCLEUS` and `nucleusend`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Nucleus {
    /// The 64 cells.
    pub cells: Matrix,
    /// All ones, so that a scan for any mask stops here.
    pub end: Cell,
}

impl Default for Nucleus {
    fn default() -> Self {
        Self { cells: Matrix::EMPTY, end: Cell::MAX }
    }
}

/// What a rebuild writes: the matrix, and the sets it passed through on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(64))]
pub struct Frame {
    /// The matrix and its sentinel.
    pub nucleus: Nucleus,
    /// The influence bits of the cells, as sets.
    pub influence: Influence,
    /// Men of the side to move that stand between their king and a slider; only meaningful with
    /// one king.
    pub pinned: Bitboard,
}
