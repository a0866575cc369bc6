//! A search in slices, for a host that has one thread and must listen in between: iterative deepening ends
//! after a number of nodes, and the next call continues it.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use super::info::RootMove;
use super::statistics::Statistics;
use nucleus_core::types::Move;

/// The state of a search between two slices; clones share it. A new search begins with the default.
#[derive(Clone, Default)]
pub struct Slices(Arc<Mutex<SliceState>>);

/// The state that iterative deepening leaves for the next slice.
#[derive(Default)]
pub struct SliceState {
    /// Moves of the root in the order of the next iteration; empty before the first slice.
    pub moves: Vec<RootMove>,
    /// Depth of the last completed iteration.
    pub completed: u32,
    /// Counts of all slices so far.
    pub statistics: Statistics,
    /// The mate search, whose type depends on the board.
    pub mates: Option<Box<dyn Any + Send>>,
    /// The line that was searched when the slice ended.
    pub visited: Vec<Move>,
    /// True if the search itself has ended, not only a slice.
    pub done: bool,
}

impl Slices {
    /// Returns true once a limit other than the slice's nodes has ended the search.
    pub fn is_done(&self) -> bool {
        self.with(|state| state.done)
    }

    /// Returns the moves from the root to the position that was searched when the last slice ended.
    pub fn visited(&self) -> Vec<Move> {
        self.with(|state| state.visited.clone())
    }

    /// Returns the counts of all slices so far.
    pub(crate) fn statistics(&self) -> Statistics {
        self.with(|state| state.statistics)
    }

    /// Returns true before the first slice.
    pub(crate) fn is_new(&self) -> bool {
        self.with(|state| state.moves.is_empty())
    }

    pub(crate) fn take(&self) -> SliceState {
        self.with(std::mem::take)
    }

    pub(crate) fn keep(&self, state: SliceState) {
        self.with(|kept| *kept = state);
    }

    fn with<T>(&self, work: impl FnOnce(&mut SliceState) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
