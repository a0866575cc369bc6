//! Who speaks with the other ranks, as the threads of a search know it.

use std::sync::{Arc, OnceLock, Weak};

/// Who speaks with the other ranks.
pub trait RankSpeaker: Send + Sync {
    /// Receives and sends what there is, in the calling thread, which must hold no lock of the
    /// search; nothing while another thread is at it. False where threads that search may not.
    fn take_turn(&self) -> bool;

    /// Wakes the thread that does so while the others have nothing to do.
    fn wake(&self);
}

/// The speaker of a search; none where there is one rank.
#[derive(Default)]
pub struct SpeakerSlot(OnceLock<Weak<dyn RankSpeaker>>);

impl SpeakerSlot {
    /// Says who it is; the first one stays.
    pub fn set(&self, speaker: Weak<dyn RankSpeaker>) {
        let _ = self.0.set(speaker);
    }

    fn get(&self) -> Option<Arc<dyn RankSpeaker>> {
        self.0.get().and_then(Weak::upgrade)
    }

    /// True where there is one.
    pub fn is_there(&self) -> bool {
        self.0.get().is_some()
    }

    /// See [`RankSpeaker::take_turn`].
    pub fn take_turn(&self) {
        if let Some(speaker) = self.get() {
            speaker.take_turn();
        }
    }

    /// There is something to send: the calling thread does, or wakes who may.
    pub fn notify(&self) {
        if let Some(speaker) = self.get()
            && !speaker.take_turn()
        {
            speaker.wake();
        }
    }

    /// See [`RankSpeaker::wake`].
    pub fn wake(&self) {
        if let Some(speaker) = self.get() {
            speaker.wake();
        }
    }
}
