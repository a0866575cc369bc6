use crate::matrix::{Influence, Nucleus};
use crate::types::Bitboard;

/// Result of a rebuild: the matrix, and the intermediate sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(64))]
pub struct Rebuilt {
    /// The matrix and its sentinel.
    pub nucleus: Nucleus,
    /// The influence bits of the cells, as sets.
    pub influence: Influence,
    /// Pieces of the side to move that stand between their king and a slider; only meaningful
    /// with one king.
    pub pinned: Bitboard,
}
