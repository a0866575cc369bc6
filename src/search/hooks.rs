//! The hooks of a search, called at its turning points for those that take part from outside.
//!
//! A search of one process has [`NoHooks`], which are compiled to nothing. One that several processes
//! share has hooks that tell the others what it does and heed what they tell.

use std::sync::Arc;

use super::parallel::SplitPoint;
use super::table::{TableEntry, TranspositionTable};
use super::window::Window;
use nucleus_core::board::Board;
use nucleus_core::eval::Evaluator;
use nucleus_core::types::{Move, Score};

/// The nodes between two polls of a thread where there are several. A thread that shares a
/// processor with thirty others has to end within microseconds once it runs again, or the last of
/// them ends too late.
pub const POLL_EVERY_IN_GROUP: u64 = 128;

/// The hooks of a thread, called at its turning points; every method does nothing as it is given
/// here.
///
/// Many are called at every node: what takes long stands in a function of its own that is not inlined.
pub trait SearchHooks: Sized {
    /// False for hooks that do nothing: what serves them alone is then not compiled.
    const ACTIVE: bool = true;

    /// The thread begins to search on boards of this type.
    fn begin<B: Board>(&mut self) {}

    /// The most nodes between two polls.
    #[inline(always)]
    fn poll_interval(&self) -> u64 {
        POLL_EVERY_IN_GROUP
    }

    /// Called now and then, where the search has a group of threads.
    #[inline(always)]
    fn poll(&mut self) {}

    /// True when the thread has to leave what it searches; asked after every poll.
    #[inline(always)]
    fn has_to_leave(&mut self, _table: &TranspositionTable) -> bool {
        false
    }

    /// The thread has joined an external split point and searches its moves next: the payload is made
    /// now where there is none ([`SplitPoint::external`]).
    #[inline(always)]
    fn joined<B: Board>(
        &mut self,
        _kernel: B::Kernel,
        _evaluator: &Evaluator<'_>,
        _split: &Arc<SplitPoint>,
    ) {
    }

    /// True for a node of which [`SearchHooks::enter_node`] and [`SearchHooks::leave_node`] are
    /// called, by its plies left.
    #[inline(always)]
    fn tracks_node(&self, _depth: i32) -> bool {
        false
    }

    /// The search of a node begins.
    #[inline(always)]
    fn enter_node(&mut self, _node: TrackedNode) {}

    /// The search of the node entered last ends. Returns its score where [`SearchHooks::has_to_leave`]
    /// ended it, as that was found elsewhere.
    #[inline(always)]
    fn leave_node(&mut self) -> Option<LeftNode> {
        None
    }

    /// True when [`SearchHooks::search_moves`] is to search the moves that are left of a node.
    #[inline(always)]
    fn orders_moves(&self, _place: NodePlace) -> bool {
        false
    }

    /// Searches the moves that are left of a node in an order of its own.
    fn search_moves<M: RemainingMoves<Hooks = Self>>(_moves: &mut M) {}

    /// A move of a node was searched and is no new best move.
    #[inline(always)]
    fn failed_low(
        &mut self,
        _table: &TranspositionTable,
        _place: NodePlace,
        _chess_move: Move,
        _score: Score,
    ) {
    }

    /// Returns the depth to store with the result of a node that was to be searched to a depth and
    /// was searched to another.
    #[inline(always)]
    fn stored_depth(&self, _asked: i32, searched: i32) -> i32 {
        searched
    }

    /// The result of a node was stored in the transposition table.
    #[inline(always)]
    fn stored(&mut self, _key: u64, _entry: TableEntry) {}

    /// A search of the root, whose position has this key, begins.
    #[inline(always)]
    fn enter_root(&mut self, _key: u64, _search: RootSearch) {}

    /// The search of the root ends.
    #[inline(always)]
    fn leave_root(&mut self) {}

    /// Returns the place of the move to search next, among those that are left of the root.
    #[inline(always)]
    fn choose_root_move<B: Board>(
        &self,
        _table: &TranspositionTable,
        _board: &B,
        _depth: i32,
        _moves: impl Iterator<Item = Move>,
    ) -> usize {
        0
    }

    /// True for a move of the root that is known to come to `alpha` at most: it is not searched.
    #[inline(always)]
    fn is_refuted(
        &self,
        _table: &TranspositionTable,
        _place: NodePlace,
        _chess_move: Move,
        _alpha: Score,
    ) -> bool {
        false
    }

    /// Returns the search of the root that the process has begun which leads this one, once each.
    fn next_root_search(&mut self) -> Option<RootSearch> {
        None
    }
}

/// The hooks of a search of one process: they do nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHooks;

impl SearchHooks for NoHooks {
    const ACTIVE: bool = false;
}

/// Where a node stands.
#[derive(Clone, Copy, Debug)]
pub struct NodePlace {
    /// The key of its position.
    pub key: u64,
    /// The halfmove clock of its position.
    pub halfmove: u32,
    /// Plies left.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
}

/// A node whose search begins.
#[derive(Clone, Copy, Debug)]
pub struct TrackedNode {
    /// Where it stands.
    pub place: NodePlace,
    /// The move that led to it.
    pub last_move: Move,
    /// Its window.
    pub window: Window,
    /// True in the principal variation.
    pub pv: bool,
}

/// A node that was left, as its score was found elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeftNode {
    /// The score.
    pub score: Score,
    /// True when the nodes above are to be left, too.
    pub leaves_all: bool,
}

/// A search of the root to a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootSearch {
    /// The depth.
    pub depth: u32,
    /// Its window.
    pub window: Window,
    /// The move that is searched first.
    pub first: Move,
}

/// A move of a node that is searched later than in the order of the move picker.
#[derive(Clone, Copy, Debug)]
pub struct DeferredMove {
    /// The move.
    pub chess_move: Move,
    /// A capture that loses material.
    pub losing: bool,
    /// Its place among the moves of the node, from 1: moves are pruned and reduced by it.
    pub count: usize,
}

/// The outcome of a deferred move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeferredOutcome {
    /// Searched.
    Searched,
    /// Pruned.
    Pruned,
    /// Pruned, and all quiet moves may be.
    QuietsPruned,
    /// The node is done with: the move failed high, or the search was stopped.
    Over,
}

/// The moves that are left of a node, for hooks that search them in an order of their own.
pub trait RemainingMoves {
    /// The hooks of the thread.
    type Hooks: SearchHooks;
    /// The position of the node.
    type Board: Board;

    /// The hooks of the thread.
    fn hooks(&self) -> &Self::Hooks;

    /// The transposition table.
    fn table(&self) -> &TranspositionTable;

    /// The position of the node.
    fn board(&self) -> &Self::Board;

    /// Where the node stands.
    fn place(&self) -> NodePlace;

    /// The score that a move has to beat.
    fn alpha(&self) -> Score;

    /// Takes all moves that are left, in the order of the move picker.
    fn take_all(&mut self) -> Vec<DeferredMove>;

    /// Prunes or searches a move.
    fn search(&mut self, deferred: DeferredMove) -> DeferredOutcome;

    /// Notes a move that is known to come to a score of alpha at most and is not searched.
    fn note_refuted(&mut self, chess_move: Move, score: Score);
}
