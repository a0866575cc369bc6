//! Signals that end a search, from any thread, and who watches it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::observer::SearchObserver;

/// Signals that end a search, from any thread; clones are the same signals.
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
    /// Signals whose stop is this flag; to set it elsewhere ends the search.
    pub fn stopped_by(stop: &Arc<AtomicBool>) -> Self {
        Self { stop: Arc::clone(stop), ..Self::default() }
    }

    /// Signals of a search that no deadline ends until [`Signals::ponder_hit`].
    pub fn pondering() -> Self {
        Self { pondering: Arc::new(AtomicBool::new(true)), ..Self::default() }
    }

    /// These signals for a search that tells an observer what it does.
    pub fn observed_by(&self, observer: SearchObserver) -> Self {
        Self { observer: Some(Arc::new(observer)), ..self.clone() }
    }

    /// The observer, if there is one.
    pub fn observer(&self) -> Option<&SearchObserver> {
        self.observer.as_deref()
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// From now on deadlines count.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// True once the search was told to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// True while no deadline ends the search.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}
