//! Reports of a long search within an iteration, so that a GUI shows progress.

use nucleus_base::clock::Instant;
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use super::statistics::Statistics;
use nucleus_core::types::Move;

/// An event within an iteration.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SearchEvent {
    /// Periodic report of the counts.
    Progress {
        /// Counts of all threads.
        statistics: Statistics,
        /// The part of the table in use, in thousandths.
        hashfull: usize,
        /// Time since the search began.
        time: Duration,
    },
    /// The leading thread is about to search a move of the root.
    RootMove {
        /// Depth of the iteration in plies.
        depth: u32,
        /// Move about to be searched.
        chess_move: Move,
        /// Number of the move in the order of the root's moves, from 1.
        number: usize,
    },
}

/// Receives events within iterations, from any thread of the search.
pub struct SearchObserver {
    /// Time of the next report, in milliseconds from the start.
    due: AtomicU64,
    /// Number of variations completed in this iteration.
    lines: AtomicUsize,
    every: Duration,
    quiet: Duration,
    tell: Box<dyn Fn(SearchEvent) + Send + Sync>,
}

impl fmt::Debug for SearchObserver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchObserver").field("due", &self.due).finish_non_exhaustive()
    }
}

impl SearchObserver {
    /// Returns an observer of one search, which reports progress at an interval. Bounds and root
    /// moves are reported only after `quiet`: earlier ones would change too fast to read.
    pub fn new(
        every: Duration,
        quiet: Duration,
        tell: impl Fn(SearchEvent) + Send + Sync + 'static,
    ) -> Self {
        let due = AtomicU64::new(every.as_millis() as u64);
        Self { due, lines: AtomicUsize::new(0), every, quiet, tell: Box::new(tell) }
    }

    /// Reports the counts if a report is due; one of several threads does so.
    pub fn look(
        &self,
        start: Instant,
        counts: impl FnOnce() -> Statistics,
        hashfull: impl FnOnce() -> usize,
    ) {
        let time = start.elapsed();
        let now = time.as_millis() as u64;
        let due = self.due.load(Relaxed);
        let next = now + self.every.as_millis() as u64;
        if now >= due && self.due.compare_exchange(due, next, Relaxed, Relaxed).is_ok() {
            (self.tell)(SearchEvent::Progress { statistics: counts(), hashfull: hashfull(), time });
        }
    }

    /// Returns true once the search has run long enough to report bounds and root moves.
    pub fn is_long(&self, start: Instant) -> bool {
        start.elapsed() >= self.quiet
    }

    /// Continues the iteration with another variation, after `searched` others.
    pub fn begin_line(&self, searched: usize) {
        self.lines.store(searched, Relaxed);
    }

    /// Reports a root move before its search; `before` is the number of earlier moves in its MultiPV line.
    pub fn root_move(&self, start: Instant, depth: u32, chess_move: Move, before: usize) {
        if self.is_long(start) {
            let number = self.lines.load(Relaxed) + before + 1;
            (self.tell)(SearchEvent::RootMove { depth, chess_move, number });
        }
    }
}
