//! A system whose processes we cannot list.

use super::{Ended, ProcessTracker, mark};

/// Nothing is known of an engine's processes.
#[derive(Debug)]
pub(super) struct NoProcesses;

impl NoProcesses {
    /// This system has no list of processes that we know to read.
    fn left(&self) -> Option<Ended> {
        None
    }
}

impl ProcessTracker {
    /// Returns a tracker without processes.
    pub fn new() -> Self {
        Self { mark: mark(), state: NoProcesses }
    }

    /// Nothing: they cannot be listed.
    pub fn look(&mut self, _leader: u32) {}

    /// `None`, for the same reason.
    pub fn end(&mut self, _leader: u32, _killed: bool) -> Option<Ended> {
        self.state.left()
    }
}
