//! The table of nodes that are being searched, so that a rank defers moves that another one searches.
//!
//! A rank tells the others the deep nodes on its path as they are now. What it says is late by the
//! time that a message takes, and nothing depends on it but who searches what first.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use nucleus_core::types::Move;
use nucleus_search::distributed::{RootSearch, Window};

/// Returns a search of the root as a number, never zero.
pub fn pack_root(search: RootSearch) -> u64 {
    let RootSearch { depth, window: Window { alpha, beta }, first } = search;
    u64::from(first.0)
        | u64::from(alpha.cast_unsigned()) << 16
        | u64::from(beta.cast_unsigned()) << 32
        | u64::from(depth.max(1)) << 48
}

/// Returns the search of the root of a number; none for zero.
pub fn unpack_root(packed: u64) -> Option<RootSearch> {
    let window = Window { alpha: (packed >> 16) as i16, beta: (packed >> 32) as i16 };
    let depth = (packed >> 48) as u32;
    (depth > 0).then_some(RootSearch { depth, window, first: Move(packed as u16) })
}

/// The nodes that the ranks are at which search the same root.
pub struct SearchingTable {
    rank: usize,
    ranks: usize,
    /// The keys of the nodes on the own path, and of those on the other ranks'.
    own: Mutex<Vec<u64>>,
    others: Mutex<Vec<Vec<u64>>>,
    /// Number of times that entries of deep searches arrived. Relaxed, as the next: a late read
    /// only delays a look.
    arrivals: AtomicU64,
    /// The search of the root that the leading rank is at, packed.
    root: AtomicU64,
}

impl SearchingTable {
    /// The table of this rank among so many.
    pub fn new(rank: usize, ranks: usize) -> Self {
        Self {
            rank,
            ranks,
            own: Mutex::default(),
            others: Mutex::new(vec![Vec::new(); ranks]),
            arrivals: AtomicU64::new(0),
            root: AtomicU64::new(0),
        }
    }

    /// Notes that this rank enters a node.
    pub fn enter(&self, key: u64) {
        self.own.lock().unwrap_or_else(PoisonError::into_inner).push(key);
    }

    /// Notes that this rank leaves the node entered last.
    pub fn leave(&self) {
        self.own.lock().unwrap_or_else(PoisonError::into_inner).pop();
    }

    /// The search of the root that the leading rank is at, packed, as far as is known here; and the
    /// keys of the own path.
    pub fn own(&self) -> (u64, Vec<u64>) {
        let path = self.own.lock().unwrap_or_else(PoisonError::into_inner).clone();
        (self.root.load(Ordering::Relaxed), path)
    }

    /// Notes the path of another rank.
    pub fn set_other(&self, rank: usize, path: Vec<u64>) {
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = others.get_mut(rank) {
            *slot = path;
        }
    }

    /// True when another rank is at or below the node of this key.
    pub fn is_elsewhere(&self, key: u64) -> bool {
        self.with_others(|others| is_among(others, key))
    }

    /// Returns the index of the move to search next at a node of this key, given the `children`
    /// that the moves lead to: the first that nobody searches and that falls to this rank, or else
    /// the last that nobody searches, or else the first, which is then searched by several. Known
    /// moves (`is_known`) come first. Moves stay in order where no other rank is at the node.
    pub fn choose(
        &self,
        key: u64,
        children: impl Iterator<Item = u64>,
        is_known: impl Fn(u64) -> bool,
    ) -> usize {
        self.with_others(|others| {
            if !is_among(others, key) {
                return 0;
            }
            let (mut mine, mut last) = (None, 0);
            for (index, child) in children.enumerate() {
                if is_among(others, child) {
                    continue;
                }
                if is_known(child) {
                    return index;
                }
                last = index;
                // Bits that no place in a table depends on.
                if mine.is_none() && (child >> 20) as usize % self.ranks == self.rank {
                    mine = Some(index);
                }
            }
            mine.unwrap_or(last)
        })
    }

    fn with_others<T>(&self, look: impl FnOnce(&[Vec<u64>]) -> T) -> T {
        look(&self.others.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes that entries of deep searches came from another rank.
    pub fn note_arrival(&self) {
        self.arrivals.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of arrivals.
    pub fn arrivals(&self) -> u64 {
        self.arrivals.load(Ordering::Relaxed)
    }

    /// The search of the root that the leading rank is at; none before it has begun.
    pub fn root(&self) -> Option<RootSearch> {
        unpack_root(self.root.load(Ordering::Relaxed))
    }

    /// Notes the search of the root that the leading rank is at, packed.
    pub fn set_root(&self, packed: u64) {
        self.root.store(packed, Ordering::Relaxed);
    }
}

fn is_among(others: &[Vec<u64>], key: u64) -> bool {
    others.iter().any(|path| path.contains(&key))
}

#[cfg(test)]
mod tests {
    use super::{RootSearch, SearchingTable, Window, pack_root, unpack_root};
    use nucleus_core::types::Move;

    #[test]
    fn a_search_of_the_root_is_a_number() {
        let window = Window { alpha: -32_000, beta: 31 };
        let search = RootSearch { depth: 120, window, first: Move(777) };
        assert_eq!(unpack_root(pack_root(search)), Some(search));
        assert_eq!(unpack_root(0), None);
    }

    #[test]
    fn moves_that_others_search_come_last() {
        let (node, children) = (99, [0u64, 1, 2, 3].map(|n| n << 20));
        let choose = |table: &SearchingTable, known: u64| {
            table.choose(node, children.into_iter(), |child| child == known)
        };
        let table = SearchingTable::new(1, 2);
        assert_eq!(choose(&table, u64::MAX), 0, "in order where nobody else is");
        table.set_other(0, vec![5, node]);
        assert!(table.is_elsewhere(node) && !table.is_elsewhere(6));
        assert_eq!(choose(&table, u64::MAX), 1, "the first that falls to this rank");
        assert_eq!(choose(&table, children[2]), 2, "what is known comes first");
        table.set_other(0, vec![node, children[1]]);
        assert_eq!(choose(&table, u64::MAX), 3);
        let rest = [children[0], children[2], children[1]];
        assert_eq!(table.choose(node, rest.into_iter(), |_| false), 1, "the last that is free");
        assert_eq!(table.choose(node, [children[1]].into_iter(), |_| false), 0, "together");
        table.set_other(0, Vec::new());
        assert!(!table.is_elsewhere(node));
        table.set_other(7, vec![node]);
        assert!(!table.is_elsewhere(node), "there is no such rank");
    }

    #[test]
    fn the_own_path_is_a_stack() {
        let table = SearchingTable::new(0, 2);
        table.enter(3);
        table.enter(4);
        table.leave();
        table.set_root(8);
        assert_eq!(table.own(), (8, vec![3]));
    }
}
