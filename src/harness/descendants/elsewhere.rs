//! A system whose processes we cannot list.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Ended, Order, ProcessTracker, mark};

/// The leaders of all groups that have not been ended yet.
fn leaders() -> MutexGuard<'static, BTreeSet<u32>> {
    static LEADERS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
    LEADERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Nothing is known of an engine's processes.
#[derive(Debug)]
pub(super) struct NoProcesses;

impl NoProcesses {
    /// Keeps the leader of a group for [`end_all`].
    pub(super) fn add(&mut self, leader: u32) {
        leaders().insert(leader);
    }
}

impl ProcessTracker {
    /// Returns a tracker without processes.
    pub fn new() -> Self {
        Self { mark: mark(), state: NoProcesses }
    }

    /// Ends the groups of all processes that were started and have not been ended yet.
    pub(super) fn end_all() {
        for leader in std::mem::take(&mut *leaders()) {
            Self::new().order(leader, Order::Kill);
        }
    }

    /// Nothing: they cannot be listed.
    pub fn look(&mut self, _leader: u32) {}

    /// False: what is left is known when it is ended.
    pub fn has_left(&mut self, _leader: u32) -> bool {
        false
    }

    /// `None`, for the same reason.
    pub fn end(&mut self, leader: u32, _killed: bool) -> Option<Ended> {
        leaders().remove(&leader);
        None
    }
}
