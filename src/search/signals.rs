//! Signals that end a search, from any thread, and its observer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::observer::SearchObserver;

/// Signals that end a search, from any thread; clones share the same flags.
///
/// Relaxed throughout: the flags order nothing, and a search that reads one late ends a little
/// later.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    stop: Arc<AtomicBool>,
    pondering: Arc<AtomicBool>,
    observer: Option<Arc<SearchObserver>>,
}

impl Signals {
    /// Returns signals with this stop flag; setting it elsewhere ends the search.
    pub fn stopped_by(stop: &Arc<AtomicBool>) -> Self {
        Self { stop: Arc::clone(stop), ..Self::default() }
    }

    /// Returns signals of a search without deadlines until [`Signals::ponder_hit`].
    pub fn pondering() -> Self {
        Self { pondering: Arc::new(AtomicBool::new(true)), ..Self::default() }
    }

    /// Returns these signals for a search that reports to an observer.
    pub fn observed_by(&self, observer: SearchObserver) -> Self {
        Self { observer: Some(Arc::new(observer)), ..self.clone() }
    }

    /// Returns the observer, if there is one.
    pub fn observer(&self) -> Option<&SearchObserver> {
        self.observer.as_deref()
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Ends pondering: the deadlines apply from now on, counted from the start of the search.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Returns true once the search was stopped.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns true while the search ponders, that is, has no deadlines.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}
