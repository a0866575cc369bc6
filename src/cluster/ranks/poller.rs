//! The poller: receives and sends a rank's messages for the threads of its search.

use std::sync::{Arc, OnceLock, Weak};

/// A receiver and sender of a rank's messages.
pub trait MessagePoller: Send + Sync {
    /// Receives and sends pending messages in the calling thread, which must hold no lock of the
    /// search; nothing while another thread does. Returns false where threads that search may not.
    fn poll(&self) -> bool;

    /// Wakes the thread that polls while the others have nothing to do.
    fn wake(&self);
}

/// The poller of a search, once there is one.
#[derive(Default)]
pub struct PollerSlot(OnceLock<Weak<dyn MessagePoller>>);

impl PollerSlot {
    /// Sets the poller; the first one stays.
    pub fn set(&self, poller: Weak<dyn MessagePoller>) {
        let _ = self.0.set(poller);
    }

    fn get(&self) -> Option<Arc<dyn MessagePoller>> {
        self.0.get().and_then(Weak::upgrade)
    }

    /// True once there is a poller.
    pub fn is_set(&self) -> bool {
        self.0.get().is_some()
    }

    /// Calls [`MessagePoller::poll`].
    pub fn poll(&self) {
        if let Some(poller) = self.get() {
            poller.poll();
        }
    }

    /// Announces a message to send: the calling thread sends it, or wakes the thread that may.
    pub fn notify(&self) {
        if let Some(poller) = self.get()
            && !poller.poll()
        {
            poller.wake();
        }
    }

    /// Calls [`MessagePoller::wake`].
    pub fn wake(&self) {
        if let Some(poller) = self.get() {
            poller.wake();
        }
    }
}
