use crate::matrix::{Influence, Nucleus};
use crate::types::Bitboard;

/// Result of a rebuild: the matrix, and the intermediate sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(64))]
pub struct Rebuilt {
    /// Matrix and sentinel.
    pub nucleus: Nucleus,
    /// The influence bits of the cells, as sets.
    pub influence: Influence,
    /// Pieces of the side to move between their king and a slider; meaningful only with one king.
    pub pinned: Bitboard,
}
