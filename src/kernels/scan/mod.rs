//! The scanners, which list a colour's pieces from the cells: one file per instruction set, the
//! assembly beside them; and what they write.

pub mod portable;

#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub mod asm;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub mod avx2;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub(super) mod avx512;
pub(super) mod loops;
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub(super) mod popcnt;

#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
use crate::matrix::Nucleus;
use crate::matrix::cell::Cell;
use crate::types::Square;

/// A scanner as a pointer: [`super::reference::scan`] for a CPU that has its instructions.
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub(super) type Scanner = unsafe fn(&Nucleus, Cell, &mut PieceList) -> usize;

/// The list of SCANNER_CORE: room for 64 pieces, and for the overrun of a vector store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct PieceList(pub [Cell; 80]);

impl Default for PieceList {
    fn default() -> Self {
        Self([0; 80])
    }
}

impl PieceList {
    /// The square an entry names in its bits 14 to 19.
    pub const fn square(entry: Cell) -> Square {
        Square::new((entry >> 14) as u8)
    }
}

/// A bit for each of the first `count` entries of a list, of sixteen at most.
#[inline(always)]
pub(super) const fn first_entries(count: usize) -> u32 {
    0xffff >> (16 - if count < 16 { count } else { 16 })
}

/// The squares of one colour, a byte each: room for 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct SquareList(pub [u8; 64]);

impl Default for SquareList {
    fn default() -> Self {
        Self([0; 64])
    }
}
