//! A cache of decoded blocks, so that several positions of a block need one decoding.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::decode::BLOCK;

/// Number of parts, each with its own lock.
const PARTS: usize = 16;

/// A block's identity: the table's number and the block's number.
pub type BlockName = (u32, u32);

/// A cache of decoded blocks with a size limit; the least recently used block is removed first.
#[derive(Debug)]
pub struct BlockCache {
    parts: Vec<Mutex<CachePart>>,
    /// Number of blocks that a part holds.
    most: usize,
}

#[derive(Debug, Default)]
struct CachePart {
    blocks: HashMap<BlockName, (Arc<Vec<u8>>, u64)>,
    clock: u64,
}

impl BlockCache {
    /// Returns a cache of this many MiB, with at least one block per part.
    pub fn new(megabytes: usize) -> Self {
        let most = (megabytes << 20) / BLOCK / PARTS;
        Self { parts: (0..PARTS).map(|_| Mutex::default()).collect(), most: most.max(1) }
    }

    /// Returns the block from the cache, or else reads it with `read`.
    ///
    /// # Errors
    /// Returns the errors of `read`; nothing is stored then.
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
        // Decoded without the lock: if two threads do so at once, one result is discarded.
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
        // Two blocks per part; these names share a part.
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
        // Block 1 is the least recently used.
        assert!(read(2) && !read(0) && read(1));
        assert_eq!(cache.get(name(9), || Err("no")), Err("no"));
    }
}
