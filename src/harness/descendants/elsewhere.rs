//! Tracking on systems that do not list processes.

use std::collections::BTreeSet;
use std::io;
use std::process::Child;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Ended, Order, ProcessTracker};

/// Returns the leaders of all groups that have not been ended yet.
fn leaders() -> MutexGuard<'static, BTreeSet<u32>> {
    static LEADERS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
    LEADERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The leader of the process group, which is all that is known of an engine's processes.
#[derive(Debug)]
pub(super) struct TrackerState(Option<u32>);

impl TrackerState {
    pub(super) fn new() -> Self {
        Self(None)
    }
}

impl ProcessTracker {
    /// Ends the groups of all processes that were started and have not been ended yet.
    pub(super) fn end_all() {
        for leader in std::mem::take(&mut *leaders()) {
            Self::default().order(leader, Order::Kill);
        }
    }

    /// Registers a process that was just started, so that the end of the program ends it.
    pub(crate) fn adopt(&mut self, child: &mut Child, _cores: &[u32]) -> io::Result<()> {
        leaders().insert(*self.state.0.insert(child.id()));
        Ok(())
    }

    /// Does nothing, since processes cannot be listed.
    pub(crate) fn look(&mut self, _leader: u32) {}

    /// Returns `false`; remaining processes are only found when they are ended.
    pub(crate) fn has_left(&mut self, _leader: u32) -> bool {
        false
    }

    /// Returns `None`, since processes cannot be listed.
    pub(super) fn end_listed(&mut self, _leader: u32, _killed: bool) -> Option<Ended> {
        if let Some(leader) = self.state.0.take() {
            leaders().remove(&leader);
        }
        None
    }
}
