//! Young Brothers Wait as the searchers use it: a node's position is copied for those that help,
//! and its moves are searched by all of them.

use std::sync::{Arc, Mutex, PoisonError};

use super::hooks::SearchHooks;
use super::ordering::PieceTo;
use super::parallel::{LeaveOnDrop, SharedMove, SplitPlace, SplitPoint, SplitProgress};
use super::search_types::SearchTypes;
use super::stack::StackEntry;
use super::worker::Worker;
use nucleus_core::board::Board;
use nucleus_core::eval::Accumulator;
use nucleus_core::types::{Move, Score};

/// A node as its helpers need it: the position with what was known of it, and what the searcher
/// adds.
pub struct SharedNode<B, N> {
    /// A board need not be readable by several threads at once.
    pub position: Mutex<(B, Accumulator)>,
    /// The move that led to it.
    pub last_move: Move,
    /// The last two moves before it, the opponent's first.
    pub previous: [PieceTo; 2],
    /// The static evaluations one to four plies above.
    pub earlier: [Score; 4],
    /// Quiet moves that cut off elsewhere at its ply.
    pub killers: [Move; 2],
    /// Its static evaluation.
    pub evaluation: Score,
    /// The keys from the root to the node.
    pub keys: Vec<u64>,
    /// The depth of the iteration.
    pub root_depth: usize,
    /// The ply below which null moves are allowed.
    pub verified_until: usize,
    /// What the searcher adds.
    pub node: N,
}

/// A node of the searches of `I`.
pub type SharedNodeOf<I, N> = SharedNode<<I as SearchTypes>::Board, N>;

/// Searches the moves that a split point hands out, as a searcher does; the stack begins at the
/// split point's ply.
pub type HelpFn<'w, I> = fn(&mut Worker<'w, I>, &mut [StackEntry<I>], &Arc<SplitPoint>);

impl<'w, I: SearchTypes> Worker<'w, I> {
    /// True when a thread waits that could help at a node of so many plies left here.
    #[cold]
    pub fn is_help_waiting(&mut self, depth: i32) -> bool {
        let Some(group) = self.shared.group else { return false };
        if depth >= group.eager_depth() {
            return true;
        }
        group.team.wants_work(self.split.as_ref(), depth, &mut self.statistics.lock_waits)
    }

    /// Alpha of the node at this ply before one of its moves is searched once more with a full
    /// window: where the node is shared, what others have raised it to since the move was taken.
    #[inline(always)]
    pub fn newest_alpha(&mut self, ply: usize, alpha: Score) -> Score {
        match &self.split {
            Some(split) if split.place.ply == ply => {
                alpha.max(split.alpha(&mut self.statistics.lock_waits))
            }
            _ => alpha,
        }
    }

    /// Opens a split point at the node of this entry, for whoever wants to help.
    pub fn open_split<N: Send + Sync + 'static>(
        &mut self,
        entry: &StackEntry<I>,
        place: SplitPlace,
        node: N,
        moves: Vec<SharedMove>,
        progress: SplitProgress,
    ) -> Arc<SplitPoint> {
        let (first, last) = (self.game_length, self.game_length + place.ply);
        let shared: SharedNodeOf<I, N> = SharedNode {
            position: Mutex::new((entry.board.clone(), entry.accumulator)),
            last_move: entry.last_move,
            previous: entry.previous,
            earlier: entry.earlier,
            killers: entry.killers,
            evaluation: entry.evaluation,
            keys: self.keys.get(first..=last).unwrap_or_default().to_vec(),
            root_depth: self.root_depth,
            verified_until: self.verified_until,
            node,
        };
        let count = moves.len();
        let parent = self.split.clone();
        let payload = Box::new(shared);
        let split = Arc::new(SplitPoint::new(parent.clone(), place, payload, moves, progress));
        if let Some(group) = self.shared.group {
            // A single move is the owner's.
            if count > 1 {
                self.statistics.splits += 1;
                let waits = &mut self.statistics.lock_waits;
                group.team.open(&split, parent.as_ref(), count, waits);
            }
        }
        self.split = Some(Arc::clone(&split));
        split
    }

    /// Closes a split point whose moves are all handed out, or of which one failed high. Until the
    /// last of them is searched this thread helps below it, on the stack from its ply on. What the
    /// moves came to, and whether one failed high; `stopped` tells whether that is worth anything.
    pub fn close_split(
        &mut self,
        stack: &mut [StackEntry<I>],
        split: &Arc<SplitPoint>,
        parent: Option<Arc<SplitPoint>>,
        help: HelpFn<'w, I>,
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
        self.split = parent;
        self.stopped = self.has_to_leave();
        split.outcome()
    }

    /// Searches the moves of the own split point that a helper gave back; false when there are none.
    fn search_returned(
        &mut self,
        stack: &mut [StackEntry<I>],
        split: &Arc<SplitPoint>,
        help: HelpFn<'w, I>,
    ) -> bool {
        self.stopped = self.has_to_leave();
        let any = split.take_returned() && !self.stopped;
        if any {
            help(self, stack, split);
        }
        any
    }

    /// Helps others until the search is over: what a thread does that leads none.
    pub fn help_others(&mut self, stack: &mut [StackEntry<I>], help: HelpFn<'w, I>) {
        let Some(group) = self.shared.group else { return };
        let is_over = || group.is_finished();
        while let Some(split) = group.team.join(self.thread, None, &mut self.statistics, is_over) {
            self.help(stack.get_mut(split.place.ply..).unwrap_or_default(), &split, help);
            group.publish(self.thread, &self.statistics);
        }
    }

    /// Searches moves of a split point that this thread has joined.
    fn help(&mut self, stack: &mut [StackEntry<I>], split: &Arc<SplitPoint>, help: HelpFn<'w, I>) {
        let joined = LeaveOnDrop(split);
        let own = self.split.replace(Arc::clone(split));
        let (root_depth, verified_until) = (self.root_depth, self.verified_until);
        self.stopped = self.has_to_leave();
        if I::Hooks::ACTIVE
            && split.is_external()
            && let Some(entry) = stack.first()
        {
            let kernel = entry.board.kernel();
            self.hooks.joined::<I::Board>(kernel, &self.evaluator, split);
        }
        help(self, stack, split);
        (self.root_depth, self.verified_until) = (root_depth, verified_until);
        self.split = own;
        self.stopped = self.has_to_leave();
        drop(joined);
    }

    /// Puts the node of a split point into an entry of the stack: its position, and what was known
    /// of it.
    pub fn enter_shared<N>(&mut self, entry: &mut StackEntry<I>, shared: &SharedNodeOf<I, N>) {
        let position = shared.position.lock().unwrap_or_else(PoisonError::into_inner);
        (entry.board, entry.accumulator) = position.clone();
        drop(position);
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
