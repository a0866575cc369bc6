//! Scores of the moves of a list, and their summands.

use crate::types::Bitboard;

/// Room for the scores of a list of moves, and for a vector store's excess.
pub type Scores = [i16; crate::types::MAX_MOVES + 64];

/// Numbers that score each of the 64 targets of a piece's moves; their meaning is the caller's.
///
/// A target's score is `base`, plus its number in `row`, plus its numbers in both
/// `relative_rows`, less `penalty` on a square of `penalized`, plus `bonus` on one of `rewarded`.
#[derive(Clone, Copy, Debug)]
pub struct TargetScores<'a> {
    /// A number for each target.
    pub row: &'a [i16; 64],
    /// Two more, for each target as the moving side sees it.
    pub relative_rows: [&'a [i16; 64]; 2],
    /// The relative rows are read with the ranks in reverse order: Black moves.
    pub flipped: bool,
    /// The part of the score that is equal for every target.
    pub base: i16,
    /// Targets that score `penalty` less.
    pub penalized: Bitboard,
    /// See above.
    pub penalty: i16,
    /// Targets that score `bonus` more.
    pub rewarded: Bitboard,
    /// See above.
    pub bonus: i16,
}
