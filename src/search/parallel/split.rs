//! Split points: nodes whose remaining moves are distributed to several threads.

use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicI16, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::Thread;

use crate::node_result::{NodeResult, ScoreEffect};
use crate::window::{DepthWindow, Window};
use nucleus_core::types::{Move, Score};

/// Takes a lock; `waits` counts the times that another thread held it.
pub fn lock_counted<'a, T>(mutex: &'a Mutex<T>, waits: &mut u64) -> MutexGuard<'a, T> {
    match mutex.try_lock() {
        Ok(guard) => guard,
        // A thread that panicked has left the state as it was between two moves.
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        Err(TryLockError::WouldBlock) => {
            *waits += 1;
            mutex.lock().unwrap_or_else(PoisonError::into_inner)
        }
    }
}

/// A move to be distributed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SharedMove {
    /// Move of the node.
    pub chess_move: Move,
    /// True for a capture that loses material.
    pub losing: bool,
}

/// The progress of a node whose moves are distributed.
#[derive(Clone, Debug)]
pub struct SplitProgress {
    /// Window of the node; every better move raises alpha.
    pub window: Window,
    /// The result of the moves so far.
    pub result: NodeResult,
    /// The moves searched since the split without a cut-off, in the order in which they ended.
    pub tried: Vec<Move>,
    /// The variation of the best move, if a move raised alpha after the split.
    pub pv: Vec<Move>,
}

impl SplitProgress {
    /// Returns the progress of a node that is split now.
    pub const fn new(window: Window, result: NodeResult) -> Self {
        Self { window, result, tried: Vec::new(), pv: Vec::new() }
    }
}

/// A distributed move, with the state of the node when the move was taken.
#[derive(Clone, Copy, Debug)]
pub struct AssignedMove {
    /// Move to search.
    pub chess_move: Move,
    /// True for a capture that loses material.
    pub losing: bool,
    /// Alpha when the move was taken.
    pub alpha: Score,
    /// The best score when the move was taken.
    pub best: Score,
    /// The number of moves so far, including this one.
    pub count: usize,
}

struct SplitState {
    /// Moves not yet distributed, in reverse order.
    left: Vec<SharedMove>,
    skip_quiets: bool,
    progress: SplitProgress,
    /// Number of helpers that search moves of this split point.
    helpers: usize,
    /// True if a helper returned a move, which the owner must search.
    returned: bool,
}

/// A node whose remaining moves are distributed one by one under a lock, to its owner, which
/// searched the first, and to the threads that join it.
pub struct SplitPoint {
    /// The split point below which the owner searched when it opened this one.
    parent: Option<Arc<SplitPoint>>,
    /// Window, depth and ply of the node when it was split.
    pub place: DepthWindow,
    owner: Thread,
    payload: Box<dyn Any + Send + Sync>,
    /// True for a split point of another process's search.
    external: bool,
    /// True once a move has failed high or the split point is cancelled. Relaxed where read without
    /// the lock: a thread that reads it late searches a little longer in vain, and all its results
    /// pass through the lock.
    cut: AtomicBool,
    /// True while the owner waits for work below, set under the team's lock. Relaxed: it is only a hint.
    owner_waits: AtomicBool,
    /// Alpha as raised by the moves, written under the lock. Relaxed: a thread that reads it late
    /// searches a move with a wider window.
    alpha: AtomicI16,
    state: Mutex<SplitState>,
}

impl SplitPoint {
    /// Returns a split point of the calling thread, with the node's remaining moves, the next first.
    pub fn new(
        parent: Option<Arc<SplitPoint>>,
        place: DepthWindow,
        payload: Box<dyn Any + Send + Sync>,
        mut moves: Vec<SharedMove>,
        progress: SplitProgress,
    ) -> Self {
        moves.reverse();
        let alpha = progress.window.alpha;
        let state =
            SplitState { left: moves, skip_quiets: false, progress, helpers: 0, returned: false };
        Self {
            parent,
            place,
            owner: std::thread::current(),
            payload,
            external: false,
            cut: AtomicBool::new(false),
            owner_waits: AtomicBool::new(false),
            alpha: AtomicI16::new(alpha),
            state: Mutex::new(state),
        }
    }

    /// Returns a local copy of another process's split point with some of its moves; the calling
    /// thread owns it and searches none.
    pub fn external(
        parent: Option<Arc<SplitPoint>>,
        place: DepthWindow,
        payload: Box<dyn Any + Send + Sync>,
        moves: Vec<SharedMove>,
        progress: SplitProgress,
    ) -> Self {
        Self { external: true, ..Self::new(parent, place, payload, moves, progress) }
    }

    /// Returns true for a split point of another process's search.
    pub const fn is_external(&self) -> bool {
        self.external
    }

    /// Returns the searcher's data of the node, if the data has this type.
    pub fn payload<T: Any>(&self) -> Option<&T> {
        self.payload.downcast_ref()
    }

    /// Returns the split point above.
    pub const fn parent(&self) -> Option<&Arc<SplitPoint>> {
        self.parent.as_ref()
    }

    fn lock(&self) -> MutexGuard<'_, SplitState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns this split point and those above, up to the one nearest to the root.
    fn and_above(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |split| split.parent.as_deref())
    }

    /// Returns true if this split point is `ancestor` or below it.
    pub fn is_at_or_below(&self, ancestor: &SplitPoint) -> bool {
        self.and_above().any(|split| std::ptr::eq(split, ancestor))
    }

    /// Returns true if this split point or one above failed high or was cancelled.
    pub fn is_cut(&self) -> bool {
        self.and_above().any(|split| split.cut.load(Ordering::Relaxed))
    }

    /// Returns the next move, if one is left and nothing has failed high.
    pub fn take(&self, waits: &mut u64) -> Option<AssignedMove> {
        if self.is_cut() {
            return None;
        }
        let mut state = lock_counted(&self.state, waits);
        while let Some(SharedMove { chess_move, losing }) = state.left.pop() {
            if state.skip_quiets && chess_move.is_quiet() {
                continue;
            }
            state.progress.result.count += 1;
            let NodeResult { best, count, .. } = state.progress.result;
            let alpha = state.progress.window.alpha;
            return Some(AssignedMove { chess_move, losing, alpha, best, count });
        }
        None
    }

    /// Skips the remaining quiet moves.
    pub fn skip_quiets(&self, waits: &mut u64) {
        lock_counted(&self.state, waits).skip_quiets = true;
    }

    /// Records the score of a move. One that fails high ends the search of this split point and of those
    /// below. Returns true if the score raised alpha.
    pub fn finish_move(
        &self,
        chess_move: Move,
        score: Score,
        pv: &[Move],
        waits: &mut u64,
    ) -> bool {
        let mut state = lock_counted(&self.state, waits);
        if self.cut.load(Ordering::Relaxed) {
            return false;
        }
        let progress = &mut state.progress;
        let effect = progress.result.update(&mut progress.window, chess_move, score);
        if effect != ScoreEffect::FailsLow {
            self.alpha.store(progress.window.alpha, Ordering::Relaxed);
            progress.pv.clear();
            progress.pv.push(chess_move);
            progress.pv.extend_from_slice(pv);
        }
        if effect == ScoreEffect::CutsOff {
            self.cut.store(true, Ordering::Relaxed);
            drop(state);
            self.owner.unpark();
        } else {
            progress.tried.push(chess_move);
        }
        effect != ScoreEffect::FailsLow
    }

    /// Returns alpha as raised by the moves searched so far.
    pub fn alpha(&self) -> Score {
        self.alpha.load(Ordering::Relaxed)
    }

    /// Sets whether the owner waits for work below this split point.
    pub fn set_owner_waits(&self, waits: bool) {
        self.owner_waits.store(waits, Ordering::Relaxed);
    }

    /// Returns true if the owner of this split point, or of one above, waits for work below its own.
    pub fn has_waiting_owner(&self) -> bool {
        self.and_above().any(|split| split.owner_waits.load(Ordering::Relaxed))
    }

    /// Raises alpha to the score of a move that another process searched.
    pub fn raise_alpha(&self, alpha: Score) {
        if alpha < self.place.window.beta {
            let window = &mut self.lock().progress.window;
            window.alpha = window.alpha.max(alpha);
            self.alpha.store(window.alpha, Ordering::Relaxed);
        }
    }

    /// Ends the search of this split point and of those below; no more moves are distributed.
    pub fn cancel(&self) {
        self.cut.store(true, Ordering::Relaxed);
        self.lock().left.clear();
    }

    /// Adds a helper; returns false if no move is left or results do not matter.
    pub fn join(&self, waits: &mut u64) -> bool {
        let mut state = lock_counted(&self.state, waits);
        let joins = !state.left.is_empty() && !self.is_cut();
        state.helpers += usize::from(joins);
        joins
    }

    /// Removes a helper that has joined; the last one wakes the owner.
    pub fn leave(&self) {
        let mut state = self.lock();
        state.helpers -= 1;
        if state.helpers == 0 {
            drop(state);
            self.owner.unpark();
        }
    }

    /// Returns true once the owner need not wait: no helper searches a move of this split point, or the
    /// results do not matter.
    pub fn is_done(&self) -> bool {
        if self.is_cut() {
            return true;
        }
        let state = self.lock();
        // The owner searches a returned move.
        state.helpers == 0 || state.returned && !state.left.is_empty()
    }

    /// Returns true while a move is not yet distributed.
    pub fn has_moves_left(&self) -> bool {
        !self.lock().left.is_empty()
    }

    /// Returns true if all moves are distributed and no helper searches one.
    pub fn is_over(&self) -> bool {
        let state = self.lock();
        state.left.is_empty() && state.helpers == 0
    }

    /// Returns true if the remaining quiet moves are skipped.
    pub fn skips_quiets(&self) -> bool {
        self.lock().skip_quiets
    }

    /// Gives a distributed move back unsearched; the owner of the split point will search it.
    pub fn give_back(&self, assigned: &AssignedMove) {
        let AssignedMove { chess_move, losing, .. } = *assigned;
        let mut state = self.lock();
        state.left.push(SharedMove { chess_move, losing });
        let count = &mut state.progress.result.count;
        *count = count.saturating_sub(1);
        state.returned = true;
        drop(state);
        self.owner.unpark();
    }

    /// Returns true if moves were returned since the last call and must be searched.
    pub fn take_returned(&self) -> bool {
        let mut state = self.lock();
        std::mem::take(&mut state.returned) && !state.left.is_empty() && !self.is_cut()
    }

    /// Returns the progress of the moves, and true if a move failed high or this was cancelled.
    pub fn outcome(&self) -> (SplitProgress, bool) {
        let state = self.lock();
        (state.progress.clone(), self.cut.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::SplitPoint;
    use crate::parallel::fixture::{quiet, split_point};
    use nucleus_core::types::{Move, MoveKind, Score, Square};

    fn capture(from: u8) -> Move {
        Move::new(Square::new(from), Square::new(from + 9), MoveKind::Capture)
    }

    /// Returns a split point of depth six.
    fn split(parent: Option<&Arc<SplitPoint>>, moves: &[Move]) -> Arc<SplitPoint> {
        split_point(parent, 6, moves)
    }

    fn finish(split: &SplitPoint, chess_move: Move, score: Score) {
        split.finish_move(chess_move, score, &[quiet(40)], &mut 0);
    }

    #[test]
    fn moves_are_handed_out_once_and_in_order() {
        let moves: Vec<Move> = (0..40).map(quiet).collect();
        let split = split(None, &moves);
        assert_eq!(split.payload::<u32>(), Some(&7));
        assert_eq!(split.payload::<i32>(), None);
        let taken = std::thread::scope(|scope| {
            let take = || {
                let mut turns = Vec::new();
                while let Some(turn) = split.take(&mut 0) {
                    turns.push((turn.count, turn.chess_move));
                }
                turns
            };
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(take)).collect();
            let mut all = Vec::new();
            for thread in threads {
                let turns = thread.join().unwrap();
                assert!(turns.is_sorted_by_key(|turn| turn.0));
                all.extend(turns);
            }
            all.sort_unstable_by_key(|turn| turn.0);
            all
        });
        let expected: Vec<_> = moves.into_iter().enumerate().map(|(i, m)| (i + 2, m)).collect();
        assert_eq!(taken, expected);
    }

    #[test]
    fn better_moves_raise_alpha_for_those_that_come() {
        let split = split(None, &[quiet(1), quiet(2), quiet(3)]);
        let first = split.take(&mut 0).unwrap();
        assert_eq!((first.alpha, first.best, first.count), (10, 10, 2));
        finish(&split, first.chess_move, 5);
        let second = split.take(&mut 0).unwrap();
        assert_eq!((second.alpha, second.best, second.count), (10, 10, 3));
        finish(&split, second.chess_move, 30);
        let third = split.take(&mut 0).unwrap();
        assert_eq!((third.alpha, third.best), (30, 30));
        assert!(split.take(&mut 0).is_none());
        finish(&split, third.chess_move, 20);
        let (progress, cut) = split.outcome();
        assert!(!cut);
        assert_eq!((progress.result.best, progress.result.best_move), (30, quiet(2)));
        assert_eq!(progress.pv, [quiet(2), quiet(40)]);
        assert_eq!(progress.tried, [quiet(1), quiet(2), quiet(3)]);
    }

    #[test]
    fn quiet_moves_can_be_left_out() {
        let split = split(None, &[quiet(1), capture(2), quiet(3), capture(4)]);
        assert_eq!(split.take(&mut 0).unwrap().chess_move, quiet(1));
        split.skip_quiets(&mut 0);
        assert_eq!(split.take(&mut 0).unwrap().chess_move, capture(2));
        assert_eq!(split.take(&mut 0).unwrap().chess_move, capture(4));
        assert!(split.take(&mut 0).is_none());
    }

    #[test]
    fn a_cut_off_ends_what_is_below_and_nothing_above() {
        let above = split(None, &[quiet(1), quiet(2)]);
        let middle = split(Some(&above), &[quiet(1), quiet(2)]);
        let below = split(Some(&middle), &[quiet(1), quiet(2)]);
        let beside = split(Some(&above), &[quiet(1), quiet(2)]);
        assert!(below.is_at_or_below(&above) && below.is_at_or_below(&below));
        assert!(!beside.is_at_or_below(&middle) && !above.is_at_or_below(&middle));
        let late = below.take(&mut 0).unwrap();
        assert!(below.join(&mut 0) && !below.is_done());
        finish(&middle, quiet(1), 50);
        assert!(middle.is_cut() && below.is_cut() && below.is_done());
        assert!(!above.is_cut() && !beside.is_cut());
        assert!(below.take(&mut 0).is_none() && !below.join(&mut 0));
        assert!(beside.take(&mut 0).is_some());
        // Scores after the cut-off change nothing.
        finish(&middle, quiet(2), 60);
        finish(&below, late.chess_move, 40);
        let (progress, cut) = middle.outcome();
        assert!(cut && progress.result.best == 50 && progress.result.best_move == quiet(1));
        assert!(!below.outcome().1, "it was ended from above");
    }

    #[test]
    fn a_move_that_is_given_back_is_the_owners() {
        let own = split(None, &[quiet(1), quiet(2)]);
        assert!(own.join(&mut 0));
        let [given, other] = [own.take(&mut 0).unwrap(), own.take(&mut 0).unwrap()];
        assert!(!own.is_done() && !own.take_returned());
        own.give_back(&given);
        own.leave();
        assert!(own.is_done() && own.take_returned() && !own.take_returned());
        let again = own.take(&mut 0).unwrap();
        assert_eq!((again.chess_move, again.count), (given.chess_move, other.count));
        own.give_back(&again);
        own.cancel();
        assert!(!own.take_returned(), "nothing here matters any more");
    }

    #[test]
    fn the_last_helper_to_leave_wakes_the_owner() {
        let split = split(None, &[quiet(1), quiet(2)]);
        assert!(split.is_done());
        assert!(split.join(&mut 0));
        assert!(!split.is_done());
        let left = Arc::clone(&split);
        let helper = std::thread::spawn(move || left.leave());
        while !split.is_done() {
            std::thread::park();
        }
        helper.join().unwrap();
    }
}
