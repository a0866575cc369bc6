//! The transposition table: four entries per cache line, lockless (Umko, section 2.2).

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

/// The table could not be allocated.
#[derive(Debug)]
pub struct TableError {
    /// The requested size of the table.
    pub megabytes: usize,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a hash table of {} MiB", self.megabytes)
    }
}

impl std::error::Error for TableError {}

/// Returns the available memory in MiB, if the system reports it.
fn available_megabytes() -> Option<usize> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok().map(|kib| kib >> 10)
}

/// The transposition table.
///
/// An empty table uses only its first buckets, which stay in a core's second-level cache. It uses all buckets
/// once these are half full. So a short search does not wait for memory, and clearing after it costs almost
/// nothing.
pub struct TranspositionTable {
    buckets: Box<[Bucket]>,
    /// The number of buckets in use: [`FIRST`] or all.
    spread: AtomicUsize,
    /// The number of the search, modulo [`AGES`]; written between searches.
    age: AtomicU8,
    counters: Counters,
}

/// The fields that a store writes, apart from those that every probe reads: a thread's stores then
/// do not take the cache line from other threads (false sharing). Aligned to a pair of lines, since
/// processors fetch lines in pairs.
#[derive(Default)]
#[repr(align(128))]
struct Counters {
    /// Number of entries stored while only the first buckets were in use.
    stored: AtomicUsize,
}

const AGES: u8 = 32;
/// Number of buckets that shallow searches use: 256 KiB, which stay in a core's second-level cache,
/// where an access costs a tenth of one to memory.
const CORNER: usize = 4096;
/// Size in bytes from which several threads clear the table: a smaller one is cleared before they wake.
const CLEARED_IN_PARTS: usize = 4 << 20;
/// Number of buckets that an empty table uses: 512 KiB.
const FIRST: usize = 8192;

/// Returns the index of a position's bucket among `count`.
#[inline(always)]
fn place(key: u64, count: usize) -> usize {
    ((u128::from(key) * count as u128) >> 64) as usize
}

impl TranspositionTable {
    /// Returns a table of this many MiB, at least one.
    ///
    /// # Errors
    /// If the memory cannot be allocated.
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

    /// Returns the size in MiB.
    pub fn megabytes(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        let used = self.used();
        for slot in self.buckets[..used].iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot = TableSlot::default();
        }
        self.restart();
    }

    /// Returns the number of buckets that may contain entries.
    fn used(&self) -> usize {
        self.spread().max(self.corner())
    }

    /// Returns true if the table is large enough for several threads to clear it.
    pub fn is_cleared_in_parts(&self) -> bool {
        self.used() * size_of::<Bucket>() >= CLEARED_IN_PARTS
    }

    /// Clears one of `parts` parts; call [`TranspositionTable::restart`] afterwards. Relaxed: no
    /// search runs meanwhile, and the pool's lock orders it before the next search.
    pub fn clear_part(&self, part: usize, parts: usize) {
        let used = self.used();
        let part = used * part / parts..used * (part + 1) / parts;
        for slot in self.buckets[part].iter().flat_map(|bucket| &bucket.0) {
            slot.data.store(0, Ordering::Relaxed);
            slot.check.store(0, Ordering::Relaxed);
        }
    }

    /// Starts an empty table with the first buckets.
    pub fn restart(&mut self) {
        *self.spread.get_mut() = FIRST.min(self.buckets.len());
        *self.counters.stored.get_mut() = 0;
        *self.age.get_mut() = 0;
    }

    /// Makes all stored entries older than the next ones.
    pub fn next_search(&self) {
        self.age.store((self.age() + 1) % AGES, Ordering::Relaxed);
    }

    /// Returns the number of the search. Relaxed, as cheap as a plain read: it changes only between
    /// searches.
    #[inline(always)]
    fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed)
    }

    /// Spreads the entries over all buckets once the first are half full; call it regularly. Other
    /// threads may continue: some of their stores and probes may miss.
    pub fn spread_out(&self) {
        let stored = self.counters.stored.load(Ordering::Relaxed);
        if stored <= FIRST * 2 || self.spread() == self.buckets.len() {
            return;
        }
        // Only one of several threads spreads the entries.
        if self.spread.swap(self.buckets.len(), Ordering::Relaxed) == self.buckets.len() {
            return;
        }
        // Descending: the bucket to which entries move has then been emptied already.
        for index in (0..FIRST).rev() {
            for slot in &self.buckets[index].0 {
                let data = slot.data.load(Ordering::Relaxed);
                let key = slot.check.load(Ordering::Relaxed) ^ data;
                // Other entries belong to shallow searches.
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

    /// Returns the number of buckets in use.
    #[inline(always)]
    fn spread(&self) -> usize {
        self.spread.load(Ordering::Relaxed)
    }

    /// Returns the bucket of a position among the first `count`.
    #[inline(always)]
    fn bucket(&self, key: u64, count: usize) -> &Bucket {
        &self.buckets[place(key, count)]
    }

    /// Returns the number of buckets for shallow searches.
    #[inline(always)]
    fn corner(&self) -> usize {
        CORNER.min(self.buckets.len())
    }

    /// Prefetches the bucket of a position that will be probed.
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

    /// Stores an entry in its position's slot, else in the bucket's least valuable one. A much
    /// deeper entry of the position from this search is kept, unless the new score is exact.
    #[inline(always)]
    pub fn store(&self, key: u64, entry: TableEntry) {
        let spread = self.spread();
        // The count is needed only before the spread. Without it, threads write no common cache line.
        if self.put(self.bucket(key, spread), key, entry) && spread != self.buckets.len() {
            let stored = &self.counters.stored;
            stored.store(stored.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        }
    }

    /// Stores the result of a shallow search in the buckets for shallow searches, which fit in the
    /// second-level cache.
    #[inline(always)]
    pub fn store_shallow(&self, key: u64, entry: TableEntry) {
        self.put(self.bucket(key, self.corner()), key, entry);
    }

    /// Stores an entry in a bucket; returns true if it fills a free slot.
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
                let fresh = (data >> 59) as u8 == search;
                if fresh && entry.bound != TableBound::Exact && entry.depth + 3 < old.depth {
                    return false;
                }
                victim = slot;
                break;
            }
            let age = (search + AGES - (data >> 59) as u8) % AGES;
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

    /// Returns the part of the table that this search has filled, in thousandths.
    pub fn hashfull(&self) -> usize {
        let spread = self.spread();
        let sample = spread.min(250);
        // The sample is at the end, because the buckets for shallow searches are always full.
        let used = self.buckets[spread - sample..spread]
            .iter()
            .flat_map(|bucket| &bucket.0)
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && (data >> 59) as u8 == self.age())
            .count();
        used * 1000 / (sample * 4) * spread / self.buckets.len()
    }
}
