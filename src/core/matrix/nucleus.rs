use super::Matrix;
use super::cell::Cell;

/// The matrix followed by the sentinel cell (the paper's `NUCLEUS` and `nucleusend`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Nucleus {
    /// The 64 cells.
    pub cells: Matrix,
    /// The sentinel, all ones: a scan for any mask stops at it.
    pub end: Cell,
}

impl Default for Nucleus {
    fn default() -> Self {
        Self { cells: Matrix::EMPTY, end: Cell::MAX }
    }
}
