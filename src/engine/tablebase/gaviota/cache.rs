//! Blocks that were decoded, so that positions near each other cost one decoding.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::decode::BLOCK;

/// Parts that are locked one by one.
const PARTS: usize = 16;

/// A block of a table: the table's number, the block's.
pub type BlockName = (u32, u32);

/// Decoded blocks up to a number of bytes; the one that was not used for longest goes first.
#[derive(Debug)]
pub struct BlockCache {
    parts: Vec<Mutex<CachePart>>,
    /// Blocks that a part holds.
    most: usize,
}

#[derive(Debug, Default)]
struct CachePart {
    blocks: HashMap<BlockName, (Arc<Vec<u8>>, u64)>,
    clock: u64,
}

impl BlockCache {
    /// A cache of this many MiB; it holds a block in each part at least.
    pub fn new(megabytes: usize) -> Self {
        let most = (megabytes << 20) / BLOCK / PARTS;
        Self { parts: (0..PARTS).map(|_| Mutex::default()).collect(), most: most.max(1) }
    }

    /// Returns the block from the cache, or else reads it with `read`.
    ///
    /// # Errors
    /// Those of `read`; nothing is then kept.
    pub fn get<E>(
        &self,
        name: BlockName,
        read: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<Arc<Vec<u8>>, E> {
        let part = name.0.wrapping_mul(31).wrapping_add(name.1) as usize % PARTS;
        let Some(part) = self.parts.get(part) else { return read().map(Arc::new) };
        {
            let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
            part.clock += 1;
            let now = part.clock;
            if let Some((block, used)) = part.blocks.get_mut(&name) {
                *used = now;
                return Ok(Arc::clone(block));
            }
        }
        // Decoded without the lock: two threads may do so at once, and one of them in vain.
        let block = Arc::new(read()?);
        let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
        if part.blocks.len() >= self.most {
            let oldest = part.blocks.iter().min_by_key(|(_, (_, used))| *used);
            if let Some(oldest) = oldest.map(|(&name, _)| name) {
                part.blocks.remove(&oldest);
            }
        }
        let now = part.clock;
        part.blocks.insert(name, (Arc::clone(&block), now));
        Ok(block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_block_goes_first() {
        // Two blocks a part; these names share one.
        let cache = BlockCache { most: 2, ..BlockCache::new(0) };
        let name = |n: u32| (0, n * PARTS as u32);
        let read = |n: u32| {
            let mut fresh = false;
            let made = cache.get(name(n), || {
                fresh = true;
                Ok::<_, ()>(vec![n as u8])
            });
            assert_eq!(*made.expect("a block"), [n as u8]);
            fresh
        };
        assert!(read(0) && read(1) && !read(0));
        // 1 was not used for longest.
        assert!(read(2) && !read(0) && read(1));
        assert_eq!(cache.get(name(9), || Err("no")), Err("no"));
    }
}
