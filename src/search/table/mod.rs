//! The transposition table: four entries a cache line, lockless (Umko, section 2.2).

mod entry;
mod scores;
#[cfg(test)]
mod tests;

pub use entry::{TableBound, TableEntry, pack, unpack};
pub use scores::{from_table, holds_at, to_table};

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use entry::{Bucket, TableSlot};
use nucleus_core::kernels::prefetch;

/// The table could not be had.
#[derive(Debug)]
pub struct TableError {
    /// The size that was asked for.
    pub megabytes: usize,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a hash table of {} MiB", self.megabytes)
    }
}

impl std::error::Error for TableError {}

/// Memory that can be used without taking it from others, in MiB, where the system tells.
fn available_megabytes() -> Option<usize> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok().map(|kib| kib >> 10)
}

/// The transposition table.
///
/// A search begins in its first buckets, which stay in a core's second-level cache, and moves to
/// the whole of it when these are half full: a short search waits for no memory, and to forget it
/// costs next to nothing.
pub struct TranspositionTable {
    buckets: Box<[Bucket]>,
    /// The number of buckets that positions are spread over: [`FIRST`] or all.
    spread: AtomicUsize,
    /// The number of the search, modulo [`AGES`]; written between searches.
    age: AtomicU8,
    counters: Counters,
}

/// The fields that a store writes: apart from those that every probe reads, so that one
/// thread's stores do not take the other threads' cache line from them (false sharing). A pair of
/// lines, since processors fetch lines in pairs.
#[derive(Default)]
#[repr(align(128))]
struct Counters {
    /// Entries stored while the first buckets were all that is used.
    stored: AtomicUsize,
}

const AGES: u8 = 64;
/// Buckets of the corner for shallow searches: 256 KiB, to stay in a core's second-level cache,
/// where an answer costs a tenth of what it costs from memory.
const CORNER: usize = 4096;
/// Bytes from which on several threads clear the table: less is done before they wake.
const CLEARED_IN_PARTS: usize = 4 << 20;
/// Buckets that a search begins in: 512 KiB.
const FIRST: usize = 8192;

/// Where a position's bucket is among so many.
#[inline(always)]
fn place(key: u64, count: usize) -> usize {
    ((u128::from(key) * count as u128) >> 64) as usize
}

impl TranspositionTable {
    /// A table of this many MiB, at least one.
    ///
    /// # Errors
    /// When there is no such memory.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let none = TableError { megabytes };
        // The system may promise more than it has, and end the program when that is used.
        if available_megabytes().is_some_and(|available| megabytes > available) {
            return Err(none);
        }
        let bytes = megabytes.max(1).checked_mul(1 << 20).ok_or(TableError { megabytes })?;
        let count = bytes / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| none)?;
        nucleus_core::kernels::memory::advise_huge_pages(buckets.spare_capacity_mut());
        nucleus_core::kernels::memory::fill(&mut buckets, count);
        let spread = AtomicUsize::new(FIRST.min(count));
        let buckets = buckets.into_boxed_slice();
        Ok(Self { buckets, spread, age: AtomicU8::new(0), counters: Counters::default() })
    }

    /// The size in MiB.
    pub fn megabytes(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let used = self.used();
        for slot in self.buckets[..used].iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot = TableSlot::default();
        }
        self.restart();
    }

    /// Returns the number of buckets that may hold something.
    fn used(&self) -> usize {
        self.spread().max(self.corner())
    }

    /// True when there is so much to clear that threads share it.
    pub fn is_cleared_in_parts(&self) -> bool {
        self.used() * size_of::<Bucket>() >= CLEARED_IN_PARTS
    }

    /// Empties one of so many parts; [`TranspositionTable::restart`] has to follow. Relaxed: nobody
    /// searches meanwhile, and the pool's lock orders it before the next search.
    pub fn clear_part(&self, part: usize, parts: usize) {
        let used = self.used();
        let part = used * part / parts..used * (part + 1) / parts;
        for slot in self.buckets[part].iter().flat_map(|bucket| &bucket.0) {
            slot.data.store(0, Ordering::Relaxed);
            slot.check.store(0, Ordering::Relaxed);
        }
    }

    /// Begins again with the first buckets of an empty table.
    pub fn restart(&mut self) {
        *self.spread.get_mut() = FIRST.min(self.buckets.len());
        *self.counters.stored.get_mut() = 0;
        *self.age.get_mut() = 0;
    }

    /// Makes what is stored so far older than what comes.
    pub fn next_search(&self) {
        self.age.store((self.age() + 1) % AGES, Ordering::Relaxed);
    }

    /// The number of the search. Relaxed, which costs what a plain read does: it changes between
    /// searches alone.
    #[inline(always)]
    fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed)
    }

    /// Spreads the entries over all buckets once the first are half full; to be asked now and then.
    /// Other threads may go on meanwhile: what they store or look for may be missed.
    pub fn spread_out(&self) {
        let stored = self.counters.stored.load(Ordering::Relaxed);
        if stored <= FIRST * 2 || self.spread() == self.buckets.len() {
            return;
        }
        // Of several threads one does it.
        if self.spread.swap(self.buckets.len(), Ordering::Relaxed) == self.buckets.len() {
            return;
        }
        // From the last on: where a bucket's entries go has been emptied before.
        for index in (0..FIRST).rev() {
            for slot in &self.buckets[index].0 {
                let data = slot.data.load(Ordering::Relaxed);
                let key = slot.check.load(Ordering::Relaxed) ^ data;
                // What stands elsewhere is a shallow search's.
                if data != 0 && place(key, FIRST) == index {
                    slot.data.store(0, Ordering::Relaxed);
                    slot.check.store(0, Ordering::Relaxed);
                    let bucket = self.bucket(key, self.buckets.len());
                    if let Some(free) = bucket.0.iter().find(|slot| slot.is_free()) {
                        free.data.store(data, Ordering::Relaxed);
                        free.check.store(key ^ data, Ordering::Relaxed);
                    }
                }
            }
        }
    }

    /// Returns the number of buckets that positions are spread over.
    #[inline(always)]
    fn spread(&self) -> usize {
        self.spread.load(Ordering::Relaxed)
    }

    /// The bucket of a position among the first `count`.
    #[inline(always)]
    fn bucket(&self, key: u64, count: usize) -> &Bucket {
        &self.buckets[place(key, count)]
    }

    /// Returns the number of buckets that shallow searches have.
    #[inline(always)]
    fn corner(&self) -> usize {
        CORNER.min(self.buckets.len())
    }

    /// Fetches the bucket of a position that is to be asked for.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key, self.spread()));
    }

    /// Returns the entry of a position.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key, self.spread()).find(key)
    }

    /// Returns the entry of a position from [`TranspositionTable::store_shallow`].
    #[inline(always)]
    pub fn probe_shallow(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key, self.corner()).find(key)
    }

    /// Stores what was found, over the same position or the least valuable entry.
    #[inline(always)]
    pub fn store(&self, key: u64, entry: TableEntry) {
        let spread = self.spread();
        // Once they are spread nobody asks: the threads then write no line in common.
        if self.put(self.bucket(key, spread), key, entry) && spread != self.buckets.len() {
            let stored = &self.counters.stored;
            stored.store(stored.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        }
    }

    /// Stores the outcome of a shallow search where it stays at hand: in a corner of the table
    /// that fits the second-level cache, among others of its kind.
    #[inline(always)]
    pub fn store_shallow(&self, key: u64, entry: TableEntry) {
        self.put(self.bucket(key, self.corner()), key, entry);
    }

    /// True when the entry takes nothing else's place.
    #[inline(always)]
    fn put(&self, bucket: &Bucket, key: u64, mut entry: TableEntry) -> bool {
        let search = self.age();
        let mut victim = &bucket.0[0];
        let mut least = i32::MAX;
        for slot in &bucket.0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                let old = unpack(data);
                if entry.best.is_none() {
                    entry.best = old.best;
                }
                let fresh = (data >> 58) as u8 == search;
                if fresh && entry.bound != TableBound::Exact && entry.depth + 3 < old.depth {
                    return false;
                }
                victim = slot;
                break;
            }
            let age = (search + AGES - (data >> 58) as u8) % AGES;
            let worth = i32::from((data >> 48) as i8)
                - 4 * i32::from(age)
                - if data == 0 { 1000 } else { 0 };
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = pack(entry, search);
        let free = victim.is_free();
        victim.data.store(data, Ordering::Relaxed);
        victim.check.store(key ^ data, Ordering::Relaxed);
        free
    }

    /// Returns the share of the table that this search has filled, in thousandths.
    pub fn hashfull(&self) -> usize {
        let spread = self.spread();
        let sample = spread.min(250);
        // From the end: the shallow depths' corner is always full.
        let used = self.buckets[spread - sample..spread]
            .iter()
            .flat_map(|bucket| &bucket.0)
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && (data >> 58) as u8 == self.age())
            .count();
        used * 1000 / (sample * 4) * spread / self.buckets.len()
    }
}
