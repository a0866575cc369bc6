//! The routines of `asm/`: SCANNER_CORE as published, and counterparts of the vector scanners.
//!
//! The safe functions are the variants that [`crate::kernels::routines`] returns. They panic if the
//! CPU lacks their level; only that table returns them, after a check.

// Links the routines, which are declared below.
use nucleus_asm as _;

pub use super::avx2::{POSITIONS, Positions};
use super::core::routines;
pub use super::core::{Counts, list_core, scan_both_core, scan_core};
use crate::kernels::lists::{PieceList, SquareList};
use crate::matrix::Nucleus;
use crate::matrix::cell::Cell;

/// The raw routines, for tests that call them through a checked call. Each file of `asm/` begins
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

routines! {
    scan_avx2(nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize =
        raw::nucleus_scanner_avx2(nucleus, mask, list, &POSITIONS);
    scan_both_avx2(nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2] =
        raw::nucleus_both_avx2(nucleus, lists, &POSITIONS);
    squares_avx2(nucleus: &Nucleus, mask: Cell, list: &mut SquareList) -> usize =
        raw::nucleus_squares_avx2(nucleus, mask, list, &POSITIONS);
    scan_avx512(nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize =
        raw::nucleus_scanner_avx512(nucleus, mask, list);
    scan_both_avx512(nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2] =
        raw::nucleus_both_avx512(nucleus, lists);
    squares_avx512(nucleus: &Nucleus, mask: Cell, list: &mut SquareList) -> usize =
        raw::nucleus_squares_avx512(nucleus, mask, list);
}

const _: () = assert!(size_of::<PieceList>() == 320 && std::mem::offset_of!(Nucleus, end) == 256);
