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
    /// True when the score is a lower bound: the search was stopped while it failed high, or before
    /// it had searched every move.
    pub at_least: bool,
    /// True when the score is an upper bound: the search was stopped while it failed low.
    pub at_most: bool,
    /// The moves, the best one first.
    pub moves: Vec<Move>,
}

impl SearchLine {
    /// A variation whose score is no bound.
    pub const fn exact(score: Score, moves: Vec<Move>) -> Self {
        Self { score, at_least: false, at_most: false, moves }
    }

    /// True when the score is no bound.
    pub const fn is_exact(&self) -> bool {
        !self.at_least && !self.at_most
    }
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
    /// The variation that the move begins, with its score.
    pub fn search_line(&self) -> SearchLine {
        let Self { score, at_least, at_most, .. } = *self;
        SearchLine { score, at_least, at_most, moves: self.line.clone() }
    }

    /// Settles the score of the best move of an iteration that was cut off, by the move's variation
    /// before it. The score is that of the moves searched so far, and the others may be better: a
    /// lower bound. A score below a narrow window is no bound at all while other moves are left, and
    /// the older one stays.
    pub fn cut_off(&mut self, before: SearchLine) {
        if self.at_most {
            (self.score, self.line) = (before.score, before.moves);
            (self.at_least, self.at_most) = (before.at_least, before.at_most);
        } else if (self.score, self.line.first()) != (before.score, before.moves.first()) {
            self.at_least = true;
        }
    }

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
