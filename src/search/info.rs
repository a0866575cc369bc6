//! What a search reports after each iteration.

use std::time::Duration;

use super::worker::Statistics;
use crate::types::{Move, Score};

/// One principal variation with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchLine {
    /// From the side to move's view.
    pub score: Score,
    /// The moves, the best one first.
    pub moves: Vec<Move>,
}

/// What the search reports after each iteration.
#[derive(Clone, Debug)]
pub struct SearchInfo {
    /// Plies searched.
    pub depth: u32,
    /// Which of several variations this is, 1 for the best.
    pub multipv: usize,
    /// The variation.
    pub line: SearchLine,
    /// True when the score is a lower bound: the search was stopped while it failed high.
    pub at_least: bool,
    /// True when the score is an upper bound: the search was stopped while it failed low.
    pub at_most: bool,
    /// Time since the search began.
    pub time: Duration,
    /// Counts so far.
    pub statistics: Statistics,
    /// How full the table is, in thousandths.
    pub hashfull: usize,
}

/// A move of the root with what is known of it.
pub struct RootMove {
    /// The move.
    pub chess_move: Move,
    /// Its score in this iteration, when it was the best so far.
    pub score: Score,
    /// Its score in the iteration before.
    pub previous: Score,
    /// The variation that it begins.
    pub line: Vec<Move>,
    /// Nodes below it in this iteration.
    pub nodes: u64,
    /// True when the score is a lower bound.
    pub at_least: bool,
    /// True when the score is an upper bound; the variation is then an older one.
    pub at_most: bool,
}
