//! Idle threads of other ranks that help at this rank's split points, and moves in reserve. A thread that has
//! searched one move takes its move in reserve without waiting for a message.

use std::cmp::Reverse;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use super::remote::RemoteSplitPoint;
use nucleus_search::distributed::{
    AssignedMove, ExternalHelpers, LEAST_SENT, SplitPoint, SplitTeam, SplitTeamState, TableEntry,
};

/// The most table entries that wait to be sent; later ones are dropped.
const MOST_ENTRIES: usize = 1 << 14;
/// Number of moves in reserve for a thread that searches another rank's move.
const RESERVE: usize = 2;

/// Receives and sends a rank's messages, for its search threads.
pub trait MessagePoller: Send + Sync {
    /// Receives and sends pending messages in the calling thread, which must hold no lock of the search. Does
    /// nothing while another thread polls. Returns false if search threads may not poll.
    fn poll(&self) -> bool;

    /// Wakes the communication thread.
    fn wake(&self);
}

/// A thread of another rank that waits for work.
pub struct RemoteWaiter {
    /// Number of the thread's rank.
    pub rank: usize,
    /// The split points of its rank, searched at this rank, whose end the thread waits for. It may help only
    /// at or below one of them. Empty if it waits for none and may help anywhere.
    pub below: Vec<Arc<SplitPoint>>,
    /// True if the thread searches, and takes the move in reserve.
    pub reserve: bool,
}

impl RemoteWaiter {
    /// Returns true if the thread may join `parent` or a split point opened below it.
    fn fits(&self, parent: Option<&SplitPoint>) -> bool {
        self.below.is_empty()
            || parent.is_some_and(|at| self.below.iter().any(|own| at.is_at_or_below(own)))
    }
}

/// A thread of this rank that searches another rank's move.
struct RunningThread {
    number: usize,
    /// The split point for whose end the thread waits, if it owns one.
    below: Option<Arc<SplitPoint>>,
}

/// Waiting threads of other ranks, and threads of this rank that search for other ranks. The state
/// changes only under the team's lock, so its own lock is never contended.
#[derive(Default)]
struct HelpersState {
    waiters: Vec<RemoteWaiter>,
    running: Vec<RunningThread>,
}

impl HelpersState {
    /// Returns an item for each free place for a move in reserve: the split point for whose end the place's
    /// thread waits, if any.
    fn without_reserve<'a>(
        &'a self,
        team: &SplitTeamState,
    ) -> impl Iterator<Item = Option<&'a Arc<SplitPoint>>> {
        let in_reserve = |split: &&Arc<SplitPoint>| split.is_external() && split.has_moves_left();
        let reserves = team.open().iter().filter(in_reserve).count();
        let slots = (0..RESERVE).flat_map(|_| self.running.iter());
        slots.skip(reserves).map(|running| running.below.as_ref())
    }

    /// Returns true if a thread has a place in reserve for a move of a split point opened below `parent`.
    fn has_room_in_reserve(&self, team: &SplitTeamState, parent: Option<&Arc<SplitPoint>>) -> bool {
        self.without_reserve(team).any(|below| match (below, parent) {
            (None, _) => true,
            (Some(own), Some(parent)) => parent.is_at_or_below(own),
            (Some(_), None) => false,
        })
    }
}

/// A move handed out to another rank.
pub struct HandedOut {
    /// The split point that the move belongs to.
    pub split: Arc<SplitPoint>,
    /// The move, with the state of its node.
    pub assigned: AssignedMove,
    /// True if the rank holds it in reserve.
    pub reserve: bool,
}

/// The threads of other ranks as helpers of a search at this rank.
#[derive(Default)]
pub struct RemoteHelpers {
    state: Mutex<HelpersState>,
    /// Table entries of deep searches that have not been sent.
    entries: Mutex<Vec<(u64, TableEntry)>>,
    poller: OnceLock<Weak<dyn MessagePoller>>,
}

impl RemoteHelpers {
    fn lock(&self) -> MutexGuard<'_, HelpersState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the poller; later calls change nothing.
    pub fn set_poller(&self, poller: Weak<dyn MessagePoller>) {
        let _ = self.poller.set(poller);
    }

    fn poller(&self) -> Option<Arc<dyn MessagePoller>> {
        self.poller.get().and_then(Weak::upgrade)
    }

    /// Takes the table entries that wait to be sent.
    pub fn take_entries(&self) -> Vec<(u64, TableEntry)> {
        std::mem::take(&mut *self.entries.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Replaces the list of a rank's waiting threads.
    pub fn set_waiting(&self, team: &SplitTeam, rank: usize, waiters: Vec<RemoteWaiter>) {
        team.locked(|_| {
            let mut state = self.lock();
            state.waiters.retain(|waiter| waiter.rank != rank);
            state.waiters.extend(waiters);
        });
    }

    /// Returns an item for each move that this rank's threads may take in reserve: the split point for whose
    /// end the thread waits, if any.
    pub fn reserve_owners(&self, team: &SplitTeam) -> Vec<Option<Arc<SplitPoint>>> {
        let owners = |team: &SplitTeamState| {
            self.lock().without_reserve(team).map(Option::<&Arc<SplitPoint>>::cloned).collect()
        };
        team.locked(owners)
    }

    /// Opens a remote split point if a waiting thread may join it, or a searching one may hold it in reserve.
    pub fn accept(&self, team: &SplitTeam, remote: &RemoteSplitPoint) -> bool {
        let parent = remote.0.parent();
        team.open_external(&remote.0, |state| {
            state.has_room(parent) || self.lock().has_room_in_reserve(state, parent)
        })
    }

    /// Takes a move for a waiting thread of a rank, from the split point with the most remaining
    /// depth among those that it may join, and removes the thread from the waiting ones.
    pub fn take_for(&self, team: &SplitTeam, rank: usize) -> Option<HandedOut> {
        team.locked(|team| {
            let mut state = self.lock();
            let mut of_rank =
                state.waiters.iter().enumerate().filter(|(_, waiter)| waiter.rank == rank);
            let (index, handed_out) =
                of_rank.find_map(|(index, waiter)| Some((index, hand_out(team, waiter)?)))?;
            state.waiters.remove(index);
            Some(handed_out)
        })
    }
}

/// Takes a move for a waiting thread of another rank, which counts as a helper until it leaves.
fn hand_out(team: &SplitTeamState, waiter: &RemoteWaiter) -> Option<HandedOut> {
    // Another rank's move is not passed on: if it came back to its owner, no rank would own it.
    let fits = |split: &&Arc<SplitPoint>| {
        !split.is_external() && split.place.depth >= LEAST_SENT && waiter.fits(Some(split))
    };
    let mut found: Vec<_> = team.open().iter().filter(fits).collect();
    found.sort_by_key(|split| Reverse(split.place.depth));
    found.into_iter().find_map(|split| {
        let assigned = take(split)?;
        Some(HandedOut { split: Arc::clone(split), assigned, reserve: waiter.reserve })
    })
}

/// Joins a split point and takes its next move.
fn take(split: &SplitPoint) -> Option<AssignedMove> {
    if !split.join(&mut 0) {
        return None;
    }
    let assigned = split.take(&mut 0);
    if assigned.is_none() {
        split.leave();
    }
    assigned
}

impl ExternalHelpers for RemoteHelpers {
    fn waiting(&self) -> usize {
        self.lock().waiters.len()
    }

    fn want(&self, parent: Option<&Arc<SplitPoint>>, depth: i32) -> bool {
        let parent = parent.map(|at| &**at);
        depth >= LEAST_SENT && self.lock().waiters.iter().any(|waiter| waiter.fits(parent))
    }

    fn joined(&self, thread: usize, below: Option<&Arc<SplitPoint>>) {
        self.lock().running.push(RunningThread { number: thread, below: below.cloned() });
    }

    fn left(&self, thread: usize) {
        self.lock().running.retain(|running| running.number != thread);
    }

    fn notify(&self) {
        if let Some(poller) = self.poller()
            && !poller.poll()
        {
            poller.wake();
        }
    }

    fn idle(&self) -> bool {
        let poller = self.poller();
        if let Some(poller) = &poller {
            poller.poll();
            poller.wake();
        }
        poller.is_some()
    }

    fn wake(&self) {
        if let Some(poller) = self.poller() {
            poller.wake();
        }
    }

    fn poll(&self) {
        if let Some(poller) = self.poller() {
            poller.poll();
        }
    }

    fn tell_entry(&self, key: u64, entry: TableEntry) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if entries.len() < MOST_ENTRIES {
            entries.push((key, entry));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{assigned, quiet, split_point as split};
    use super::*;
    use nucleus_search::Statistics;
    use nucleus_search::distributed::{DepthWindow, Window};

    fn team() -> (Arc<RemoteHelpers>, SplitTeam) {
        let helpers = Arc::new(RemoteHelpers::default());
        (Arc::clone(&helpers), SplitTeam::with_external(helpers))
    }

    fn free() -> RemoteWaiter {
        RemoteWaiter { rank: 1, below: Vec::new(), reserve: false }
    }

    fn remote() -> RemoteSplitPoint {
        let window = Window { alpha: 10, beta: 50 };
        let place = DepthWindow { window, depth: 15, ply: 2 };
        RemoteSplitPoint::new(None, place, Box::new(()), &assigned())
    }

    #[test]
    fn the_deepest_search_left_goes_to_who_waits_and_may_join() {
        let (helpers, team) = team();
        let above = split(None, LEAST_SENT + 4, &[quiet(1)]);
        let below = split(Some(&above), LEAST_SENT + 1, &[quiet(2), quiet(3)]);
        let shallow = split(Some(&above), LEAST_SENT - 1, &[quiet(4)]);
        for opened in [&above, &below, &shallow] {
            team.open(opened, opened.parent(), 1, &mut 0);
        }
        assert!(helpers.take_for(&team, 1).is_none(), "nobody waits");
        let bound = RemoteWaiter { below: vec![Arc::clone(&below)], ..free() };
        helpers.set_waiting(&team, 1, vec![bound, free()]);
        assert!(helpers.take_for(&team, 2).is_none(), "nobody of rank 2 waits");
        assert!(!team.wants_work(Some(&below), LEAST_SENT - 1, &mut 0), "too shallow");
        assert!(team.wants_work(Some(&below), LEAST_SENT, &mut 0));
        let first = helpers.take_for(&team, 1).unwrap();
        assert!(Arc::ptr_eq(&first.split, &below), "the first may only help there");
        let second = helpers.take_for(&team, 1).unwrap();
        assert!(Arc::ptr_eq(&second.split, &above));
        assert!(helpers.take_for(&team, 1).is_none() && !team.wants_work(None, 20, &mut 0));
        assert!(!first.split.is_over() && second.assigned.chess_move == quiet(1));
        team.open(&remote().0, None, 2, &mut 0);
        helpers.set_waiting(&team, 1, vec![free(), free()]);
        assert!(Arc::ptr_eq(&helpers.take_for(&team, 1).unwrap().split, &below));
        assert!(helpers.take_for(&team, 1).is_none(), "another rank's move is searched here");
    }

    #[test]
    fn who_searches_for_another_rank_has_moves_in_reserve() {
        let ((helpers, team), mut counts) = (team(), Statistics::default());
        let [first, second, third, fourth] = [remote(), remote(), remote(), remote()];
        let reserve = || helpers.reserve_owners(&team).len();
        let accept = |remote| helpers.accept(&team, remote);
        assert!(reserve() == 0 && !accept(&first), "nobody is there");
        team.open(&first.0, None, 2, &mut 0);
        let joined = team.join(0, None, &mut counts, || false).unwrap();
        // Until the thread takes its move, the split point counts as a move in reserve.
        assert!(Arc::ptr_eq(&joined, &first.0));
        assert_eq!(reserve(), RESERVE - 1);
        assert!(first.0.take(&mut 0).is_some());
        assert_eq!(reserve(), RESERVE, "it has begun");
        assert!(accept(&second) && accept(&third), "moves in reserve");
        assert!(reserve() == 0 && !accept(&fourth));
        let joined = team.join(0, None, &mut counts, || false).unwrap();
        assert!(Arc::ptr_eq(&joined, &second.0) && second.0.take(&mut 0).is_some());
        assert_eq!(reserve(), 1, "it has begun");
    }
}
