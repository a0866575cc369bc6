//! The reports and the outcome of a search, and the root's moves with their results.

use std::time::Duration;

use super::statistics::Statistics;
use super::window::Window;
use nucleus_core::types::{Move, Score};

/// One principal variation with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchLine {
    /// Score from the side to move's view, in centipawns.
    pub score: Score,
    /// True if the score is a lower bound, for example because the search fails high, or was
    /// stopped before it had searched every move.
    pub at_least: bool,
    /// True if the score is an upper bound, for example because the search fails low.
    pub at_most: bool,
    /// The moves, the best one first.
    pub moves: Vec<Move>,
}

impl SearchLine {
    /// Returns a variation with an exact score.
    pub const fn exact(score: Score, moves: Vec<Move>) -> Self {
        Self { score, at_least: false, at_most: false, moves }
    }

    /// Returns true if the score is exact.
    pub const fn is_exact(&self) -> bool {
        !self.at_least && !self.at_most
    }
}

/// The report of a search after an iteration, or of a mate or a bound within an iteration.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchInfo {
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// Number of this variation, 1 for the best.
    pub multipv: usize,
    /// Variation with its score.
    pub line: SearchLine,
    /// Time since the search began.
    pub time: Duration,
    /// Counts from the start of the search.
    pub statistics: Statistics,
    /// The part of the table in use, in thousandths (hashfull).
    pub hashfull: usize,
}

/// The outcome of a search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchOutcome {
    /// The best variations, best first; empty if there is no legal move.
    pub lines: Vec<SearchLine>,
    /// The deepest completed iteration.
    pub depth: u32,
    /// Counts of all threads.
    pub statistics: Statistics,
    /// Wall-clock time.
    pub time: Duration,
    /// The number of threads that searched.
    pub threads: usize,
}

impl SearchOutcome {
    /// Returns the move to play, if there is one.
    pub fn best_move(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }
}

/// A move of the root with its results.
pub struct RootMove {
    /// Move at the root.
    pub chess_move: Move,
    /// Score of the move in this iteration, the lowest score unless it was the best when searched.
    pub score: Score,
    /// Score of the move in the previous iteration.
    pub previous: Score,
    /// The variation that starts with the move.
    pub line: Vec<Move>,
    /// Nodes below the move in this iteration.
    pub nodes: u64,
    /// True if the score is a lower bound.
    pub at_least: bool,
    /// True if the score is an upper bound; the variation is then an older one.
    pub at_most: bool,
}

// Compiled once, not into the root of every board and level.
impl RootMove {
    /// Returns the variation that starts with the move, with its score.
    #[inline(never)]
    pub fn search_line(&self) -> SearchLine {
        let Self { score, at_least, at_most, .. } = *self;
        SearchLine { score, at_least, at_most, moves: self.line.clone() }
    }

    /// Completes the best move of an iteration that was cut off; `before` is the best variation of the
    /// previous iteration. Moves that were not searched may be better, so the score is a lower bound. A score
    /// below a narrow window is no bound while moves are left, so `before` is kept.
    #[inline(never)]
    pub fn cut_off(&mut self, before: SearchLine) {
        if self.at_most {
            (self.score, self.line) = (before.score, before.moves);
            (self.at_least, self.at_most) = (before.at_least, before.at_most);
        } else if (self.score, self.line.first()) != (before.score, before.moves.first()) {
            self.at_least = true;
        }
    }

    /// Sorts moves by their scores, best first; equal ones keep their order.
    #[inline(never)]
    pub fn sort(moves: &mut [Self]) {
        moves.sort_by_key(|root| std::cmp::Reverse(root.score));
    }

    /// Stores a score found in a window, and the moves after this one if they are known.
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
