//! Results of the scanners: lists of pieces and of squares.

use crate::matrix::cell::Cell;
use crate::types::Square;

/// The list of [`super::reference::scan`]: room for 64 pieces, and for the overrun of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct PieceList(pub [Cell; 80]);

impl Default for PieceList {
    fn default() -> Self {
        Self([0; 80])
    }
}

impl PieceList {
    /// Returns the square of an entry, its bits 14 to 19.
    pub const fn square(entry: Cell) -> Square {
        Square::new((entry >> 14) as u8)
    }
}

/// Returns a bit for each of the first `count` entries of a list, at most sixteen.
#[inline(always)]
pub(in crate::kernels) const fn first_entries(count: usize) -> u32 {
    0xffff >> (16 - if count < 16 { count } else { 16 })
}

/// A list of squares, one byte each: room for 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct SquareList(pub [u8; 64]);

impl Default for SquareList {
    fn default() -> Self {
        Self([0; 64])
    }
}
