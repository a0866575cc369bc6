//! A search in slices, for a host that has one thread and must listen in between: iterative deepening ends
//! after a number of nodes, and the next call continues it.

use std::mem::take;
use std::sync::{Arc, Mutex, PoisonError};

use super::info::RootMove;
use super::statistics::Statistics;
use super::worker::Worker;
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::movegen::legal_moves;
use nucleus_core::types::Move;

/// The state of a search between two slices; clones share it. A new search begins with the default.
#[derive(Clone, Default)]
pub struct Slices(Arc<Mutex<SliceState>>);

/// The state that iterative deepening leaves for the next slice.
#[derive(Default)]
struct SliceState {
    /// Moves of the root in the order of the next iteration; empty before the first slice.
    moves: Vec<RootMove>,
    /// Depth of the last completed iteration.
    completed: u32,
    /// Counts of all slices so far.
    statistics: Statistics,
    /// The move that led to the position of each entry of the stack, and the position's key.
    visited: Vec<(Move, u64)>,
    /// True if the search itself has ended, not only a slice.
    done: bool,
}

impl Slices {
    /// Returns true once a limit other than the slice's nodes has ended the search.
    pub fn is_done(&self) -> bool {
        self.with(|state| state.done)
    }

    /// Returns the moves from the root to the position that was searched when the last slice ended.
    pub fn visited(&self, root: &RulesBoard) -> Vec<Move> {
        let mut board = *root;
        let follows = |&&(chess_move, key): &&(Move, u64)| {
            let legal = legal_moves(&board).contains(&chess_move);
            if legal {
                board = board.after(chess_move);
            }
            // Entries below the last node are of other lines.
            legal && board.key() == key
        };
        self.with(|state| state.visited.iter().take_while(follows).map(|entry| entry.0).collect())
    }

    /// Returns the counts of all slices so far.
    pub(crate) fn statistics(&self) -> Statistics {
        self.with(|state| state.statistics)
    }

    /// Returns true before the first slice, and without a legal move.
    pub(crate) fn is_new(&self) -> bool {
        self.with(|state| state.moves.is_empty())
    }

    /// Takes the moves of the root and the depth that the last slice left; none for a search in one piece.
    #[inline(never)]
    pub(crate) fn resume(slices: Option<&Self>) -> (Vec<RootMove>, u32) {
        let taken = |slices: &Self| slices.with(|state| (take(&mut state.moves), state.completed));
        slices.map(taken).unwrap_or_default()
    }

    /// Leaves the state of a search for the next slice. `stack` has the move that led to each entry, and its key.
    #[inline(never)]
    pub(crate) fn keep(
        slices: Option<&Self>,
        worker: &Worker<'_>,
        moves: Vec<RootMove>,
        completed: u32,
        stack: &mut dyn Iterator<Item = (Move, u64)>,
    ) {
        let Some(slices) = slices else { return };
        let (statistics, done) = (worker.statistics, !worker.stopped);
        let state = SliceState { moves, completed, statistics, visited: stack.collect(), done };
        slices.with(|kept| *kept = state);
    }

    fn with<T>(&self, work: impl FnOnce(&mut SliceState) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
