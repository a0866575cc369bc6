//! Endgame tables as the search sees them: they come with the options.

use std::fmt;

use nucleus_core::board::{RulesBoard, State};
use nucleus_core::matrix::Planes;
use nucleus_core::types::score::{MATE_BOUND, mate_in, mated_in};
use nucleus_core::types::{Move, Score};

/// The score of a position that a table says is won, at the root; less below it. Under every mate,
/// above every evaluation.
pub const TABLE_WIN: Score = MATE_BOUND - 500;

/// The value of a position in a table, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableValue {
    /// The side to move mates in this many plies.
    MatesIn(u16),
    /// A win at an unknown distance.
    Win,
    /// A win but for the fifty-move rule.
    CursedWin,
    /// Neither side wins.
    Draw,
    /// A loss but for the fifty-move rule.
    BlessedLoss,
    /// A loss.
    Loss,
    /// The side to move is mated in this many plies.
    MatedIn(u16),
}

impl TableValue {
    /// True for a mate at a known distance.
    pub const fn is_mate(self) -> bool {
        matches!(self, Self::MatesIn(_) | Self::MatedIn(_))
    }

    /// The score at a ply, where a draw is worth `draw`. Mates further away than scores reach are
    /// wins and losses.
    pub fn score(self, ply: usize, draw: Score) -> Score {
        // Plies are below 128, so that this stays between evaluations and mates.
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

/// A move of the root with what the tables say of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RootTableMove {
    /// The move.
    pub chess_move: Move,
    /// The value of the move for the side that makes it; a mate is counted from before the move.
    pub value: TableValue,
    /// Higher for better moves: where two win, for the one that gets further.
    pub rank: i32,
}

/// Endgame tables.
pub trait Tablebases: fmt::Debug + Send + Sync {
    /// Returns the most pieces that a table has, kings among them.
    fn men(&self) -> u32;

    /// The least depth at which a position with as many pieces as the largest tables have
    /// is looked up in the search; one with fewer is looked up at any.
    fn probe_depth(&self) -> i32;

    /// Returns the value of a position right after a capture or a pawn move, that is, with a fifty-move
    /// counter of 0 and without castling or en passant. `None` when no table knows.
    fn probe(&self, planes: &Planes, state: &State) -> Option<TableValue>;

    /// The legal moves of a position, best first. `None` when a table is missing for one of them.
    fn rank_moves(&self, board: &RulesBoard) -> Option<Vec<RootTableMove>>;

    /// The line from a position to the mate, both sides at their best; empty where the distance to
    /// mate is not known, and where nobody mates.
    fn line_to_mate(&self, board: &RulesBoard) -> Vec<Move>;

    /// In words the first thing that was wrong with a table since this was last asked.
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
        // A mate that scores do not reach is a win.
        assert_eq!(MatesIn(2_000).score(0, 0), Win.score(0, 0));
    }
}
