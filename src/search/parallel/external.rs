//! Helpers of split points that are no threads of this process.

use std::sync::Arc;

use super::split::SplitPoint;
use crate::table::TableEntry;

/// The least depth of a node of which a move is given to a helper that is no thread of this process.
/// Such a node is split whether a helper waits or not, so that one that asks for a move need not wait
/// until there is one.
pub const LEAST_SENT: i32 = 10;
/// The least depth of an entry of the transposition table that such helpers are told.
pub const LEAST_TOLD: i32 = 5;

/// Helpers that are no threads of this process: where they are, they take moves of its split points,
/// and give its threads moves of theirs ([`SplitPoint::external`]).
///
/// The first four are called under the lock of [`super::SplitTeam`] and must not take it; the others
/// are called without any lock of the search.
pub trait ExternalHelpers: Send + Sync {
    /// The number of helpers that wait for a move.
    fn waiting(&self) -> usize;

    /// True when one waits that could join a split point of so many plies left, opened below
    /// `parent`.
    fn want(&self, parent: Option<&Arc<SplitPoint>>, depth: i32) -> bool;

    /// A thread of this process, by its number, has joined an external split point; `below` is the
    /// split point for whose end it waits, if it owns one.
    fn joined(&self, thread: usize, below: Option<&Arc<SplitPoint>>);

    /// A thread of this process looks for another split point.
    fn left(&self, thread: usize);

    /// There is news for the helpers: a split point was opened, or a thread has joined one.
    fn notify(&self);

    /// A thread of this process is to be parked. True when it is to be parked at once, without
    /// looking for a split point again: somebody else needs the processor.
    fn idle(&self) -> bool;

    /// Wakes the thread that speaks with the helpers: the search is over.
    fn wake(&self);

    /// Receives and sends messages, if the calling thread may.
    fn poll(&self);

    /// An entry of at least `LEAST_TOLD` plies was stored in the transposition table.
    fn tell_entry(&self, key: u64, entry: TableEntry);
}
