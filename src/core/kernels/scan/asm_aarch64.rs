//! The scanners of `asm/` for AArch64: SCANNER_CORE, and counterparts of the neon level's scanners.
//!
//! The constants are the variants that [`crate::kernels::routines`] returns.

// Links the routines, which are declared below.
use nucleus_asm as _;

pub use super::core::{Counts, list_core, scan_both_core, scan_core};
pub use super::neon::{ORDERS, Orders};
pub use super::positions::{POSITIONS, Positions};
use super::{BothScanner, Scanner, SquareScanner};
use crate::kernels::lists::{PieceList, SquareList};
use crate::matrix::Nucleus;
use crate::matrix::cell::Cell;

/// The raw routines, for tests that check their calling convention. Each file of `asm/` begins
/// with its contract.
pub mod raw {
    use super::{Cell, Counts, Nucleus, Orders, PieceList, Positions, SquareList};

    unsafe extern "C" {
        /// Lists one colour as published: `asm/scanner_core_aarch64.s`.
        pub fn nucleus_scanner_core(
            nucleus: *const Nucleus,
            mask: Cell,
            list: *mut PieceList,
        ) -> usize;
        /// Lists one colour: `asm/scanner_neon.s`.
        pub fn nucleus_scanner_neon(
            nucleus: *const Nucleus,
            mask: Cell,
            list: *mut PieceList,
            orders: *const Orders,
        ) -> usize;
        /// Lists both colours: `asm/both_neon.s`.
        pub fn nucleus_both_neon(
            nucleus: *const Nucleus,
            lists: *mut [PieceList; 2],
            orders: *const Orders,
        ) -> Counts;
        /// Lists squares: `asm/squares_neon.s`.
        pub fn nucleus_squares_neon(
            nucleus: *const Nucleus,
            mask: Cell,
            list: *mut SquareList,
            positions: *const Positions,
        ) -> usize;
    }
}

// The CPU must have the level. The size and alignment of Rust's types match the contracts, and two lists in
// an array are 320 bytes apart.

pub(in crate::kernels) const SCAN_NEON: Scanner = |nucleus, mask, list| {
    // SAFETY: as above; the caller guarantees that the CPU has the level.
    unsafe { raw::nucleus_scanner_neon(nucleus, mask, list, &ORDERS) }
};

pub(in crate::kernels) const SCAN_BOTH_NEON: BothScanner = |nucleus, lists| {
    // SAFETY: as above; the caller guarantees that the CPU has the level.
    unsafe { raw::nucleus_both_neon(nucleus, lists, &ORDERS) }.into()
};

pub(in crate::kernels) const SQUARES_NEON: SquareScanner = |nucleus, mask, list| {
    // SAFETY: as above; the caller guarantees that the CPU has the level.
    unsafe { raw::nucleus_squares_neon(nucleus, mask, list, &POSITIONS) }
};

const _: () = assert!(
    size_of::<PieceList>() == 320
        && std::mem::offset_of!(Nucleus, end) == 256
        && std::mem::offset_of!(Orders, ones) == 256
);
