//! What a search is given, and how it is shared with other processes.
//!
//! Options of an engine name whoever shares its searches, who in turn is given a search with its
//! options: so these are a type parameter here.

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

/// What a search is given, shared by its threads; `O` are the options of an engine.
pub struct SearchTask<O> {
    /// Where the game starts.
    pub setup: Setup,
    /// The legal moves played since.
    pub moves: Vec<Move>,
    /// What ends it.
    pub limits: Limits,
    /// The times that follow.
    pub deadlines: Deadlines,
    /// What ends it from outside.
    pub signals: Signals,
    /// How to search.
    pub options: O,
    /// The transposition table.
    pub table: Arc<TranspositionTable>,
    /// What several threads share; none for one.
    pub group: Option<Arc<SearchGroup>>,
    /// How each thread searches where other processes share the search; else none.
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

/// What the threads of a distributed search have in one process.
pub struct SearchShare<O> {
    /// What they share with each other and with the other processes.
    pub group: Arc<SearchGroup>,
    /// How each of them searches.
    pub threads: Arc<dyn ThreadSearch<O>>,
}

/// How a thread of a distributed search searches:
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
