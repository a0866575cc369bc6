//! The task of a search, and its sharing with other processes.
//!
//! Options of an engine name the helper that shares its searches, which in turn is given a search with
//! its options: so these are a type parameter here.

use std::fmt;
use std::sync::Arc;

use super::info::{SearchInfo, SearchOutcome};
use super::limits::{Deadlines, Limits};
use super::ordering::Histories;
use super::parallel::SearchGroup;
use super::signals::Signals;
use super::table::TranspositionTable;
use super::tables::Tablebases;
use nucleus_core::board::Setup;
use nucleus_core::types::Move;

/// The task of a search, shared by its threads; `O` are the options of an engine.
pub struct SearchTask<O> {
    /// Where the game starts.
    pub setup: Setup,
    /// The legal moves played since.
    pub moves: Vec<Move>,
    /// Its limits.
    pub limits: Limits,
    /// The times that follow.
    pub deadlines: Deadlines,
    /// The signals that end it from outside.
    pub signals: Signals,
    /// The options.
    pub options: O,
    /// The transposition table.
    pub table: Arc<TranspositionTable>,
    /// The group of its threads; none for a single one.
    pub group: Option<Arc<SearchGroup>>,
    /// The search of each thread where other processes share it; else none.
    pub thread_search: Option<Arc<dyn ThreadSearch<O>>>,
    /// Threads of this process.
    pub threads: usize,
    /// False where another process leads the search, and all threads here help.
    pub leads: bool,
    /// Endgame tables to ask below the root.
    pub tables: Option<Arc<dyn Tablebases>>,
}

/// The other processes of a distributed search, as the engine of the process that leads knows them.
pub trait DistributedSearch<O>: fmt::Debug + Send + Sync {
    /// Returns what the threads of a search share with the other processes, by the number of threads
    /// here; none when there is no other process.
    fn share(&self, threads: usize, options: &O, limits: &Limits) -> Option<SearchShare<O>>;

    /// The search begins of which the last [`SearchShare`] was asked for.
    fn begin(&self, task: &SearchTask<O>);

    /// The search has ended here; returns when it has ended everywhere, or when a process is late.
    fn end(&self);

    /// Has the other processes forget everything learnt from earlier searches.
    fn clear(&self);
}

/// The share that one process has in a distributed search.
pub struct SearchShare<O> {
    /// The group of its threads, which the other processes share.
    pub group: Arc<SearchGroup>,
    /// The search of each thread.
    pub threads: Arc<dyn ThreadSearch<O>>,
}

/// The search of a thread of a distributed search:
/// [`search_thread_with`](super::distributed::search_thread_with) its hooks.
pub trait ThreadSearch<O>: Send + Sync {
    /// Searches as one thread; thread 0 leads the others and alone reports.
    fn search(
        &self,
        task: &SearchTask<O>,
        thread: usize,
        histories: &mut Histories,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome;
}
