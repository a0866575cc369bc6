//! The interface through which the search probes endgame tables. `EngineOptions::tables` holds the tables.

use std::fmt;

use nucleus_core::board::{RulesBoard, State};
use nucleus_core::matrix::Planes;
use nucleus_core::types::score::{MATE_BOUND, mate_in, mated_in};
use nucleus_core::types::{Move, Score};

/// The score at the root of a position that is won by a table; smaller deeper in the tree. Below
/// every mate, above every evaluation.
pub const TABLE_WIN: Score = MATE_BOUND - 500;

/// The value of a position in a table, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableValue {
    /// The side to move mates in this many plies.
    MatesIn(u16),
    /// A win at an unknown distance.
    Win,
    /// A win that the fifty-move rule prevents.
    CursedWin,
    /// Neither side wins.
    Draw,
    /// A loss that the fifty-move rule prevents.
    BlessedLoss,
    /// A loss at an unknown distance.
    Loss,
    /// The side to move is mated in this many plies.
    MatedIn(u16),
}

impl TableValue {
    /// Returns true for a mate at a known distance.
    pub const fn is_mate(self) -> bool {
        matches!(self, Self::MatesIn(_) | Self::MatedIn(_))
    }

    /// Returns the score at a ply, where a draw is worth `draw`. Mates further away than scores can
    /// express are wins and losses.
    pub fn score(self, ply: usize, draw: Score) -> Score {
        // Plies are below 128, so `win` stays between evaluations and mates.
        let win = TABLE_WIN - ply as Score;
        match self {
            Self::MatesIn(plies) => mate_in(ply + usize::from(plies)).max(win),
            Self::Win => win,
            Self::CursedWin => draw.saturating_add(1),
            Self::Draw => draw,
            Self::BlessedLoss => draw.saturating_sub(1),
            Self::Loss => -win,
            Self::MatedIn(plies) => mated_in(ply + usize::from(plies)).min(-win),
        }
    }
}

/// A move of the root with the tables' result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RootTableMove {
    /// Move at the root.
    pub chess_move: Move,
    /// The value for the side that makes the move; a mate is counted from before the move.
    pub value: TableValue,
    /// Rank of the move, higher is better. Of two wins, the one with more progress ranks higher.
    pub rank: i32,
}

/// Endgame tables that a search can probe.
pub trait Tablebases: fmt::Debug + Send + Sync {
    /// Returns the largest number of pieces in a table, including kings.
    fn men(&self) -> u32;

    /// Returns the smallest depth at which the search looks up a position with the most pieces in a
    /// table; one with fewer is looked up at any depth.
    fn probe_depth(&self) -> i32;

    /// Returns the value of a position right after a capture or a pawn move, that is, with a
    /// fifty-move counter of 0 and without castling or en passant. `None` if no table has it.
    fn probe(&self, planes: &Planes, state: &State) -> Option<TableValue>;

    /// Returns the legal moves of a position, best first. `None` if a table is missing for one of them.
    fn rank_moves(&self, board: &RulesBoard) -> Option<Vec<RootTableMove>>;

    /// Returns the line from a position to the mate, with best play of both sides; empty if the
    /// distance to mate is unknown, and if there is no mate.
    fn line_to_mate(&self, board: &RulesBoard) -> Vec<Move>;

    /// Returns the first error of a table since the last call, as a message.
    fn take_fault(&self) -> Option<String>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::types::score::{MATE, is_mate, mate_plies};

    #[test]
    fn scores_are_ordered() {
        use TableValue::{BlessedLoss, CursedWin, Draw, Loss, MatedIn, MatesIn, Win};
        let values = [
            MatedIn(0),
            MatedIn(40),
            Loss,
            BlessedLoss,
            Draw,
            CursedWin,
            Win,
            MatesIn(41),
            MatesIn(1),
        ];
        for ply in [0, 1, 64, 127] {
            let scores = values.map(|value| value.score(ply, 0));
            assert!(scores.is_sorted_by(|a, b| a < b), "{scores:?}");
        }
        assert_eq!(MatesIn(41).score(2, 0), MATE - 43);
        assert_eq!(mate_plies(MatedIn(40).score(0, 0)), Some(-40));
        assert!(!is_mate(Win.score(0, 0)) && Win.score(127, 0) > 30_000);
        // A mate beyond the range of scores is a win.
        assert_eq!(MatesIn(2_000).score(0, 0), Win.score(0, 0));
    }
}
