//! The reports of a search, after each iteration and at its end.

use std::time::Duration;

use super::statistics::Statistics;
use super::window::Window;
use nucleus_core::types::{Move, Score};

/// One principal variation with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchLine {
    /// From the side to move's view.
    pub score: Score,
    /// The moves, the best one first.
    pub moves: Vec<Move>,
}

/// The report of a search after an iteration.
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
    /// The share of the table that is in use, in thousandths (hashfull).
    pub hashfull: usize,
}

/// The outcome of a search.
#[derive(Clone, Debug)]
pub struct SearchOutcome {
    /// The best variations, best first; empty when there is no legal move.
    pub lines: Vec<SearchLine>,
    /// The deepest iteration that ended.
    pub depth: u32,
    /// Counts.
    pub statistics: Statistics,
    /// Wall-clock time.
    pub time: Duration,
    /// The number of threads that searched.
    pub threads: usize,
}

impl SearchOutcome {
    /// The move to play, if there is one.
    pub fn best_move(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }

    /// The move expected in reply.
    pub fn ponder_move(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.get(1)).copied()
    }
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

impl RootMove {
    /// Sorts moves by their scores, the best first; equal ones stay in their order.
    pub fn sort(moves: &mut [Self]) {
        moves.sort_by_key(|root| std::cmp::Reverse(root.score));
    }

    /// Notes a score found in a window, and the moves after this one where they are known.
    pub fn found(&mut self, score: Score, window: Window, line: Option<&[Move]>) {
        self.score = score;
        self.at_least = score >= window.beta;
        self.at_most = score <= window.alpha;
        if let Some(line) = line {
            self.line.truncate(1);
            self.line.extend_from_slice(line);
        }
    }
}
