//! The group of the threads of one search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::ParallelSearch;
use super::counters::ThreadCounters;
use super::external::ExternalHelpers;
use super::lazy::ThreadResult;
use super::team::SplitTeam;
use crate::statistics::Statistics;

/// The state shared by the threads of one search, in addition to the table: its end, their counts
/// and results.
pub struct SearchGroup {
    /// The method by which the threads share the search.
    pub way: ParallelSearch,
    /// True once the search must end. Relaxed throughout: the flag orders nothing, a thread that
    /// reads it late ends a little later, and a thread's results pass through a lock.
    finished: AtomicBool,
    counters: Box<[ThreadCounters]>,
    results: Mutex<Vec<Option<ThreadResult>>>,
    /// Waiting threads, and split points with moves left.
    pub team: SplitTeam,
}

impl SearchGroup {
    /// Returns a group of this many threads.
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

    /// Returns a group whose threads are partly in other processes, which `external` represents
    /// ([`ExternalHelpers`]): their counts follow those of the local threads.
    pub fn with_external(
        threads: usize,
        way: ParallelSearch,
        external: Arc<dyn ExternalHelpers>,
    ) -> Self {
        Self { team: SplitTeam::with_external(external), ..Self::new(threads, way) }
    }

    /// Returns the helpers outside this process.
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

    /// Returns true once the search must end.
    pub fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }

    /// Publishes a thread's counts.
    pub fn publish(&self, thread: usize, statistics: &Statistics) {
        if let Some(counters) = self.counters.get(thread) {
            counters.publish(statistics);
        }
    }

    /// Returns the sum of the node counts that the threads published last.
    pub fn nodes(&self) -> u64 {
        self.counters.iter().map(ThreadCounters::nodes).sum()
    }

    /// Returns the sum of the counts that the threads published last.
    pub fn statistics(&self) -> Statistics {
        let mut sum = Statistics::default();
        for counters in &self.counters {
            sum.add(&counters.read());
        }
        sum
    }

    /// Stores the result of a thread.
    pub fn record(&self, thread: usize, result: ThreadResult) {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = results.get_mut(thread) {
            *slot = Some(result);
        }
    }

    /// Returns the results of the threads, by number.
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
