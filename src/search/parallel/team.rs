//! The threads of a search by Young Brothers Wait: open split points, and threads that wait for
//! one.
//!
//! A free thread, which owns no split point, joins the split point with the greatest depth, or the oldest of
//! equals. An owner whose moves are all distributed helps its helpers (helpful master): it joins only split
//! points below its own, so that its work ends before its own split point does. An idle thread
//! spins for some microseconds and parks until a thread opens a suitable split point or ends the
//! search. An idle owner also wakes when its split point is done ([`SplitPoint::is_done`]).

use nucleus_base::clock::Instant;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Thread;
use std::time::Duration;

use super::external::ExternalHelpers;
use super::split::{SplitPoint, lock_counted};
use crate::statistics::Statistics;

/// The time that an idle thread spins before it parks: about the cost of parking and waking.
const LOOK_AGAIN: Duration = Duration::from_micros(50);

/// Spins for a short time; returns true if the thread was woken.
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
    /// Returns true if the thread may join a split point opened below `parent`.
    fn fits(&self, parent: Option<&Arc<SplitPoint>>) -> bool {
        match (&self.below, parent) {
            (None, _) => true,
            (Some(own), Some(parent)) => parent.is_at_or_below(own),
            (Some(_), None) => false,
        }
    }
}

/// Open split points and waiting threads, under the lock of a [`SplitTeam`].
#[derive(Default)]
pub struct SplitTeamState {
    open: Vec<Arc<SplitPoint>>,
    waiters: Vec<Waiter>,
}

impl SplitTeamState {
    /// Returns the open split points, the oldest first.
    pub fn open(&self) -> &[Arc<SplitPoint>] {
        &self.open
    }

    /// Returns for each waiting thread the split point that it owns and waits for, if any.
    pub fn waiting_owners(&self) -> impl Iterator<Item = Option<&Arc<SplitPoint>>> {
        self.waiters.iter().map(|waiter| waiter.below.as_ref())
    }

    /// Returns true if a waiting thread may join a split point opened below `parent`.
    pub fn has_room(&self, parent: Option<&Arc<SplitPoint>>) -> bool {
        self.waiters.iter().any(|waiter| waiter.fits(parent))
    }
}

/// Numbers of waiting threads, read at every node that could be split, in cache lines apart from
/// the lock's. Relaxed: a late read delays a split by a node, or causes a split in vain.
#[derive(Default)]
#[repr(align(128))]
struct WaitingHint {
    /// Number of waiting threads, including helpers outside this process.
    all: AtomicUsize,
    /// Number of waiting threads that may join any split point.
    free: AtomicUsize,
}

/// Open split points, waiting threads, and helpers outside this process.
#[derive(Default)]
pub struct SplitTeam {
    state: Mutex<SplitTeamState>,
    /// Numbers of waiting threads and helpers, copied from the state.
    waiting: WaitingHint,
    /// Helpers outside this process; usually none.
    external: Option<Arc<dyn ExternalHelpers>>,
}

impl SplitTeam {
    /// Returns a team whose threads also share their moves with these helpers.
    pub fn with_external(external: Arc<dyn ExternalHelpers>) -> Self {
        Self { external: Some(external), ..Self::default() }
    }

    /// Returns the helpers outside this process.
    pub fn external(&self) -> Option<&dyn ExternalHelpers> {
        self.external.as_deref()
    }

    /// Returns true if a waiting thread could join a split point of this depth below `parent`. It
    /// takes no lock unless there are external helpers: all threads call it at every node that
    /// could be split.
    pub fn wants_work(
        &self,
        parent: Option<&Arc<SplitPoint>>,
        depth: i32,
        waits: &mut u64,
    ) -> bool {
        if self.waiting.all.load(Ordering::Relaxed) == 0 {
            return false;
        }
        if let Some(helpers) = self.external() {
            let state = lock_counted(&self.state, waits);
            return helpers.want(parent, depth) || state.has_room(parent);
        }
        let any_may_join = self.waiting.free.load(Ordering::Relaxed) > 0;
        any_may_join || parent.is_some_and(|parent| parent.has_waiting_owner())
    }

    /// Publishes the number of waiting threads and helpers, and returns it.
    fn show_waiting(&self, state: &SplitTeamState) -> usize {
        let elsewhere = self.external().map_or(0, ExternalHelpers::waiting);
        let waiting = state.waiters.len() + elsewhere;
        self.waiting.all.store(waiting, Ordering::Relaxed);
        let free = state.waiters.iter().filter(|waiter| waiter.below.is_none()).count();
        self.waiting.free.store(free, Ordering::Relaxed);
        waiting
    }

    /// Calls `look` with the state under its lock; `look` may change which external helpers wait.
    pub fn locked<T>(&self, look: impl FnOnce(&SplitTeamState) -> T) -> T {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = look(&state);
        self.show_waiting(&state);
        seen
    }

    /// Opens an external split point and wakes a thread that may join it, if `allows` returns true; returns
    /// that result.
    pub fn open_external(
        &self,
        split: &Arc<SplitPoint>,
        allows: impl FnOnce(&SplitTeamState) -> bool,
    ) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let allowed = allows(&state);
        if allowed {
            // Two moves wake one thread: one is counted for the owner, which searches none here.
            self.open_locked(state, split, split.parent(), 2);
        }
        allowed
    }

    /// Opens a split point and wakes one thread per move, except the owner's.
    pub fn open(
        &self,
        split: &Arc<SplitPoint>,
        parent: Option<&Arc<SplitPoint>>,
        moves: usize,
        waits: &mut u64,
    ) {
        self.open_locked(lock_counted(&self.state, waits), split, parent, moves);
    }

    /// Opens a split point under the lock, and releases the lock before waking threads.
    fn open_locked(
        &self,
        mut state: MutexGuard<'_, SplitTeamState>,
        split: &Arc<SplitPoint>,
        parent: Option<&Arc<SplitPoint>>,
        moves: usize,
    ) {
        state.open.push(Arc::clone(split));
        // The owner takes one of the moves.
        let mut remaining = moves.saturating_sub(1);
        let wake = |waiter: &mut Waiter| {
            let wakes = remaining > 0 && waiter.fits(parent);
            remaining -= usize::from(wakes);
            if wakes && let Some(own) = &waiter.below {
                own.set_owner_waits(false);
            }
            wakes
        };
        let woken: Vec<Waiter> = state.waiters.extract_if(.., wake).collect();
        self.show_waiting(&state);
        let awaited = self.external().filter(|helpers| helpers.waiting() > 0);
        drop(state);
        for waiter in woken {
            waiter.thread.unpark();
        }
        if let Some(helpers) = awaited {
            helpers.notify();
        }
    }

    /// Closes a split point, so that no thread joins it any more.
    pub fn close(&self, split: &Arc<SplitPoint>, waits: &mut u64) {
        let mut state = lock_counted(&self.state, waits);
        if let Some(index) = state.open.iter().position(|open| Arc::ptr_eq(open, split)) {
            state.open.remove(index);
        }
    }

    /// Lets the calling thread join a split point; an owner joins only those below its own. Parks the thread
    /// until there is one. Returns `None` once `is_over` is true; the thread that ends the wait wakes this
    /// one.
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
            if let Some(own) = below {
                own.set_owner_waits(false);
            }
            if let Some(helpers) = self.external() {
                helpers.left(number);
            }
            let found = if is_over() { None } else { self.pick(&mut state, below, counts) };
            let over = found.is_none() && is_over();
            if found.is_none() && !over {
                let (thread, below) = (std::thread::current(), below.cloned());
                if let Some(own) = &below {
                    own.set_owner_waits(true);
                }
                state.waiters.push(Waiter { number, thread, below });
            }
            let waiting = self.show_waiting(&state);
            let is_external = found.as_ref().is_some_and(|split| split.is_external());
            let source = self.external().filter(|_| is_external);
            if let Some(helpers) = source {
                helpers.joined(number, below);
            }
            drop(state);
            if let Some(helpers) = source {
                helpers.notify();
            }
            if found.is_some() || over {
                return found;
            }
            let is_woken = || self.waiting.all.load(Ordering::Relaxed) < waiting || is_over();
            let at_once = self.external().is_some_and(ExternalHelpers::idle);
            counts.parks += u64::from(at_once || !looks_again(is_woken));
            // `park` returns at once if the thread was woken in the meantime.
            std::thread::park();
        }
    }

    /// Selects a split point and joins it.
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
            // All moves of the split point are distributed.
            state.open.retain(|open| !Arc::ptr_eq(open, &best));
        }
    }

    /// Wakes all waiting threads, so that they notice the end of the search.
    pub fn wake_all(&self) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        for waiter in &state.waiters {
            waiter.thread.unpark();
        }
        drop(state);
        if let Some(helpers) = self.external() {
            helpers.wake();
        }
    }
}

/// Leaves a joined split point when dropped, even if the search of its moves panics.
pub struct LeaveOnDrop<'a>(pub &'a SplitPoint);

impl Drop for LeaveOnDrop<'_> {
    fn drop(&mut self) {
        self.0.leave();
    }
}
