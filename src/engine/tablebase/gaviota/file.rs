//! A file of one table: its header, its index of blocks, its blocks.
//!
//! All numbers are little-endian, 4 bytes, 4 of zero: reserved, positions a block (16,384), those
//! of the last block of each side to move, where the first block begins (40 + 4 for each block and
//! one more). From byte 40 on where each block begins, and last where the last one ends. First the
//! blocks of the side to move that the name has first.

use super::decode::{BLOCK, unzip};
use crate::tablebase::error::TableFault;
use crate::tablebase::source::TableBytes;

/// Bytes of the header.
const HEADER: u64 = 40;
/// The most bytes of a block that is read: those that do not compress have little more than they
/// hold.
const LONGEST_BLOCK: u64 = 4 * BLOCK as u64;

/// A file of one table.
#[derive(Debug)]
pub struct GaviotaFile {
    bytes: TableBytes,
    /// Positions for each side to move.
    size: usize,
}

impl GaviotaFile {
    /// A table of `size` positions for each side to move.
    ///
    /// # Errors
    /// When the header is not that of such a table, or the file is not as long as it says.
    pub fn new(bytes: TableBytes, size: usize) -> Result<Self, TableFault> {
        let file = Self { bytes, size };
        let block = file.number(8)?;
        if block != BLOCK as u64 {
            return Err(TableFault::Header(format!("{block} positions a block, not {BLOCK}")));
        }
        let first = file.number(32)?;
        let wanted = HEADER + 4 * (file.blocks() + 1);
        if first != wanted {
            let fault = format!("the blocks begin at byte {first}, not {wanted}");
            return Err(TableFault::Header(fault));
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

    /// Blocks of both sides to move.
    fn blocks(&self) -> u64 {
        2 * self.size.div_ceil(BLOCK) as u64
    }

    fn number(&self, offset: u64) -> Result<u64, TableFault> {
        Ok(u64::from(u32::from_le_bytes(self.bytes.array(offset)?)))
    }

    /// Returns the offset of a block.
    fn block_start(&self, block: u64) -> Result<u64, TableFault> {
        self.number(HEADER + 4 * block)
    }

    /// Returns the block and the index in it that hold a position's value.
    pub fn place(&self, index: usize, second: bool) -> Option<(u32, usize)> {
        let side = if second { self.size.div_ceil(BLOCK) } else { 0 };
        (index < self.size).then(|| ((side + index / BLOCK) as u32, index % BLOCK))
    }

    /// The packed values of a block.
    ///
    /// # Errors
    /// When it is damaged or cannot be read.
    pub fn block(&self, block: u32) -> Result<Vec<u8>, TableFault> {
        let number = u64::from(block);
        let damaged = |fault: String| TableFault::Block { number, fault };
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
