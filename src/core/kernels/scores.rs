//! Scores of the moves of a list, and their summands.

use crate::types::Bitboard;

/// Room for the scores of a list of moves and the overrun of a vector store.
pub type Scores = [i16; crate::types::MAX_MOVES + 64];

/// Numbers that score each of the 64 targets of a piece's moves; the caller defines their meaning.
///
/// A target's score is `base`, plus its number in `row`, plus its numbers in both `relative_rows`,
/// minus `penalty` on a square of `penalized`, plus `bonus` on one of `rewarded`.
#[derive(Clone, Copy, Debug)]
pub struct TargetScores<'a> {
    /// One number per target.
    pub row: &'a [i16; 64],
    /// Two more numbers per target, from the moving side's view.
    pub relative_rows: [&'a [i16; 64]; 2],
    /// True if the relative rows are read with the ranks in reverse order: Black moves.
    pub flipped: bool,
    /// The part of the score that is equal for every target.
    pub base: i16,
    /// Targets whose score is reduced by `penalty`.
    pub penalized: Bitboard,
    /// Subtracted on squares of `penalized`.
    pub penalty: i16,
    /// Targets whose score is increased by `bonus`.
    pub rewarded: Bitboard,
    /// Added on squares of `rewarded`.
    pub bonus: i16,
}
