//! The counts of a thread as the others see them.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::statistics::Statistics;

/// The counts of a thread when it last looked up: written by that thread alone, read by the
/// others. A pair of cache lines each, since processors fetch lines in pairs: no thread writes
/// where another one's counts or anything that a probe reads stands.
#[derive(Default)]
#[repr(align(128))]
pub struct ThreadCounters([AtomicU64; 12]);

impl ThreadCounters {
    /// Shows these counts to the others.
    ///
    /// Relaxed: every count is a number of its own, and a sum that mixes two moments is still a
    /// count of nodes that were searched. The final sums are read after the threads have ended,
    /// which the pool's lock orders.
    pub fn publish(&self, statistics: &Statistics) {
        for (shown, count) in self.0.iter().zip(statistics.counts()) {
            shown.store(count, Ordering::Relaxed);
        }
    }

    /// Returns the counts last shown.
    pub fn read(&self) -> Statistics {
        let mut counts = [0; 12];
        for (count, shown) in counts.iter_mut().zip(&self.0) {
            *count = shown.load(Ordering::Relaxed);
        }
        Statistics::of_counts(counts)
    }

    /// The nodes last shown.
    pub fn nodes(&self) -> u64 {
        self.0[0].load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::{Statistics, ThreadCounters};

    #[test]
    fn what_is_published_is_read() {
        let counters = ThreadCounters::default();
        assert_eq!(counters.read(), Statistics::default());
        let statistics =
            Statistics { nodes: 7, parks: 3, selective_depth: 9, ..Default::default() };
        counters.publish(&statistics);
        assert_eq!(counters.read(), statistics);
        assert_eq!(counters.nodes(), 7);
    }
}
