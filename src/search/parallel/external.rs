//! The interface to helpers in other processes, which exchange moves of split points.

use std::sync::Arc;

use super::split::SplitPoint;
use crate::table::TableEntry;

/// The smallest depth of a node whose moves are given to a helper outside this process. Such a node
/// is split even if no helper waits, so that a helper that requests a move need not wait for a
/// split.
pub const LEAST_SENT: i32 = 10;
/// The smallest depth of a table entry that is sent to such helpers.
pub const LEAST_TOLD: i32 = 5;

/// Helpers outside this process. They take moves of this process's split points, and offer its threads moves
/// of their own split points ([`SplitPoint::external`]).
///
/// The first four methods are called under the lock of [`super::SplitTeam`] and must not take it;
/// the others are called without any lock of the search.
pub trait ExternalHelpers: Send + Sync {
    /// Returns the number of helpers that wait for a move.
    fn waiting(&self) -> usize;

    /// Returns true if a waiting helper could join a split point of this depth below `parent`.
    fn want(&self, parent: Option<&Arc<SplitPoint>>, depth: i32) -> bool;

    /// Reports that a thread of this process, by its number, has joined an external split point;
    /// `below` is the split point that it owns and waits for, if any.
    fn joined(&self, thread: usize, below: Option<&Arc<SplitPoint>>);

    /// Reports that a thread of this process looks for another split point to join.
    fn left(&self, thread: usize);

    /// Reports that a split point was opened, or that a thread has joined one.
    fn notify(&self);

    /// Reports that a thread of this process is about to park. Returns true if it should park at
    /// once, without looking for a split point again, because the processor is needed.
    fn idle(&self) -> bool;

    /// Wakes the thread that communicates with the helpers: the search is over.
    fn wake(&self);

    /// Receives and sends messages, if the calling thread may.
    fn poll(&self);

    /// Reports that an entry with a depth of at least `LEAST_TOLD` was stored in the transposition table.
    fn tell_entry(&self, key: u64, entry: TableEntry);
}
