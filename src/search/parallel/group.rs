//! The group of the threads of one search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::ParallelSearch;
use super::counters::ThreadCounters;
use super::external::ExternalHelpers;
use super::lazy::ThreadResult;
use super::team::SplitTeam;
use crate::statistics::Statistics;

/// The state that the threads of one search share beside the table: its end, their counts, what
/// each came to.
pub struct SearchGroup {
    /// The way in which they share the search.
    pub way: ParallelSearch,
    /// Set when the search has to end. Relaxed throughout: it orders nothing, a thread that reads
    /// it late ends a little later, and what a thread found passes through a lock.
    finished: AtomicBool,
    counters: Box<[ThreadCounters]>,
    results: Mutex<Vec<Option<ThreadResult>>>,
    /// The threads that wait for work, and the split points that have some.
    pub team: SplitTeam,
}

impl SearchGroup {
    /// For so many threads.
    pub fn new(threads: usize, way: ParallelSearch) -> Self {
        let counters = std::iter::repeat_with(ThreadCounters::default).take(threads).collect();
        let results = Mutex::new(vec![None; threads]);
        Self {
            way,
            finished: AtomicBool::new(false),
            counters,
            results,
            team: SplitTeam::default(),
        }
    }

    /// For so many threads, some of them elsewhere, and helpers that speak for those
    /// ([`ExternalHelpers`]): their counts stand behind those of the threads here.
    pub fn with_external(
        threads: usize,
        way: ParallelSearch,
        external: Arc<dyn ExternalHelpers>,
    ) -> Self {
        Self { team: SplitTeam::with_external(external), ..Self::new(threads, way) }
    }

    /// The helpers that are no threads of this process.
    pub fn external(&self) -> Option<&dyn ExternalHelpers> {
        self.team.external()
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.counters.len()
    }

    /// Ends the search in all threads.
    pub fn finish(&self) {
        if !self.finished.swap(true, Ordering::Relaxed) {
            self.team.wake_all();
        }
    }

    /// True once the search has to end.
    pub fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }

    /// Shows a thread's counts to the others.
    pub fn publish(&self, thread: usize, statistics: &Statistics) {
        if let Some(counters) = self.counters.get(thread) {
            counters.publish(statistics);
        }
    }

    /// The nodes of all threads, each as it last showed them.
    pub fn nodes(&self) -> u64 {
        self.counters.iter().map(ThreadCounters::nodes).sum()
    }

    /// The counts of all threads, each as it last showed them.
    pub fn statistics(&self) -> Statistics {
        let mut sum = Statistics::default();
        for counters in &self.counters {
            sum.add(&counters.read());
        }
        sum
    }

    /// Records what a thread came to.
    pub fn record(&self, thread: usize, result: ThreadResult) {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = results.get_mut(thread) {
            *slot = Some(result);
        }
    }

    /// Returns the results of the threads, by their numbers.
    pub fn results(&self) -> Vec<Option<ThreadResult>> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::{ParallelSearch, SearchGroup, Statistics};

    #[test]
    fn counts_are_sums_over_the_threads() {
        let group = SearchGroup::new(3, ParallelSearch::Lazy);
        for thread in 0..4 {
            let nodes = 10u64.pow(thread as u32);
            group.publish(thread, &Statistics { nodes, splits: 1, ..Statistics::default() });
        }
        assert_eq!(group.nodes(), 111, "there is no fourth thread");
        assert_eq!(group.statistics().splits, 3);
        assert!(!group.is_finished());
        group.finish();
        assert!(group.is_finished());
    }
}
