//! What the threads of one search share beside the table.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::ParallelSearch;
use super::counters::ThreadCounters;
use super::lazy::ThreadResult;
use super::team::SplitTeam;
use crate::statistics::Statistics;

/// What the threads of one search share beside the table: whether it has ended, their counts, what
/// each came to.
pub struct SearchGroup {
    /// How they share the search.
    pub way: ParallelSearch,
    /// Set when the search has to end. Relaxed throughout: it orders nothing, a thread that reads
    /// it late ends a little later, and what a thread found passes through a lock.
    finished: AtomicBool,
    counters: Box<[ThreadCounters]>,
    results: Mutex<Vec<Option<ThreadResult>>>,
    /// Where the ranks are that share the search.
    #[cfg(feature = "ranks")]
    pub presence: super::presence::Presence,
    /// Who waits for work, and where there is some.
    pub team: SplitTeam,
    /// What ranks send each other of this search.
    #[cfg(feature = "ranks")]
    pub exchange: super::remote::RankExchange,
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
            #[cfg(feature = "ranks")]
            presence: super::presence::Presence::new(0, 1),
            team: SplitTeam::default(),
            #[cfg(feature = "ranks")]
            exchange: super::remote::RankExchange::default(),
        }
    }

    /// For the threads of this process, a rank of so many; the other ranks' counts stand behind
    /// those of the threads.
    #[cfg(feature = "ranks")]
    pub fn among((rank, ranks): (usize, usize), threads: usize, way: ParallelSearch) -> Self {
        let presence = super::presence::Presence::new(rank, ranks);
        Self { presence, ..Self::new(threads + ranks - 1, way) }
    }

    /// The least depth of a search that is sent to another rank; below that of any split point
    /// where there is one rank.
    pub fn least_sent(&self) -> i32 {
        #[cfg(feature = "ranks")]
        if self.has_ranks() {
            return super::remote::LEAST_SENT;
        }
        0
    }

    /// The least depth of a node that is split whether anybody waits or not, so that a rank that has
    /// nothing to do need not wait until there is something; no node has it where there is one rank.
    pub fn eager_depth(&self) -> i32 {
        #[cfg(feature = "ranks")]
        if self.has_ranks() {
            return super::reserve::EAGER;
        }
        i32::MAX
    }

    /// True where other ranks share the search.
    #[cfg(feature = "ranks")]
    pub fn has_ranks(&self) -> bool {
        self.presence.ranks > 1
    }

    /// True for the only thread of a rank that searches the root beside other ranks.
    #[cfg(feature = "ranks")]
    pub fn is_thread_beside_ranks(&self) -> bool {
        let alone = self.counters.len() == self.presence.ranks;
        self.way == ParallelSearch::Lazy && self.has_ranks() && alone
    }

    /// How many threads there are.
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

    /// What the threads came to, by their numbers.
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
