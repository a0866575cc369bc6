//! The end of a game by the rules of chess.

use super::legal_moves;
use crate::board::{Board, RulesBoard, is_dead};
use crate::types::Color;

/// An end of a game by the rules of chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The given side is mated.
    Checkmate(Color),
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side can mate any more.
    DeadPosition,
    /// The position occurred for the third time.
    Repetition,
    /// Fifty moves of each side without a capture or pawn move.
    FiftyMoves,
}

impl Ending {
    /// Returns the end of the game at this position, if it has ended. Draws take effect without a claim, and
    /// checkmate takes precedence. `keys` are those of all positions of the game, this one's included.
    pub fn new(board: &RulesBoard, mut keys: impl Iterator<Item = u64>) -> Option<Self> {
        if legal_moves(board).is_empty() {
            let in_check = board.in_check();
            return Some(if in_check { Self::Checkmate(board.side()) } else { Self::Stalemate });
        }
        if is_dead(board.planes()) {
            return Some(Self::DeadPosition);
        }
        let mut occurs = || keys.any(|earlier| earlier == board.key());
        if occurs() && occurs() && occurs() {
            return Some(Self::Repetition);
        }
        (board.halfmove() >= 100).then_some(Self::FiftyMoves)
    }
}
