//! The task of a search, and its sharing with other processes.

use std::fmt;
use std::sync::Arc;

use super::limits::{Deadlines, Limits};
use super::options::EngineOptions;
use super::parallel::SearchGroup;
use super::signals::Signals;
use super::slices::Slices;
use super::table::TranspositionTable;
use super::tables::Tablebases;
use nucleus_core::board::Setup;
use nucleus_core::types::Move;

/// The task of a search, shared by its threads.
pub struct SearchTask {
    /// Start position of the game.
    pub setup: Setup,
    /// The legal moves played since the start position.
    pub moves: Vec<Move>,
    /// Limits of the search.
    pub limits: Limits,
    /// Deadlines, computed from the limits.
    pub deadlines: Deadlines,
    /// Signals that end the search.
    pub signals: Signals,
    /// Options of the engine.
    pub options: EngineOptions,
    /// Transposition table of the engine.
    pub table: Arc<TranspositionTable>,
    /// Group of the search's threads; `None` for a single thread.
    pub group: Option<Arc<SearchGroup>>,
    /// Number of threads in this process.
    pub threads: usize,
    /// False if another process leads the search and all threads here help.
    pub leads: bool,
    /// Endgame tables to probe below the root.
    pub tables: Option<Arc<dyn Tablebases>>,
    /// State between the slices of a search of one thread; `None` for a search in one piece.
    pub slices: Option<Slices>,
}

/// The other processes of a distributed search, from the view of the leading one.
pub trait DistributedSearch: fmt::Debug + Send + Sync {
    /// Returns the group of a search's threads, shared with the other processes, for this number of
    /// local threads; `None` if there is no other process.
    fn share(&self, threads: usize) -> Option<Arc<SearchGroup>>;

    /// Begins the search of the group returned last.
    fn begin(&self, task: &SearchTask);

    /// Ends the search in the other processes; returns when all have ended it, or one is late.
    fn end(&self);

    /// Makes the other processes clear everything learnt from earlier searches.
    fn clear(&self);
}
