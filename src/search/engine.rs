//! The searcher as others use it.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use super::info::{SearchInfo, SearchOutcome};
use super::limits::Limits;
use super::options::{EngineOptions, MAX_THREADS};
use super::ordering::Histories;
use super::parallel::{Pool, SearchGroup};
use super::signals::Signals;
use super::table::{TableError, TranspositionTable};
use super::thread::{SearchTask, search_thread};
use crate::board::Setup;
use crate::types::Move;

/// A searcher with what lasts from search to search: the table, the histories, the threads.
///
/// The thread that calls [`SearchEngine::search`] is the first of the search's; the others live as
/// long as the engine and are parked between searches. Each has histories of its own.
pub struct SearchEngine {
    table: Arc<TranspositionTable>,
    histories: Histories,
    helpers: Pool<Histories>,
    /// What can be set.
    pub options: EngineOptions,
}

impl SearchEngine {
    /// An engine with a table of this many MiB.
    ///
    /// # Errors
    /// When there is no such memory.
    pub fn new(megabytes: usize, options: EngineOptions) -> Result<Self, TableError> {
        Ok(Self {
            table: Arc::new(TranspositionTable::new(megabytes)?),
            histories: Histories::new(),
            helpers: Pool::new(),
            options,
        })
    }

    /// Replaces the table.
    ///
    /// # Errors
    /// When there is no such memory; the old table then stays.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), TableError> {
        if megabytes != self.table.megabytes() {
            self.table = Arc::new(TranspositionTable::new(megabytes)?);
        }
        Ok(())
    }

    /// The size of the table, in MiB.
    pub fn hash_megabytes(&self) -> usize {
        self.table.megabytes()
    }

    /// Starts or ends threads until there are as many as the options say. A search does so itself;
    /// to have them started before saves it that time.
    ///
    /// # Errors
    /// When the system gives no more threads; a search then has those that it gave.
    pub fn start_threads(&mut self) -> io::Result<()> {
        self.helpers.resize(self.options.threads.clamp(1, MAX_THREADS) - 1)
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.helpers.len() + 1
    }

    /// Forgets everything learnt from earlier searches.
    pub fn clear(&mut self) {
        let helpers = self.helpers.len();
        let in_parts = helpers > 0 && self.table.is_cleared_in_parts();
        let table = in_parts.then(|| Arc::clone(&self.table));
        let running = self.helpers.run(helpers, move |helper, histories| {
            if let Some(table) = &table {
                table.clear_part(helper + 1, helpers + 1);
            }
            histories.clear();
        });
        if in_parts {
            self.table.clear_part(0, helpers + 1);
        }
        self.histories.clear();
        running.wait();
        // Nobody else has the table between searches.
        if let Some(table) = Arc::get_mut(&mut self.table) {
            if in_parts { table.restart() } else { table.clear() }
        }
    }

    /// Searches the position that `moves` from `setup` lead to, until a limit or a signal ends it.
    ///
    /// Moves must be legal. `report` is called after each iteration.
    pub fn search(
        &mut self,
        setup: &Setup,
        moves: &[Move],
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome {
        // With fewer threads than asked for it is a search all the same.
        let _ = self.start_threads();
        self.table.next_search();
        let threads = self.threads();
        let way = self.options.parallel.unwrap_or(self.options.profile.parallel());
        let task = SearchTask {
            setup: setup.clone(),
            moves: moves.to_vec(),
            limits: limits.clone(),
            deadlines: limits.deadlines(Instant::now()),
            signals: signals.clone(),
            options: self.options.clone(),
            table: Arc::clone(&self.table),
            group: (threads > 1).then(|| SearchGroup::new(threads, way)),
        };
        if threads == 1 {
            return search_thread(&task, 0, &mut self.histories, report);
        }
        let task = Arc::new(task);
        let shared = Arc::clone(&task);
        let running = self.helpers.run(threads - 1, move |helper, histories| {
            search_thread(&shared, helper + 1, histories, &mut |_| {});
        });
        let ended = FinishOnDrop(&task);
        let outcome = search_thread(&task, 0, &mut self.histories, report);
        drop(ended);
        running.wait();
        task.conclude(outcome, report)
    }
}

/// Ends a search in all threads, also when the one that leads it panics.
struct FinishOnDrop<'a>(&'a SearchTask);

impl Drop for FinishOnDrop<'_> {
    fn drop(&mut self) {
        if let Some(group) = &self.0.group {
            group.finish();
        }
    }
}
