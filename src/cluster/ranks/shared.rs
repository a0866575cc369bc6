//! State that the threads of a rank share with the other ranks in a search.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::abdada::SearchingTable;
use super::split_list::{RemoteHelpers, SearcherFunctions};
use nucleus_search::ParallelSearch;
use nucleus_search::distributed::{SearchGroup, TableEntry};

/// The most entries of the table that wait to be sent; later ones are dropped.
const MOST_ENTRIES: usize = 1 << 14;

/// The place of a rank among several.
#[derive(Clone, Copy, Debug)]
pub struct RankPlace {
    /// The number of the rank; 0 leads.
    pub rank: usize,
    /// Number of ranks.
    pub ranks: usize,
}

/// A search that ranks share, as the threads of one of them know it.
pub struct ClusterSearch {
    /// State that the threads of this rank share. The counts of the other ranks stand behind
    /// theirs.
    pub group: Arc<SearchGroup>,
    /// The threads of other ranks.
    pub helpers: Arc<RemoteHelpers>,
    /// The nodes that the ranks are at, where all search the root.
    pub searching: SearchingTable,
    /// Number of threads of this rank.
    pub threads: usize,
    /// Entries of the table that were stored by deep searches and not sent yet.
    entries: Mutex<Vec<(u64, TableEntry)>>,
    functions: OnceLock<SearcherFunctions>,
}

impl ClusterSearch {
    /// A search at this rank, with so many threads here.
    pub fn new(place: RankPlace, threads: usize, way: ParallelSearch) -> Arc<Self> {
        let RankPlace { rank, ranks } = place;
        let helpers = Arc::new(RemoteHelpers::default());
        let group = SearchGroup::with_external(threads + ranks - 1, way, Arc::clone(&helpers) as _);
        Arc::new(Self {
            group: group.into(),
            helpers,
            searching: SearchingTable::new(rank, ranks),
            threads,
            entries: Mutex::default(),
            functions: OnceLock::new(),
        })
    }

    /// Sets the functions for split points of the running search.
    pub fn set_functions(&self, functions: SearcherFunctions) {
        let _ = self.functions.set(functions);
    }

    /// Returns the functions for split points, once a thread has begun.
    pub fn functions(&self) -> Option<&SearcherFunctions> {
        self.functions.get()
    }

    /// Takes over the entries of the table that a thread has collected.
    pub fn add_entries(&self, entries: &mut Vec<(u64, TableEntry)>) {
        let mut waiting = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < MOST_ENTRIES {
            waiting.append(entries);
        }
        entries.clear();
    }

    /// All entries of the table that wait to be sent.
    pub fn take_entries(&self) -> Vec<(u64, TableEntry)> {
        std::mem::take(&mut *self.entries.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
