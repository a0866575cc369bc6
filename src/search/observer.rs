//! Reports of a long search while an iteration goes on, so that a GUI does not take it for dead.

use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::statistics::Statistics;
use nucleus_core::types::Move;

/// An event within an iteration.
#[derive(Clone, Debug)]
pub enum SearchEvent {
    /// The counts so far.
    Progress {
        /// Counts of all threads.
        statistics: Statistics,
        /// The share of the table that is in use, in thousandths.
        hashfull: usize,
        /// Time since the search began.
        time: Duration,
    },
    /// A move of the root is about to be searched by the thread that leads.
    RootMove {
        /// The depth of the iteration.
        depth: u32,
        /// The move.
        chess_move: Move,
        /// Its number in the order of the root's moves, the first being 1.
        number: usize,
    },
}

/// Receives what happens within iterations, from any thread of the search.
pub struct SearchObserver {
    /// When the next report is due, in milliseconds from the beginning.
    due: AtomicU64,
    /// Variations of this iteration that are searched already.
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
    /// An observer of one search, told of its progress every so often, and of bounds and the moves of
    /// the root once it is as long as `quiet`: before, they would only flicker.
    pub fn new(
        every: Duration,
        quiet: Duration,
        tell: impl Fn(SearchEvent) + Send + Sync + 'static,
    ) -> Self {
        let due = AtomicU64::new(every.as_millis() as u64);
        Self { due, lines: AtomicUsize::new(0), every, quiet, tell: Box::new(tell) }
    }

    /// Tells the counts where a report is due; one of several threads does.
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

    /// True once the search is so long that bounds and the moves of the root are told.
    pub fn is_long(&self, start: Instant) -> bool {
        start.elapsed() >= self.quiet
    }

    /// The iteration goes on with another variation, of which so many are searched.
    pub fn begin_line(&self, searched: usize) {
        self.lines.store(searched, Relaxed);
    }

    /// A move of the root is about to be searched, so many of its variation's before it.
    pub fn root_move(&self, start: Instant, depth: u32, chess_move: Move, before: usize) {
        if self.is_long(start) {
            let number = self.lines.load(Relaxed) + before + 1;
            (self.tell)(SearchEvent::RootMove { depth, chess_move, number });
        }
    }
}
