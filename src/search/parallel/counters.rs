//! The counts of a thread, readable by other threads.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::statistics::Statistics;

/// The counts that a thread last published. One thread writes them, the others read them. They are
/// aligned to a pair of cache lines, since processors fetch lines in pairs: no thread writes to a
/// line with another thread's counts or with data that probes of the table read.
#[derive(Default)]
#[repr(align(128))]
pub struct ThreadCounters([AtomicU64; 12]);

impl ThreadCounters {
    /// Publishes these counts.
    ///
    /// Relaxed: the counts are independent, and a sum that mixes two moments is still a number of
    /// searched nodes. The final sums are read after the threads have ended, which the pool's lock
    /// orders.
    pub fn publish(&self, statistics: &Statistics) {
        for (shown, count) in self.0.iter().zip(statistics.counts()) {
            shown.store(count, Ordering::Relaxed);
        }
    }

    /// Returns the counts published last.
    pub fn read(&self) -> Statistics {
        let mut counts = [0; 12];
        for (count, shown) in counts.iter_mut().zip(&self.0) {
            *count = shown.load(Ordering::Relaxed);
        }
        Statistics::of_counts(counts)
    }

    /// Returns the node count published last.
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
