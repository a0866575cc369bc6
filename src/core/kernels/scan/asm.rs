//! The scanners of `asm/`: SCANNER_CORE as published, and counterparts of the vector scanners.
//!
//! The constants are the variants that [`crate::kernels::routines`] returns, after it has checked that
//! the CPU has their level.

// Links the routines, which are declared below.
use nucleus_asm as _;

pub use super::avx2::{POSITIONS, Positions};
pub use super::core::{Counts, list_core, scan_both_core, scan_core};
use super::{BothScanner, ListScanner, Scanner, SquareScanner};
use crate::kernels::lists::{PieceList, SquareList};
use crate::matrix::Nucleus;
use crate::matrix::cell::Cell;

/// The raw routines, for tests that check their calling convention. Each file of `asm/` begins
/// with its contract.
pub mod raw {
    use super::{Cell, Counts, Nucleus, PieceList, Positions, SquareList};

    unsafe extern "sysv64" {
        /// Lists one colour as published: `asm/scanner_core.s`.
        pub fn nucleus_scanner_core(
            nucleus: *const Nucleus,
            mask: Cell,
            list: *mut PieceList,
        ) -> usize;
        /// Lists one colour, avx2 level: `asm/scanner_avx2.s`.
        pub fn nucleus_scanner_avx2(
            nucleus: *const Nucleus,
            mask: Cell,
            list: *mut PieceList,
            positions: *const Positions,
        ) -> usize;
        /// Lists one colour, avx512 level: `asm/scanner_avx512.s`.
        pub fn nucleus_scanner_avx512(
            nucleus: *const Nucleus,
            mask: Cell,
            list: *mut PieceList,
        ) -> usize;
        /// Lists both colours, avx2 level: `asm/both_avx2.s`.
        pub fn nucleus_both_avx2(
            nucleus: *const Nucleus,
            lists: *mut [PieceList; 2],
            positions: *const Positions,
        ) -> Counts;
        /// Lists both colours, avx512 level: `asm/both_avx512.s`.
        pub fn nucleus_both_avx512(nucleus: *const Nucleus, lists: *mut [PieceList; 2]) -> Counts;
        /// Lists squares, avx2 level: `asm/squares_avx2.s`.
        pub fn nucleus_squares_avx2(
            nucleus: *const Nucleus,
            mask: Cell,
            list: *mut SquareList,
            positions: *const Positions,
        ) -> usize;
        /// Lists squares, avx512 level: `asm/squares_avx512.s`.
        pub fn nucleus_squares_avx512(
            nucleus: *const Nucleus,
            mask: Cell,
            list: *mut SquareList,
        ) -> usize;
    }
}

// The CPU must have the level. The size and alignment of Rust's types match the contracts, and two lists in
// an array are 320 bytes apart.

pub(in crate::kernels) const SCAN_AVX2: Scanner = |nucleus, mask, list| {
    // SAFETY: as above; the caller guarantees that the CPU has the level.
    unsafe { raw::nucleus_scanner_avx2(nucleus, mask, list, &POSITIONS) }
};

/// Lists pieces for a record.
pub(in crate::kernels) const LIST_AVX2: ListScanner = |nucleus, mask, list| {
    // SAFETY: as above; the caller guarantees the level, and the list has room for 64 entries.
    unsafe { raw::nucleus_scanner_avx2(nucleus, mask, list.as_mut_ptr().cast(), &POSITIONS) as u32 }
};

/// Lists pieces for a record.
pub(in crate::kernels) const LIST_AVX512: ListScanner = |nucleus, mask, list| {
    // SAFETY: as above; the caller guarantees the level, and the list has room for 64 entries.
    unsafe { raw::nucleus_scanner_avx512(nucleus, mask, list.as_mut_ptr().cast()) as u32 }
};

pub(in crate::kernels) const SCAN_BOTH_AVX2: BothScanner = |nucleus, lists| {
    // SAFETY: as above; the caller guarantees that the CPU has the level.
    unsafe { raw::nucleus_both_avx2(nucleus, lists, &POSITIONS) }.into()
};

pub(in crate::kernels) const SQUARES_AVX2: SquareScanner = |nucleus, mask, list| {
    // SAFETY: as above; the caller guarantees that the CPU has the level.
    unsafe { raw::nucleus_squares_avx2(nucleus, mask, list, &POSITIONS) }
};

pub(in crate::kernels) const SCAN_AVX512: Scanner = |nucleus, mask, list| {
    // SAFETY: as above; the caller guarantees that the CPU has the level.
    unsafe { raw::nucleus_scanner_avx512(nucleus, mask, list) }
};

pub(in crate::kernels) const SCAN_BOTH_AVX512: BothScanner = |nucleus, lists| {
    // SAFETY: as above; the caller guarantees that the CPU has the level.
    unsafe { raw::nucleus_both_avx512(nucleus, lists) }.into()
};

pub(in crate::kernels) const SQUARES_AVX512: SquareScanner = |nucleus, mask, list| {
    // SAFETY: as above; the caller guarantees that the CPU has the level.
    unsafe { raw::nucleus_squares_avx512(nucleus, mask, list) }
};

const _: () = assert!(size_of::<PieceList>() == 320 && std::mem::offset_of!(Nucleus, end) == 256);
