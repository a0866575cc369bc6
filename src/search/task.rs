//! The task of a search, and its sharing with other processes.
//!
//! Options of an engine name the helper that shares its searches, which in turn is given a search with
//! its options: so these are a type parameter here.

use std::fmt;
use std::sync::Arc;

use super::limits::{Deadlines, Limits};
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
    /// Threads of this process.
    pub threads: usize,
    /// False where another process leads the search, and all threads here help.
    pub leads: bool,
    /// Endgame tables to ask below the root.
    pub tables: Option<Arc<dyn Tablebases>>,
}

/// The other processes of a distributed search, as the engine of the process that leads knows them.
pub trait DistributedSearch<O>: fmt::Debug + Send + Sync {
    /// Returns the group of a search's threads, which the other processes share, by the number of threads
    /// here; none when there is no other process.
    fn share(&self, threads: usize) -> Option<Arc<SearchGroup>>;

    /// The search begins whose group was asked for last.
    fn begin(&self, task: &SearchTask<O>);

    /// The search has ended here; returns when it has ended everywhere, or when a process is late.
    fn end(&self);

    /// Has the other processes forget everything learnt from earlier searches.
    fn clear(&self);
}
