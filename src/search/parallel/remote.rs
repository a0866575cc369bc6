//! Young Brothers Wait among ranks: a move of a split point handed to another rank, and another
//! rank's move searched here.
//!
//! What a rank sends of a split point stands there as a split point again, its mirror, with one
//! move: the threads join it as they join any other. The mirror's owner is the thread that speaks
//! with the other ranks; it reads what the move came to and sends that back.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::split::{SharedMove, SplitPlace, SplitPoint, SplitProgress, SplitState, Turn};
use super::team::{SplitTeam, SplitTeamState};
use crate::table::TableEntry;
use nucleus_core::types::{Move, Score};

/// A thread of another rank that waits for work.
pub struct RemoteWaiter {
    /// Its rank.
    pub rank: usize,
    /// The mirrors for whose end it waits: it may only help below one of them. Empty for a thread
    /// that waits for nothing.
    pub below: Vec<Arc<SplitPoint>>,
    /// It searches something, and is to have this in reserve.
    pub reserve: bool,
}

impl RemoteWaiter {
    /// True when it may join a split point opened below `parent`, or `parent` itself.
    fn fits(&self, parent: Option<&SplitPoint>) -> bool {
        self.below.is_empty()
            || parent.is_some_and(|at| self.below.iter().any(|own| at.is_at_or_below(own)))
    }
}

/// The least depth of a search that is sent to another rank.
pub const LEAST_SENT: i32 = 10;

/// The threads of other ranks that wait, and how deep a search has to be to be worth sending.
#[derive(Default)]
pub(super) struct RemoteWaiters {
    list: Vec<RemoteWaiter>,
}

impl RemoteWaiters {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// True when one could join a split point of so many plies left, opened below `parent`.
    pub fn want(&self, parent: Option<&Arc<SplitPoint>>, depth: i32) -> bool {
        depth >= LEAST_SENT && self.list.iter().any(|w| w.fits(parent.map(|at| &**at)))
    }
}

/// What ranks send each other of a search beside its moves.
#[derive(Default)]
pub struct RankExchange {
    /// Entries of the table that were stored by deep searches and not sent yet.
    entries: Mutex<Vec<(u64, TableEntry)>>,
    /// Writes the node of a split point, for the searcher that runs.
    fold: OnceLock<FoldFn>,
    /// Notes what a move of a shared root came to, for the searcher that runs.
    note: OnceLock<NoteFn>,
    /// The nodes below the move of a shared root, for the searcher that runs.
    nodes: OnceLock<fn(&SplitPoint) -> u64>,
}

/// Writes the node of a split point; none when it is of another searcher.
pub type FoldFn = fn(&SplitPoint) -> Option<Vec<u8>>;

/// Notes of a split point what a move came to that another rank has searched: its nodes, and its
/// score and variation where it raised alpha.
pub type NoteFn = fn(&SplitPoint, Move, u64, Option<(Score, Vec<Move>)>);

impl RankExchange {
    /// Most entries that wait to be sent; what comes when there are so many is not sent.
    const MOST: usize = 1 << 14;

    /// Says how nodes of the searcher that runs are written.
    pub fn set_searcher(&self, fold: FoldFn, note: NoteFn, nodes: fn(&SplitPoint) -> u64) {
        let _ = self.fold.set(fold);
        let _ = self.note.set(note);
        let _ = self.nodes.set(nodes);
    }

    /// Takes over what a thread has collected.
    pub fn add(&self, entries: &mut Vec<(u64, TableEntry)>) {
        let mut waiting = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < Self::MOST {
            waiting.append(entries);
        }
        entries.clear();
    }

    /// All entries that wait to be sent.
    pub fn take_entries(&self) -> Vec<(u64, TableEntry)> {
        std::mem::take(&mut *self.entries.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The node of a split point as bytes.
    pub fn fold(&self, split: &SplitPoint) -> Option<Vec<u8>> {
        self.fold.get().and_then(|fold| fold(split))
    }

    /// What the move of a mirror came to.
    pub fn result(&self, mirror: &SplitPoint) -> RemoteResult {
        mirror.result(self.nodes.get().map_or(0, |nodes| nodes(mirror)))
    }

    /// See [`NoteFn`].
    pub fn note(
        &self,
        split: &SplitPoint,
        chess_move: Move,
        nodes: u64,
        raised: Option<(Score, Vec<Move>)>,
    ) {
        if let Some(note) = self.note.get() {
            note(split, chess_move, nodes, raised);
        }
    }
}

/// What a move came to that was searched for another rank.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RemoteResult {
    /// False when it was pruned.
    pub searched: bool,
    /// The best score of the node with it.
    pub score: Score,
    /// The variation after it, where it raised alpha.
    pub line: Vec<Move>,
    /// The quiet moves that follow it need not be searched.
    pub skip_quiets: bool,
    /// Nodes below it, where it was a move of the root.
    pub nodes: u64,
}

impl SplitPoint {
    /// A split point of another rank with one move: how it stands here, its node as it was sent.
    pub fn mirror(
        parent: Option<Arc<Self>>,
        place: SplitPlace,
        folded: Vec<u8>,
        turn: &Turn,
    ) -> Self {
        let progress = SplitProgress {
            alpha: turn.alpha,
            best: turn.best,
            best_move: Move::NONE,
            count: turn.count.saturating_sub(1),
            tried: Vec::new(),
            pv: Vec::new(),
        };
        let moves = vec![SharedMove { chess_move: turn.chess_move, losing: turn.losing }];
        let mut split = Self::new(parent, place, Box::new(()), moves, progress);
        split.payload = OnceLock::new();
        split.folded = folded;
        split
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, SplitState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The node as it was sent, as long as nobody has read it.
    pub fn folded(&self) -> Option<&[u8]> {
        (self.payload.get().is_none() && !self.folded.is_empty()).then_some(&self.folded[..])
    }

    /// Sets the node that was read; what another thread has set stays.
    pub fn unfold(&self, payload: Box<dyn std::any::Any + Send + Sync>) {
        let _ = self.payload.set(payload);
    }

    /// The split point above.
    pub fn parent(&self) -> Option<&Arc<Self>> {
        self.parent.as_ref()
    }

    /// Raises alpha of a mirror to what its owner's moves have come to since.
    pub fn raise_alpha(&self, alpha: Score) {
        if alpha < self.place.beta {
            let mut state = self.lock();
            state.progress.alpha = state.progress.alpha.max(alpha);
        }
    }

    /// Ends all threads here and below.
    pub fn cancel(&self) {
        self.cut.store(true, Ordering::Relaxed);
        self.lock().left.clear();
    }

    /// True when its move was taken and nobody searches here any more.
    pub fn is_over(&self) -> bool {
        let state = self.lock();
        state.left.is_empty() && state.helpers == 0
    }

    /// What the move of a mirror came to.
    pub fn result(&self, nodes: u64) -> RemoteResult {
        let state = self.lock();
        let progress = &state.progress;
        RemoteResult {
            searched: !progress.tried.is_empty() || !progress.best_move.is_none(),
            score: progress.best,
            line: progress.pv.get(1..).unwrap_or_default().to_vec(),
            skip_quiets: state.skip_quiets,
            nodes,
        }
    }

    /// Takes a move back that a rank could not search; its owner searches it.
    pub fn give_back(&self, turn: &Turn) {
        let mut state = self.lock();
        state.left.push(SharedMove { chess_move: turn.chess_move, losing: turn.losing });
        state.progress.count = state.progress.count.saturating_sub(1);
        state.returned = true;
        drop(state);
        self.owner.unpark();
    }

    /// True when moves came back since this was last asked, and have to be searched.
    pub fn take_returned(&self) -> bool {
        let mut state = self.lock();
        std::mem::take(&mut state.returned) && !state.left.is_empty() && !self.is_cut()
    }

    /// Takes a rank that had a move away; see [`SplitPoint::leave`].
    pub fn leave_remotely(&self) {
        self.leave();
    }
}

impl SplitTeam {
    fn lock(&self) -> std::sync::MutexGuard<'_, SplitTeamState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The waiting threads: for each the split point that it waits for, or nothing.
    pub fn bonds(&self) -> Vec<Option<Arc<SplitPoint>>> {
        self.lock().bonds().map(Option::<&Arc<SplitPoint>>::cloned).collect()
    }

    /// Opens a mirror, if a thread waits that may join it.
    pub fn accept(&self, mirror: &Arc<SplitPoint>) -> bool {
        let parent = mirror.parent().cloned();
        let state = self.lock();
        let has_room =
            state.has_room(parent.as_ref()) || state.has_room_in_reserve(parent.as_ref());
        if has_room {
            // Nobody here owns it: one for the owner, who takes none, and one for who is woken.
            self.open_locked(state, mirror, parent.as_ref(), 2);
        }
        has_room
    }

    /// Replaces what is known of a rank's waiting threads.
    pub fn set_remote(&self, rank: usize, waiters: Vec<RemoteWaiter>) {
        let mut state = self.lock();
        state.remote.list.retain(|waiter| waiter.rank != rank);
        state.remote.list.extend(waiters);
        self.show_waiting(&state);
    }

    /// Takes a move for a waiting thread of a rank, of the deepest search left that it may join;
    /// the thread then waits no more, as far as is known here.
    pub fn take_for(&self, rank: usize) -> Option<(Arc<SplitPoint>, Turn, bool)> {
        let mut state = self.lock();
        let SplitTeamState { open, remote, .. } = &mut *state;
        for (index, waiter) in remote.list.iter().enumerate() {
            // Another rank's move stays here: if it came back nobody would own it.
            let fits = |split: &&Arc<SplitPoint>| {
                let is_own = !split.is_mirror() && split.place.depth >= LEAST_SENT;
                is_own && waiter.rank == rank && waiter.fits(Some(split))
            };
            let mut found: Vec<_> = open.iter().filter(fits).cloned().collect();
            found.sort_by_key(|split| std::cmp::Reverse(split.place.depth));
            let reserve = waiter.reserve;
            let mut found = found.into_iter();
            let taken = found.find_map(|split| split.hand_out().map(|t| (split, t, reserve)));
            if taken.is_some() {
                remote.list.remove(index);
                self.show_waiting(&state);
                return taken;
            }
        }
        None
    }
}

impl SplitPoint {
    /// Takes the next move for another rank, which counts as a helper until it leaves.
    pub fn hand_out(&self) -> Option<Turn> {
        if !self.join(&mut 0) {
            return None;
        }
        let turn = self.take(&mut 0);
        if turn.is_none() {
            self.leave();
        }
        turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel::fixture::{quiet, split_point};

    /// A split point of this many plies left.
    fn split(parent: Option<&Arc<SplitPoint>>, depth: i32, moves: &[Move]) -> Arc<SplitPoint> {
        split_point(parent, depth, moves)
    }

    #[test]
    fn the_deepest_search_left_goes_to_who_waits_and_may_join() {
        let team = SplitTeam::default();
        let above = split(None, LEAST_SENT + 4, &[quiet(1)]);
        let below = split(Some(&above), LEAST_SENT + 1, &[quiet(2), quiet(3)]);
        let shallow = split(Some(&above), LEAST_SENT - 1, &[quiet(4)]);
        for opened in [&above, &below, &shallow] {
            team.open(opened, opened.parent(), 1, &mut 0);
        }
        assert!(team.take_for(1).is_none(), "nobody waits");
        let bound = RemoteWaiter { rank: 1, below: vec![Arc::clone(&below)], reserve: false };
        team.set_remote(
            1,
            vec![bound, RemoteWaiter { rank: 1, below: Vec::new(), reserve: false }],
        );
        assert!(team.take_for(2).is_none(), "nobody of rank 2 waits");
        assert!(!team.wants_work(Some(&below), LEAST_SENT - 1, &mut 0), "too shallow");
        assert!(team.wants_work(Some(&below), LEAST_SENT, &mut 0));
        let first = team.take_for(1).unwrap();
        assert!(Arc::ptr_eq(&first.0, &below), "the first may only help there");
        let second = team.take_for(1).unwrap();
        assert!(Arc::ptr_eq(&second.0, &above));
        assert!(team.take_for(1).is_none() && !team.wants_work(None, 20, &mut 0));
        assert!(!first.0.is_over() && second.1.chess_move == quiet(1));
        let turn = Turn { chess_move: quiet(5), losing: false, alpha: 10, best: 12, count: 4 };
        let place = SplitPlace { ply: 2, depth: 15, beta: 50 };
        let mirror = Arc::new(SplitPoint::mirror(None, place, vec![1], &turn));
        team.open(&mirror, None, 2, &mut 0);
        let free = || RemoteWaiter { rank: 1, below: Vec::new(), reserve: false };
        team.set_remote(1, vec![free(), free()]);
        assert!(Arc::ptr_eq(&team.take_for(1).unwrap().0, &below));
        assert!(team.take_for(1).is_none(), "another rank's move is searched here");
    }

    #[test]
    fn a_mirror_says_what_its_move_came_to() {
        let turn = Turn { chess_move: quiet(5), losing: false, alpha: 10, best: 12, count: 4 };
        let place = SplitPlace { ply: 2, depth: 9, beta: 50 };
        let mirror = || SplitPoint::mirror(None, place, vec![1], &turn);
        let (low, high, pruned) = (mirror(), mirror(), mirror());
        for one in [&low, &high, &pruned] {
            assert!(!one.is_over() && one.folded() == Some(&[1][..]));
            let taken = one.hand_out().unwrap();
            assert_eq!((taken.count, taken.alpha, taken.best), (4, 10, 12));
            assert!(!one.is_over());
        }
        low.finish_move(quiet(5), 7, &[quiet(9)], &mut 0);
        high.finish_move(quiet(5), 60, &[quiet(9)], &mut 0);
        pruned.skip_quiets(&mut 0);
        for one in [&low, &high, &pruned] {
            one.leave_remotely();
            assert!(one.is_over());
        }
        let expected = RemoteResult { searched: true, score: 12, nodes: 3, ..Default::default() };
        assert_eq!(low.result(3), expected);
        let expected = RemoteResult { score: 60, line: vec![quiet(9)], nodes: 0, ..expected };
        assert_eq!(high.result(0), expected);
        let raised = mirror();
        assert!(raised.hand_out().is_some());
        for (told, alpha) in [(30, 30), (20, 30), (50, 30)] {
            raised.raise_alpha(told);
            assert_eq!(raised.alpha(&mut 0), alpha, "told {told}");
        }
        assert!(!raised.finish_move(quiet(5), 25, &[], &mut 0), "25 raises no alpha of 30");
        assert!(raised.result(0).line.is_empty());
        assert!(!pruned.result(0).searched && pruned.result(0).skip_quiets);
    }
}
