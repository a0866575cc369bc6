//! Hooks of a search that other ranks share.

use std::sync::Arc;

use super::abdada::{self, Tracker, failed_move, stored_failure};
use super::shared::ClusterSearch;
use super::split_list::{SearcherFunctions, deserialize, node_tag};
use nucleus_core::board::Board;
use nucleus_core::eval::Evaluator;
use nucleus_core::types::{Move, Score};
use nucleus_search::distributed::{
    Histories, LeftNode, NodePlace, POLL_EVERY_IN_GROUP, RemainingMoves, RootSearch, SearchHooks,
    SearchShare, SearchTask, SplitPoint, TableEntry, ThreadSearch, TrackedNode, search_thread_with,
};
use nucleus_search::{
    EngineOptions, ParallelSearch, SearchInfo, SearchOutcome, TranspositionTable,
};

/// The least depth of an entry of the table that other ranks are told.
const ENTRY_DEPTH: i8 = 5;
/// Entries that a thread collects before it hands them on; those of tracked nodes go at once.
const KEPT_TOGETHER: usize = 32;
/// The most nodes between two polls by the one thread of a rank that searches the root beside
/// others: its messages are hints that it could do without, and a poll takes a microsecond.
const POLL_EVERY_BESIDE: u64 = 512;

/// The hooks of a thread of a search that ranks share.
pub struct ClusterHooks {
    /// State that the threads of this rank share with the other ranks.
    search: Arc<ClusterSearch>,
    /// State of the ranks that search the same root.
    tracker: Tracker,
    /// The tag of the nodes below the root that this search shares.
    node_tag: u8,
    poll_interval: u64,
    /// Entries of the table that the other ranks do not know.
    kept: Vec<(u64, TableEntry)>,
}

impl ClusterHooks {
    /// The hooks of this thread of a search.
    fn new(search: Arc<ClusterSearch>, task: &SearchTask<EngineOptions>, thread: usize) -> Self {
        let lazy = search.group.way == ParallelSearch::Lazy;
        let beside = lazy && task.threads == 1;
        Self {
            tracker: Tracker::new(lazy && thread == 0, task.leads),
            node_tag: node_tag(task.options.profile),
            poll_interval: if beside { POLL_EVERY_BESIDE } else { POLL_EVERY_IN_GROUP },
            kept: Vec::new(),
            search,
        }
    }

    /// Keeps an entry of the table for the other ranks.
    #[cold]
    #[inline(never)]
    fn keep_entry(&mut self, key: u64, entry: TableEntry) {
        self.kept.push((key, entry));
        let awaited = self.tracker.tracks(entry.depth.into());
        if awaited || self.kept.len() >= KEPT_TOGETHER {
            self.search.add_entries(&mut self.kept);
        }
    }
}

/// The search of a rank as its engine runs it: each thread has [`ClusterHooks`].
pub fn share(search: &Arc<ClusterSearch>) -> SearchShare<EngineOptions> {
    let threads = Arc::new(ClusterThreads(Arc::clone(search)));
    SearchShare { group: Arc::clone(&search.group), threads }
}

struct ClusterThreads(Arc<ClusterSearch>);

impl ThreadSearch<EngineOptions> for ClusterThreads {
    fn search(
        &self,
        task: &SearchTask<EngineOptions>,
        thread: usize,
        histories: &mut Histories,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome {
        let hooks = ClusterHooks::new(Arc::clone(&self.0), task, thread);
        search_thread_with(task, thread, hooks, histories, report)
    }
}

impl SearchHooks for ClusterHooks {
    fn begin<B: Board>(&mut self) {
        self.search.set_functions(SearcherFunctions::of::<B>());
    }

    fn poll_interval(&self) -> u64 {
        self.poll_interval
    }

    fn poll(&mut self) {
        self.search.helpers.poll();
    }

    fn has_to_leave(&mut self, table: &TranspositionTable) -> bool {
        self.tracker.has_to_leave(&self.search.searching, table)
    }

    fn joined<B: Board>(
        &mut self,
        kernel: B::Kernel,
        evaluator: &Evaluator<'_>,
        split: &Arc<SplitPoint>,
    ) {
        deserialize::<B>(kernel, evaluator, self.node_tag, split);
    }

    #[inline(always)]
    fn tracks_node(&self, depth: i32) -> bool {
        self.tracker.tracks(depth)
    }

    fn enter_node(&mut self, node: TrackedNode) {
        self.tracker.enter_node(&self.search.searching, node);
    }

    fn leave_node(&mut self) -> Option<LeftNode> {
        self.tracker.leave_node(&self.search.searching)
    }

    #[inline(always)]
    fn orders_moves(&self, place: NodePlace) -> bool {
        self.tracker.defers(place.depth) && self.search.searching.is_elsewhere(place.key)
    }

    fn search_moves<M: RemainingMoves<Hooks = Self>>(moves: &mut M) {
        abdada::search_deferred(moves, |hooks: &Self| &hooks.search.searching);
    }

    #[inline(always)]
    fn failed_low(
        &mut self,
        table: &TranspositionTable,
        place: NodePlace,
        chess_move: Move,
        score: Score,
    ) {
        if self.tracker.defers(place.depth) {
            let (key, entry) = failed_move(place, chess_move, score);
            table.store(key, entry);
            self.stored(key, entry);
        }
    }

    #[inline(always)]
    fn stored_depth(&self, asked: i32, searched: i32) -> i32 {
        if self.tracks_node(asked) { asked } else { searched }
    }

    #[inline(always)]
    fn stored(&mut self, key: u64, entry: TableEntry) {
        if entry.depth >= ENTRY_DEPTH {
            self.keep_entry(key, entry);
        }
    }

    fn enter_root(&mut self, key: u64, search: RootSearch) {
        self.tracker.enter_root(&self.search.searching, key, search);
    }

    fn leave_root(&mut self) {
        self.tracker.leave_root(&self.search.searching);
    }

    fn choose_root_move<B: Board>(
        &self,
        table: &TranspositionTable,
        board: &B,
        depth: i32,
        moves: impl Iterator<Item = Move>,
    ) -> usize {
        if !self.tracker.defers(depth) {
            return 0;
        }
        abdada::choose_move(&self.search.searching, table, board, depth, moves)
    }

    fn is_refuted(
        &self,
        table: &TranspositionTable,
        place: NodePlace,
        chess_move: Move,
        alpha: Score,
    ) -> bool {
        self.tracker.defers(place.depth)
            && stored_failure(table, place, chess_move).is_some_and(|score| score <= alpha)
    }

    fn next_root_search(&mut self) -> Option<RootSearch> {
        self.tracker.next_root_search(&self.search.searching)
    }
}
