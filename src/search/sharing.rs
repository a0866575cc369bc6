//! Young Brothers Wait in the searchers: a node's position is copied for the helping threads, and
//! all of them search its moves.

use std::marker::PhantomData;
use std::sync::Arc;

use super::instance::{NodeFn, SearchBoard};
use super::node_result::{NodeResult, Pruned};
use super::ordering::{PieceTo, Tried};
use super::parallel::{LEAST_SENT, LeaveOnDrop, SharedMove, SplitPoint, SplitProgress};
use super::profile::Profile;
use super::stack::StackEntry;
use super::window::{DepthWindow, Window};
use super::worker::Worker;
use nucleus_core::board::{Board, Setup};
use nucleus_core::types::{Move, Score};

/// The smallest depth at which a node is split: below it the search of the moves takes no longer
/// than waking a thread.
pub const SPLIT_DEPTH: i32 = 4;

/// A node of a split point, as its helpers need it: the position, its search state, and the
/// searcher's own data.
pub struct SharedNode<N> {
    /// Position of the node.
    pub setup: Setup,
    /// Move that led to the position.
    pub last_move: Move,
    /// The last two moves before the position, the opponent's first (profile `full`).
    pub previous: [PieceTo; 2],
    /// Static evaluations one to four plies above.
    pub earlier: [Score; 4],
    /// Killers of the node's ply.
    pub killers: [Move; 2],
    /// Static evaluation of the position.
    pub evaluation: Score,
    /// The keys from the root to the node.
    pub keys: Vec<u64>,
    /// Depth of the iteration.
    pub root_depth: usize,
    /// The ply from which null moves are allowed.
    pub verified_until: usize,
    /// True in the principal variation.
    pub pv: bool,
    /// Data of the searcher.
    pub node: N,
}

/// The rest of a node whose first moves are searched, before the others are shared.
pub struct NodeRest<M> {
    /// Picker of the remaining moves.
    pub picker: M,
    /// Searched moves, for the malus.
    pub tried: Tried,
    /// True in the principal variation.
    pub pv: bool,
}

/// The result of a node whose moves were shared.
pub struct SharedResult {
    /// The result of all moves of the node.
    pub result: NodeResult,
    /// The moves searched since the split without a cut-off.
    pub tried: Vec<Move>,
    /// True if a move failed high and the search was not stopped.
    pub cut: bool,
}

/// Shares the remaining moves of a node and searches some of them.
pub fn share_moves<P: Profile>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<P::Board>],
    node: P::SharedNode,
    at: DepthWindow,
    pv: bool,
    moves: Vec<SharedMove>,
    result: NodeResult,
) -> SharedResult {
    let none = SharedResult { result, tried: Vec::new(), cut: false };
    let Some(entry) = stack.first() else { return none };
    let (kernel, pv_length) = (entry.board.kernel(), entry.pv_length);
    let split = worker.open_split(entry, at, pv, node, moves, result);
    worker.search_node::<_, SharedMoves<P>>(kernel, stack, Arc::clone(&split));
    let (progress, cut) = worker.close_split(stack, &split, help::<P>);
    let Some(entry) = stack.first_mut() else { return none };
    entry.pv_length = pv_length;
    if pv && !progress.pv.is_empty() {
        entry.set_line(&progress.pv);
    }
    let cut = cut && !worker.stopped;
    worker.statistics.cutoffs += u64::from(cut);
    SharedResult { result: progress.result, tried: progress.tried, cut }
}

/// Searches moves of another thread's split point.
pub fn help<P: Profile>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<P::Board>],
    split: &Arc<SplitPoint>,
) {
    let Some(entry) = stack.first_mut() else { return };
    let kernel = entry.board.kernel();
    let Some(shared) = split.payload::<SharedNode<P::SharedNode>>() else { return };
    worker.enter_shared(entry, shared);
    worker.search_node::<_, SharedMoves<P>>(kernel, stack, Arc::clone(split));
}

/// Searches the moves that a split point distributes to a thread; the returned score is meaningless.
struct SharedMoves<P>(PhantomData<P>);

impl<P: Profile> NodeFn<P::Board> for SharedMoves<P> {
    type Window = Arc<SplitPoint>;

    #[inline(always)]
    fn run(
        worker: &mut Worker<'_>,
        stack: &mut [StackEntry<P::Board>],
        split: Arc<SplitPoint>,
    ) -> Score {
        let Some(shared) = split.payload::<SharedNode<P::SharedNode>>() else { return 0 };
        let DepthWindow { window: Window { beta, .. }, .. } = split.place;
        while !worker.stopped
            && let Some(assigned) = split.take(&mut worker.statistics.lock_waits)
        {
            let window = Window { alpha: assigned.alpha, beta };
            let at = DepthWindow { window, ..split.place };
            match P::search_assigned(&shared.node, worker, stack, at, shared.pv, assigned) {
                Ok(_) if worker.stopped => break,
                Ok(score) => {
                    let child = stack.get(1).filter(|_| shared.pv);
                    let line = child.map_or(&[][..], StackEntry::principal_variation);
                    let waits = &mut worker.statistics.lock_waits;
                    split.finish_move(assigned.chess_move, score, line, waits);
                }
                Err(Pruned::Move) => {}
                Err(Pruned::Quiets) => split.skip_quiets(&mut worker.statistics.lock_waits),
            }
        }
        0
    }
}

/// Searches the moves that a split point distributes, for one searcher; the stack begins at the
/// split point's ply.
pub type HelpFn<'w, B> = fn(&mut Worker<'w>, &mut [StackEntry<B>], &Arc<SplitPoint>);

impl<'w> Worker<'w> {
    /// Returns true if a waiting thread could help at a node of this depth, or an external helper later.
    #[cold]
    pub fn is_help_waiting(&mut self, depth: i32) -> bool {
        let Some(group) = self.shared.group else { return false };
        if depth >= LEAST_SENT && group.external().is_some() {
            return true;
        }
        group.team.wants_work(self.split.as_ref(), depth, &mut self.statistics.lock_waits)
    }

    /// Returns alpha of the node at this ply before one of its moves is searched again with a full window. At
    /// a shared node, other threads may have raised it.
    #[inline(always)]
    pub fn newest_alpha(&mut self, ply: usize, alpha: Score) -> Score {
        match &self.split {
            Some(split) if split.place.ply == ply => alpha.max(split.alpha()),
            _ => alpha,
        }
    }

    /// Opens a split point at the node of this entry, for the waiting threads.
    pub fn open_split<B: SearchBoard>(
        &mut self,
        entry: &StackEntry<B>,
        at: DepthWindow,
        pv: bool,
        node: impl Send + Sync + 'static,
        moves: Vec<SharedMove>,
        result: NodeResult,
    ) -> Arc<SplitPoint> {
        let (first, last) = (self.game_length, self.game_length + at.ply);
        let (planes, state) = (*entry.board.planes(), *entry.board.state());
        let shared = SharedNode {
            setup: Setup { planes, state, corrections: Vec::new() },
            last_move: entry.last_move,
            previous: entry.previous,
            earlier: entry.earlier,
            killers: entry.killers,
            evaluation: entry.evaluation,
            keys: self.keys.get(first..=last).unwrap_or_default().to_vec(),
            root_depth: self.root_depth,
            verified_until: self.verified_until,
            pv,
            node,
        };
        let progress = SplitProgress::new(at.window, result);
        let count = moves.len();
        let parent = self.split.clone();
        let payload = Box::new(shared);
        let split = Arc::new(SplitPoint::new(parent.clone(), at, payload, moves, progress));
        if let Some(group) = self.shared.group {
            // A single move is searched by the owner, so it is not offered to other threads.
            if count > 1 {
                self.statistics.splits += 1;
                let waits = &mut self.statistics.lock_waits;
                group.team.open(&split, parent.as_ref(), count, waits);
            }
        }
        self.split = Some(Arc::clone(&split));
        split
    }

    /// Closes a split point after all its moves are distributed or one has failed high. Until the last move
    /// is searched, this thread helps below the split point; `stack` begins at its ply. Returns the result of
    /// the moves, and true if one failed high; both are meaningless if `stopped`.
    pub fn close_split<B: SearchBoard>(
        &mut self,
        stack: &mut [StackEntry<B>],
        split: &Arc<SplitPoint>,
        help: HelpFn<'w, B>,
    ) -> (SplitProgress, bool) {
        if let Some(group) = self.shared.group {
            group.team.close(split, &mut self.statistics.lock_waits);
            let is_over = || split.is_done() || group.is_finished();
            loop {
                while let Some(below) =
                    group.team.join(self.thread, Some(split), &mut self.statistics, is_over)
                {
                    let offset = below.place.ply.saturating_sub(split.place.ply);
                    self.help(stack.get_mut(offset..).unwrap_or_default(), &below, help);
                }
                if !self.search_returned(stack, split, help) && is_over() {
                    break;
                }
            }
        }
        self.split = split.parent().cloned();
        self.stopped = self.has_to_leave();
        split.outcome()
    }

    /// Searches moves that helpers gave back to this thread's split point; false if there are none.
    fn search_returned<B: SearchBoard>(
        &mut self,
        stack: &mut [StackEntry<B>],
        split: &Arc<SplitPoint>,
        help: HelpFn<'w, B>,
    ) -> bool {
        self.stopped = self.has_to_leave();
        let any = split.take_returned() && !self.stopped;
        if any {
            help(self, stack, split);
        }
        any
    }

    /// Helps others until the search is over: the loop of every thread that does not lead.
    pub fn help_others<B: SearchBoard>(
        &mut self,
        stack: &mut [StackEntry<B>],
        help: HelpFn<'w, B>,
    ) {
        let Some(group) = self.shared.group else { return };
        let is_over = || group.is_finished();
        while let Some(split) = group.team.join(self.thread, None, &mut self.statistics, is_over) {
            self.help(stack.get_mut(split.place.ply..).unwrap_or_default(), &split, help);
            group.publish(self.thread, &self.statistics);
        }
    }

    /// Searches moves of a split point that this thread has joined.
    fn help<B: SearchBoard>(
        &mut self,
        stack: &mut [StackEntry<B>],
        split: &Arc<SplitPoint>,
        help: HelpFn<'w, B>,
    ) {
        let joined = LeaveOnDrop(split);
        let own = self.split.replace(Arc::clone(split));
        let (root_depth, verified_until) = (self.root_depth, self.verified_until);
        self.stopped = self.has_to_leave();
        help(self, stack, split);
        (self.root_depth, self.verified_until) = (root_depth, verified_until);
        self.split = own;
        self.stopped = self.has_to_leave();
        drop(joined);
    }

    /// Copies the node of a split point into an entry of the stack, and its keys into this worker.
    pub fn enter_shared<B: SearchBoard>(
        &mut self,
        entry: &mut StackEntry<B>,
        shared: &SharedNode<impl Sized>,
    ) {
        entry.board = entry.board.moved_to(&shared.setup);
        entry.accumulators = entry.board.accumulate(&self.evaluator);
        entry.last_move = shared.last_move;
        entry.previous = shared.previous;
        entry.earlier = shared.earlier;
        entry.killers = shared.killers;
        entry.evaluation = shared.evaluation;
        let path = self.keys.iter_mut().skip(self.game_length);
        for (slot, &key) in path.zip(&shared.keys) {
            *slot = key;
        }
        (self.root_depth, self.verified_until) = (shared.root_depth, shared.verified_until);
    }
}
