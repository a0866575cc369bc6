//! The threads of a search by Young Brothers Wait: open split points, and threads that wait for
//! one.
//!
//! A thread that owns no split point, a free one, joins any: the deepest search left, and among
//! equals the one opened first. An owner whose moves are all handed out helps its helpers
//! (helpful master): it joins split points below its own alone, so that what it starts ends before
//! its own does. Who finds nothing looks again for some microseconds, is then parked, and is woken
//! by whoever opens a split point that fits, ends the search, or is the last to leave the waiting
//! owner's.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Thread;
use std::time::{Duration, Instant};

use super::split::{SplitPoint, lock_counted};
use crate::statistics::Statistics;

/// How long a thread that finds nothing looks again before it is parked: about what it costs to
/// park a thread and to wake it.
const LOOK_AGAIN: Duration = Duration::from_micros(50);

/// Looks again for a short time; true when it was worth it.
fn looks_again(is_woken: impl Fn() -> bool) -> bool {
    let begin = Instant::now();
    while begin.elapsed() < LOOK_AGAIN {
        if is_woken() {
            return true;
        }
        (0..32).for_each(|_| std::hint::spin_loop());
    }
    false
}

/// A parked thread.
struct Waiter {
    number: usize,
    thread: Thread,
    /// The split point that it owns and waits for; none for a free thread.
    below: Option<Arc<SplitPoint>>,
}

impl Waiter {
    /// True when it may join a split point opened below `parent`.
    fn fits(&self, parent: Option<&Arc<SplitPoint>>) -> bool {
        match (&self.below, parent) {
            (None, _) => true,
            (Some(own), Some(parent)) => parent.is_at_or_below(own),
            (Some(_), None) => false,
        }
    }
}

#[derive(Default)]
pub(super) struct SplitTeamState {
    pub(super) open: Vec<Arc<SplitPoint>>,
    waiters: Vec<Waiter>,
    /// Threads of other ranks that wait.
    #[cfg(feature = "ranks")]
    pub(super) remote: super::remote::RemoteWaiters,
    /// Threads that search another rank's move, each with what it is bound to.
    #[cfg(feature = "ranks")]
    pub(super) running: Vec<(usize, Option<Arc<SplitPoint>>)>,
}

impl SplitTeamState {
    /// How many threads wait.
    fn waiting(&self) -> usize {
        let waiting = self.waiters.len();
        #[cfg(feature = "ranks")]
        let waiting = waiting + self.remote.len();
        waiting
    }

    /// True when a thread waits that could join a split point of so many plies left, opened below
    /// `parent`.
    #[cfg_attr(not(feature = "ranks"), expect(unused_variables))]
    fn is_wanted(&self, parent: Option<&Arc<SplitPoint>>, depth: i32) -> bool {
        #[cfg(feature = "ranks")]
        if self.remote.want(parent, depth) {
            return true;
        }
        self.waiters.iter().any(|waiter| waiter.fits(parent))
    }

    /// What each waiting thread is bound to: the split point that it waits for, or nothing.
    #[cfg(feature = "ranks")]
    pub(super) fn bonds(&self) -> impl Iterator<Item = Option<&Arc<SplitPoint>>> {
        self.waiters.iter().map(|waiter| waiter.below.as_ref())
    }

    /// True when a waiting thread may join a split point below `parent`.
    #[cfg(feature = "ranks")]
    pub(super) fn has_room(&self, parent: Option<&Arc<SplitPoint>>) -> bool {
        self.waiters.iter().any(|waiter| waiter.fits(parent))
    }
}

/// Open split points and waiting threads.
#[derive(Default)]
pub struct SplitTeam {
    pub(super) state: Mutex<SplitTeamState>,
    /// How many threads wait: a hint that is read at every node that could be split. Relaxed: who
    /// reads it late splits one node later; who waits is told under the lock.
    waiting: AtomicUsize,
    /// Who speaks with the other ranks.
    #[cfg(feature = "ranks")]
    pub speaker: super::speaker::SpeakerSlot,
}

impl SplitTeam {
    /// True when a thread waits that could join a split point of so many plies left, opened below
    /// `parent`.
    pub fn wants_work(
        &self,
        parent: Option<&Arc<SplitPoint>>,
        depth: i32,
        waits: &mut u64,
    ) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
            && lock_counted(&self.state, waits).is_wanted(parent, depth)
    }

    /// Shows how many threads wait.
    pub(super) fn show_waiting(&self, state: &SplitTeamState) {
        self.waiting.store(state.waiting(), Ordering::Relaxed);
    }

    /// Opens a split point and wakes as many threads as there are moves for.
    pub fn open(
        &self,
        split: &Arc<SplitPoint>,
        parent: Option<&Arc<SplitPoint>>,
        moves: usize,
        waits: &mut u64,
    ) {
        self.open_locked(lock_counted(&self.state, waits), split, parent, moves);
    }

    /// Opens a split point under the lock, and gives it up before anybody is woken.
    pub(super) fn open_locked(
        &self,
        mut state: MutexGuard<'_, SplitTeamState>,
        split: &Arc<SplitPoint>,
        parent: Option<&Arc<SplitPoint>>,
        moves: usize,
    ) {
        state.open.push(Arc::clone(split));
        // The owner takes one of the moves.
        let mut wanted = moves.saturating_sub(1);
        let wake = |waiter: &mut Waiter| {
            let wakes = wanted > 0 && waiter.fits(parent);
            wanted -= usize::from(wakes);
            wakes
        };
        let woken: Vec<Waiter> = state.waiters.extract_if(.., wake).collect();
        self.show_waiting(&state);
        #[cfg(feature = "ranks")]
        let is_wanted = state.remote.len() > 0;
        drop(state);
        for waiter in woken {
            waiter.thread.unpark();
        }
        #[cfg(feature = "ranks")]
        if is_wanted {
            self.speaker.notify();
        }
    }

    /// Closes a split point: nobody joins it any more.
    pub fn close(&self, split: &Arc<SplitPoint>, waits: &mut u64) {
        let mut state = lock_counted(&self.state, waits);
        if let Some(index) = state.open.iter().position(|open| Arc::ptr_eq(open, split)) {
            state.open.remove(index);
        }
    }

    /// Joins the calling thread to a split point: any, or one below its own. Parked until there is
    /// one; `None` once `is_over`. Whoever makes that true wakes the thread afterwards.
    pub fn join(
        &self,
        number: usize,
        below: Option<&Arc<SplitPoint>>,
        counts: &mut Statistics,
        is_over: impl Fn() -> bool,
    ) -> Option<Arc<SplitPoint>> {
        loop {
            let mut state = lock_counted(&self.state, &mut counts.lock_waits);
            state.waiters.retain(|waiter| waiter.number != number);
            #[cfg(feature = "ranks")]
            state.running.retain(|running| running.0 != number);
            let found = if is_over() { None } else { self.pick(&mut state, below, counts) };
            let over = found.is_none() && is_over();
            if found.is_none() && !over {
                let (thread, below) = (std::thread::current(), below.cloned());
                state.waiters.push(Waiter { number, thread, below });
            }
            let waiting = state.waiting();
            self.show_waiting(&state);
            #[cfg(feature = "ranks")]
            if found.as_ref().is_some_and(|split| split.is_mirror()) {
                state.running.push((number, below.cloned()));
                drop(state);
                // What was searched before is told, and that there is room for one in reserve.
                self.speaker.notify();
                return found;
            }
            drop(state);
            if found.is_some() || over {
                return found;
            }
            let is_woken = || self.waiting.load(Ordering::Relaxed) < waiting || is_over();
            #[cfg(feature = "ranks")]
            if self.speaker.is_there() {
                // It needs the processor that looking again would take.
                self.speaker.take_turn();
                self.speaker.wake();
                counts.parks += 1;
                std::thread::park();
                continue;
            }
            counts.parks += u64::from(!looks_again(is_woken));
            // Returns at once when the thread was woken meanwhile.
            std::thread::park();
        }
    }

    /// The split point to join, joined.
    fn pick(
        &self,
        state: &mut SplitTeamState,
        below: Option<&Arc<SplitPoint>>,
        counts: &mut Statistics,
    ) -> Option<Arc<SplitPoint>> {
        loop {
            let fits = |split: &&Arc<SplitPoint>| {
                below.is_none_or(|own| split.is_at_or_below(own) && !Arc::ptr_eq(split, own))
            };
            let best =
                state.open.iter().filter(fits).rev().max_by_key(|split| split.place.depth)?;
            let best = Arc::clone(best);
            if best.join(&mut counts.lock_waits) {
                counts.joins += 1;
                return Some(best);
            }
            // Its moves are all handed out.
            state.open.retain(|open| !Arc::ptr_eq(open, &best));
        }
    }

    /// Wakes all that wait, so that they see that the search is over.
    pub fn wake_all(&self) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        for waiter in &state.waiters {
            waiter.thread.unpark();
        }
        drop(state);
        #[cfg(feature = "ranks")]
        self.speaker.wake();
    }
}

/// Leaves a split point that was joined, also when the search of its moves panics.
pub struct LeaveOnDrop<'a>(pub &'a SplitPoint);

impl Drop for LeaveOnDrop<'_> {
    fn drop(&mut self) {
        self.0.leave();
    }
}
