//! The file of one table: its header, its index of blocks, its blocks.
//!
//! All numbers are little-endian and have 4 bytes; in the header, 4 zero bytes follow each. The header has a
//! reserved number, the positions per block (16,384), the positions in the last block of each side to move,
//! and the start of the first block. From byte 40 on, the index has the start of each block and the end of
//! the last one. The blocks with the first side of the name to move come first.

use super::decode::{BLOCK, unzip};
use crate::tablebase::error::TableFault;
use crate::tablebase::source::TableBytes;

/// Size of the header in bytes.
const HEADER: u64 = 40;
/// The largest block that is read, in bytes: an incompressible block is little longer than its
/// content.
const LONGEST_BLOCK: u64 = 4 * BLOCK as u64;

/// The file of one table.
#[derive(Debug)]
pub struct GaviotaFile {
    bytes: TableBytes,
    /// Number of positions for each side to move.
    size: usize,
}

impl GaviotaFile {
    /// Returns a table with `size` positions for each side to move.
    ///
    /// # Errors
    /// If the header is not valid for such a table, or the length of the file does not match it.
    pub fn new(bytes: TableBytes, size: usize) -> Result<Self, TableFault> {
        let file = Self { bytes, size };
        let block = file.number(8)?;
        if block != BLOCK as u64 {
            return Err(TableFault::Header(format!("{block} positions a block, not {BLOCK}")));
        }
        let first = file.number(32)?;
        let expected = HEADER + 4 * (file.blocks() + 1);
        if first != expected {
            let reason = format!("the blocks begin at byte {first}, not {expected}");
            return Err(TableFault::Header(reason));
        }
        if file.block_start(0)? != first {
            return Err(TableFault::Header("the first block is not where it should be".into()));
        }
        let (end, length) = (file.block_start(file.blocks())?, file.bytes.length());
        if end != length {
            return Err(TableFault::Header(format!("{length} bytes in place of {end}")));
        }
        Ok(file)
    }

    /// Returns the number of blocks of both sides to move.
    fn blocks(&self) -> u64 {
        2 * self.size.div_ceil(BLOCK) as u64
    }

    fn number(&self, offset: u64) -> Result<u64, TableFault> {
        Ok(u64::from(u32::from_le_bytes(self.bytes.array(offset)?)))
    }

    fn block_start(&self, block: u64) -> Result<u64, TableFault> {
        self.number(HEADER + 4 * block)
    }

    /// Returns the block and the index in it that hold a position's value.
    pub fn place(&self, index: usize, second: bool) -> Option<(u32, usize)> {
        let side = if second { self.size.div_ceil(BLOCK) } else { 0 };
        (index < self.size).then(|| ((side + index / BLOCK) as u32, index % BLOCK))
    }

    /// Returns the packed values of a block.
    ///
    /// # Errors
    /// If the block is damaged or cannot be read.
    pub fn block(&self, block: u32) -> Result<Vec<u8>, TableFault> {
        let number = u64::from(block);
        let damaged = |reason: String| TableFault::Block { number, reason };
        let (start, end) = (self.block_start(number)?, self.block_start(number + 1)?);
        let length = end.checked_sub(start).filter(|&length| length <= LONGEST_BLOCK);
        let Some(length) = length else {
            return Err(damaged(format!("it goes from byte {start} to {end}")));
        };
        let in_side = block as usize % self.size.div_ceil(BLOCK);
        let count = (self.size - in_side * BLOCK).min(BLOCK);
        unzip(&self.bytes.bytes(start, length)?, count).map_err(damaged)
    }
}
