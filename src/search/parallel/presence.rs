//! Lazy SMP among ranks: where the other ranks are that search the same root, so that each leaves
//! moves to them that they search already.
//!
//! A rank shows the others the deep nodes on its path as they are now. What it says is late by the
//! time that a message takes, and nothing depends on it but who searches what first.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use nucleus_core::types::{Move, Score};

/// A search of the root: what the leading rank does now, and the others with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootCall {
    /// The depth.
    pub depth: u32,
    /// The window.
    pub window: (Score, Score),
    /// The move that is searched first.
    pub first: Move,
}

impl RootCall {
    /// As a number, never zero.
    pub fn pack(self) -> u64 {
        let Self { depth, window: (alpha, beta), first } = self;
        u64::from(first.0)
            | u64::from(alpha.cast_unsigned()) << 16
            | u64::from(beta.cast_unsigned()) << 32
            | u64::from(depth.max(1)) << 48
    }

    /// The reverse; none for zero.
    pub fn unpack(packed: u64) -> Option<Self> {
        let window = ((packed >> 16) as i16, (packed >> 32) as i16);
        let depth = (packed >> 48) as u32;
        (depth > 0).then_some(Self { depth, window, first: Move(packed as u16) })
    }
}

/// Where the ranks are that search the same root.
pub struct Presence {
    /// The number of this rank, and how many there are.
    pub rank: usize,
    pub ranks: usize,
    /// The keys of the nodes on the own path, and of those on the other ranks'.
    own: Mutex<Vec<u64>>,
    others: Mutex<Vec<Vec<u64>>>,
    /// How often entries of deep searches came. Relaxed, as the next: who reads it late looks late.
    arrivals: AtomicU64,
    /// What the leading rank searches, packed.
    call: AtomicU64,
}

impl Presence {
    /// Of this rank among so many.
    pub fn new(rank: usize, ranks: usize) -> Self {
        Self {
            rank,
            ranks,
            own: Mutex::default(),
            others: Mutex::new(vec![Vec::new(); ranks]),
            arrivals: AtomicU64::new(0),
            call: AtomicU64::new(0),
        }
    }

    /// The own path goes on to a node.
    pub fn enter(&self, key: u64) {
        self.own.lock().unwrap_or_else(PoisonError::into_inner).push(key);
    }

    /// It goes back.
    pub fn leave(&self) {
        self.own.lock().unwrap_or_else(PoisonError::into_inner).pop();
    }

    /// What the leading rank searches, as far as is known here, and the keys of the own path.
    pub fn own(&self) -> (u64, Vec<u64>) {
        let path = self.own.lock().unwrap_or_else(PoisonError::into_inner).clone();
        (self.call.load(Ordering::Relaxed), path)
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

    /// The place of the move to search next at a node of this key, of those that lead to `children`:
    /// the first that nobody searches and that falls to this rank, or else the last that nobody
    /// searches, or else the first, which is then searched by several. What is known already
    /// (`is_known`) goes before. In order where no other rank is at the node.
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

    /// How often they came.
    pub fn arrivals(&self) -> u64 {
        self.arrivals.load(Ordering::Relaxed)
    }

    /// What the leading rank searches; none before it has begun.
    pub fn call(&self) -> Option<RootCall> {
        RootCall::unpack(self.call.load(Ordering::Relaxed))
    }

    /// Notes what the leading rank searches.
    pub fn set_call(&self, packed: u64) {
        self.call.store(packed, Ordering::Relaxed);
    }
}

fn is_among(others: &[Vec<u64>], key: u64) -> bool {
    others.iter().any(|path| path.contains(&key))
}

#[cfg(test)]
mod tests {
    use super::{Presence, RootCall};
    use nucleus_core::types::Move;

    #[test]
    fn a_root_call_is_a_number() {
        let call = RootCall { depth: 120, window: (-32_000, 31), first: Move(777) };
        assert_eq!(RootCall::unpack(call.pack()), Some(call));
        assert_eq!(RootCall::unpack(0), None);
    }

    #[test]
    fn moves_that_others_search_come_last() {
        let (node, children) = (99, [0u64, 1, 2, 3].map(|n| n << 20));
        let choose = |presence: &Presence, known: u64| {
            presence.choose(node, children.into_iter(), |child| child == known)
        };
        let presence = Presence::new(1, 2);
        assert_eq!(choose(&presence, u64::MAX), 0, "in order where nobody else is");
        presence.set_other(0, vec![5, node]);
        assert!(presence.is_elsewhere(node) && !presence.is_elsewhere(6));
        assert_eq!(choose(&presence, u64::MAX), 1, "the first that falls to this rank");
        assert_eq!(choose(&presence, children[2]), 2, "what is known comes first");
        presence.set_other(0, vec![node, children[1]]);
        assert_eq!(choose(&presence, u64::MAX), 3);
        let rest = [children[0], children[2], children[1]];
        assert_eq!(presence.choose(node, rest.into_iter(), |_| false), 1, "the last that is free");
        assert_eq!(presence.choose(node, [children[1]].into_iter(), |_| false), 0, "together");
        presence.set_other(0, Vec::new());
        assert!(!presence.is_elsewhere(node));
        presence.set_other(7, vec![node]);
        assert!(!presence.is_elsewhere(node), "there is no such rank");
    }

    #[test]
    fn the_own_path_is_a_stack() {
        let presence = Presence::new(0, 2);
        presence.enter(3);
        presence.enter(4);
        presence.leave();
        presence.set_call(8);
        assert_eq!(presence.own(), (8, vec![3]));
    }
}
