//! The interface of the searcher.

use nucleus_base::clock::Instant;
use std::io;
use std::sync::Arc;

use super::automatic_depth::AutomaticDepth;
use super::info::{SearchInfo, SearchOutcome};
use super::limits::Limits;
use super::mate_line::MateLines;
use super::options::{EngineOptions, MAX_THREADS};
use super::ordering::Histories;
use super::parallel::{Pool, SearchGroup};
use super::root_tables::RootTables;
use super::signals::Signals;
use super::slices::Slices;
use super::table::{TableError, TranspositionTable};
use super::tables::Tablebases;
use super::task::{DistributedSearch, SearchTask};
use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::kernels::portable;
use nucleus_core::types::Move;

/// A searcher with its persistent state: the table, the histories, the threads.
///
/// The thread that calls [`SearchEngine::search`] is the search's first; the others live as long as
/// the engine and are parked between searches. Each has its own histories.
pub struct SearchEngine {
    table: Arc<TranspositionTable>,
    histories: Histories,
    helpers: Pool<Histories>,
    automatic_depth: AutomaticDepth,
    /// Options for the next search.
    pub options: EngineOptions,
}

impl SearchEngine {
    /// Returns an engine with a table of this many MiB.
    ///
    /// # Errors
    /// If the memory cannot be allocated.
    pub fn new(megabytes: usize, options: EngineOptions) -> Result<Self, TableError> {
        Ok(Self {
            table: Arc::new(TranspositionTable::new(megabytes)?),
            histories: Histories::new(),
            helpers: Pool::new(),
            automatic_depth: AutomaticDepth::default(),
            options,
        })
    }

    /// Replaces the transposition table, unless it has this size already.
    ///
    /// # Errors
    /// If the memory cannot be allocated; the old table is kept.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), TableError> {
        if megabytes != self.table.megabytes() {
            self.table = Arc::new(TranspositionTable::new(megabytes)?);
        }
        Ok(())
    }

    /// Returns the size of the table, in MiB.
    pub fn hash_megabytes(&self) -> usize {
        self.table.megabytes()
    }

    /// Starts or ends threads until there are as many as the options specify. A search does this itself;
    /// calling it earlier saves the search that time.
    ///
    /// # Errors
    /// If the system cannot create more threads; a search then uses those that exist.
    pub fn start_threads(&mut self) -> io::Result<()> {
        self.helpers.resize(self.options.threads.clamp(1, MAX_THREADS) - 1)
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.helpers.len() + 1
    }

    /// Returns the number of threads that a search uses: 1 if play is below full strength, else
    /// [`EngineOptions::used_of`] the existing threads.
    pub fn searching_threads(&self) -> usize {
        if self.options.handicap.is_some() { 1 } else { self.options.used_of(self.threads()) }
    }

    /// Clears everything learnt from earlier searches.
    pub fn clear(&mut self) {
        if let Some(others) = &self.options.distributed {
            others.clear();
        }
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
        // Between searches the engine holds the only reference to the table.
        if let Some(table) = Arc::get_mut(&mut self.table) {
            if in_parts { table.restart() } else { table.clear() }
        }
    }

    /// Searches the position after `moves` from `setup`, until a limit or a signal ends it.
    ///
    /// Moves must be legal. `report` receives each iteration, and mates and bounds within one.
    ///
    /// If endgame tables have the distance to mate of the position, they answer without a search;
    /// if they have only the result, the search is limited to their best moves.
    pub fn search(
        &mut self,
        setup: &Setup,
        moves: &[Move],
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome {
        self.search_slice(setup, moves, limits, signals, None, report)
    }

    /// Searches like [`SearchEngine::search`]. With `slices`, a node limit ends only a slice of the search, and
    /// the next call with the same position continues it; such a search has one thread.
    pub fn search_slice(
        &mut self,
        setup: &Setup,
        moves: &[Move],
        limits: &Limits,
        signals: &Signals,
        slices: Option<&Slices>,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome {
        let start = Instant::now();
        // Play below full strength does not use tables.
        let looks = self.options.profile.uses_tables() && self.options.handicap.is_none();
        let tables = self.options.tables.clone().filter(|_| looks);
        let request = SearchRequest { setup, moves, limits, signals, slices, start };
        let Some(tables) = tables else { return self.search_root(request, None, report) };
        let root = RootTables::probe(&*tables, setup, moves, limits);
        let Some(root) = root else { return self.search_root(request, Some(tables), report) };
        let multipv = self.options.multipv;
        if let Some(outcome) = root.answer(&*tables, multipv, report, || start.elapsed()) {
            return outcome;
        }
        // The search does not probe: tables have every position below the root and would cut off every line.
        let request = SearchRequest { limits: &root.limits(limits, multipv), ..request };
        let report: &mut dyn FnMut(&SearchInfo) = &mut |info| report(&root.correct(info));
        let mut outcome = self.search_root(request, None, report);
        root.correct_outcome(&mut outcome);
        outcome
    }

    /// Searches all moves that the limits allow.
    fn search_root(
        &mut self,
        request: SearchRequest<'_>,
        tables: Option<Arc<dyn Tablebases>>,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome {
        let SearchRequest { setup, moves, limits, signals, slices, start } = request;
        // The search runs with fewer threads if the system cannot create all.
        let _ = self.start_threads();
        let handicap = self.options.handicap;
        let mut limits = handicap.map_or_else(|| limits.clone(), |handicap| handicap.limit(limits));
        let mut deadlines = limits.deadlines(start);
        let fits = self.options.automatic_depth && limits.depth.is_none();
        if fits {
            let start = RulesBoard::new(setup, portable::Token);
            let board = moves.iter().fold(start, |board, &chess_move| board.after(chess_move));
            self.automatic_depth.fit(&mut limits, &mut deadlines, &board);
        }
        let chosen = limits.depth.filter(|_| fits);
        let threads = self.searching_threads();
        let others = self.others();
        let shared = others.as_ref().and_then(|others| others.share(threads));
        let others = others.filter(|_| shared.is_some());
        let group = shared.or_else(|| {
            let way = self.options.way(threads);
            (threads > 1).then(|| SearchGroup::new(threads, way).into())
        });
        if slices.is_none_or(Slices::is_new) {
            self.table.next_search();
        }
        let task = SearchTask {
            setup: setup.clone(),
            moves: moves.to_vec(),
            limits,
            deadlines,
            signals: signals.clone(),
            options: self.options.clone(),
            table: Arc::clone(&self.table),
            group,
            threads,
            leads: true,
            tables,
            slices: slices.cloned(),
        };
        let mut lines = MateLines::new(setup, moves, Arc::clone(&self.table));
        let mut outcome = self.run(task, others, &mut |info| match lines.completed(&info.line) {
            Some(line) => report(&SearchInfo { line, ..info.clone() }),
            None => report(info),
        });
        for line in &mut outcome.lines {
            if let Some(completed) = lines.completed(line) {
                *line = completed;
            }
        }
        // A search that the GUI stopped does not show the time of a depth.
        if let Some(depth) = chosen.filter(|_| !signals.is_stopped()) {
            self.automatic_depth.learn(depth, &outcome);
        }
        outcome
    }

    /// Runs a search that this process leads.
    fn run(
        &mut self,
        task: SearchTask,
        others: Option<Arc<dyn DistributedSearch>>,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome {
        if task.group.is_none() {
            return task.search_thread(0, &mut self.histories, report);
        }
        let task = Arc::new(task);
        if let Some(others) = &others {
            others.begin(&task);
        }
        let outcome = self.run_in_threads(&task, report);
        if let Some(others) = &others {
            others.end();
        }
        task.conclude(outcome, report)
    }

    /// Runs a search in its threads, of which the calling thread is the first; returns its result.
    fn run_in_threads(
        &mut self,
        task: &Arc<SearchTask>,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome {
        let shared = Arc::clone(task);
        let running = self.helpers.run(task.threads - 1, move |helper, histories| {
            shared.search_thread(helper + 1, histories, &mut |_| {});
        });
        let ended = FinishOnDrop(task);
        let outcome = task.search_thread(0, &mut self.histories, report);
        drop(ended);
        running.wait();
        outcome
    }

    /// Returns the other processes that share the searches. `None` below full strength, and with a
    /// network, which the other processes lack.
    fn others(&self) -> Option<Arc<dyn DistributedSearch>> {
        let EngineOptions { handicap, network, distributed, .. } = &self.options;
        distributed.clone().filter(|_| handicap.is_none() && network.is_none())
    }

    /// Helps a search that another process leads until it ends, with this engine's table, options
    /// and threads. Calls `begun` before the threads search.
    pub fn help(
        &mut self,
        setup: Setup,
        moves: Vec<Move>,
        group: Arc<SearchGroup>,
        begun: impl FnOnce(&SearchTask),
    ) {
        self.table.next_search();
        let limits = Limits { infinite: true, ..Limits::default() };
        let task = Arc::new(SearchTask {
            setup,
            moves,
            deadlines: limits.deadlines(Instant::now()),
            limits,
            signals: Signals::default(),
            options: self.options.clone(),
            table: Arc::clone(&self.table),
            group: Some(group),
            threads: self.threads(),
            leads: false,
            tables: None,
            slices: None,
        });
        begun(&task);
        self.run_in_threads(&task, &mut |_| {});
    }
}

#[derive(Clone, Copy)]
struct SearchRequest<'a> {
    setup: &'a Setup,
    moves: &'a [Move],
    limits: &'a Limits,
    signals: &'a Signals,
    slices: Option<&'a Slices>,
    start: Instant,
}

/// Ends a search in all threads, even if the leading one panics.
struct FinishOnDrop<'a>(&'a SearchTask);

impl Drop for FinishOnDrop<'_> {
    fn drop(&mut self) {
        if let Some(group) = &self.0.group {
            group.finish();
        }
    }
}
