//! The routines of `asm/`: SCANNER_CORE as published, and twins of the vector scanners.
//!
//! The safe functions here are the variants that [`crate::kernels::routines`] hands out. They panic where
//! the CPU lacks their level; only that table hands them out, and it looks first.

// Links the routines, which are declared below.
use nucleus_asm as _;

pub use super::avx2::{POSITIONS, Positions};
pub use super::core::{scan_both_core, scan_core};
pub use super::counts::Counts;
use crate::kernels::lists::{PieceList, SquareList};
use crate::kernels::{has_features, level_features};
use crate::matrix::Nucleus;
use crate::matrix::cell::Cell;

/// The routines as they are, for the tests that call them through a checked call. Their contracts
/// stand at the head of each file of `asm/`.
pub mod raw {
    use super::{Cell, Counts, Nucleus, PieceList, Positions, SquareList};

    unsafe extern "sysv64" {
        /// `asm/scanner_core.s`
        pub fn nucleus_scanner_core(
            nucleus: *const Nucleus,
            mask: Cell,
            list: *mut PieceList,
        ) -> usize;
        /// `asm/scanner_avx2.s`
        pub fn nucleus_scanner_avx2(
            nucleus: *const Nucleus,
            mask: Cell,
            list: *mut PieceList,
            positions: *const Positions,
        ) -> usize;
        /// `asm/scanner_avx512.s`
        pub fn nucleus_scanner_avx512(
            nucleus: *const Nucleus,
            mask: Cell,
            list: *mut PieceList,
        ) -> usize;
        /// `asm/both_avx2.s`
        pub fn nucleus_both_avx2(
            nucleus: *const Nucleus,
            lists: *mut [PieceList; 2],
            positions: *const Positions,
        ) -> Counts;
        /// `asm/both_avx512.s`
        pub fn nucleus_both_avx512(nucleus: *const Nucleus, lists: *mut [PieceList; 2]) -> Counts;
        /// `asm/squares_avx2.s`
        pub fn nucleus_squares_avx2(
            nucleus: *const Nucleus,
            mask: Cell,
            list: *mut SquareList,
            positions: *const Positions,
        ) -> usize;
        /// `asm/squares_avx512.s`
        pub fn nucleus_squares_avx512(
            nucleus: *const Nucleus,
            mask: Cell,
            list: *mut SquareList,
        ) -> usize;
    }
}

/// Panics unless the CPU has the avx2 level.
pub(in crate::kernels) fn need_avx2() {
    assert!(level_features! { avx2 => has_features {} }, "only handed out where the CPU has AVX2");
}

/// Panics unless the CPU has the avx512 level.
pub(in crate::kernels) fn need_avx512() {
    assert!(
        level_features! { avx512 => has_features {} },
        "only handed out where the CPU has AVX-512"
    );
}

/// Defines routines with Rust's types, which are as large and aligned as the contracts ask: in
/// `unchecked`, where the caller proves that the CPU has the level, and safe ones that look first.
macro_rules! routines {
    ($($name:ident, $file:literal, $need:ident,
        ($($argument:ident: $type:ty),*) -> $result:ty, $call:expr;)+) => {
        /// The routines that leave the level to their callers.
        pub(in crate::kernels) mod unchecked {
            use super::*;

            $(#[doc = "# Safety\nThe CPU must have the level."]
            #[inline(always)]
            pub unsafe fn $name($($argument: $type),*) -> $result {
                // SAFETY: the types are as large and aligned as the routine's contract asks; two
                // lists in an array lie 320 bytes apart; the caller answers for the CPU.
                unsafe { $call }.into()
            })+
        }

        $(#[doc = concat!("`asm/", $file, "`.\n\n# Panics\nWhere the CPU lacks the level.")]
        pub fn $name($($argument: $type),*) -> $result {
            $need();
            // SAFETY: the CPU has the level, as just asserted.
            unsafe { unchecked::$name($($argument),*) }
        })+
    };
}

routines! {
    scan_avx2, "scanner_avx2.s", need_avx2,
        (nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize,
        raw::nucleus_scanner_avx2(nucleus, mask, list, &POSITIONS);
    scan_both_avx2, "both_avx2.s", need_avx2,
        (nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2],
        raw::nucleus_both_avx2(nucleus, lists, &POSITIONS);
    squares_avx2, "squares_avx2.s", need_avx2,
        (nucleus: &Nucleus, mask: Cell, list: &mut SquareList) -> usize,
        raw::nucleus_squares_avx2(nucleus, mask, list, &POSITIONS);
    scan_avx512, "scanner_avx512.s", need_avx512,
        (nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize,
        raw::nucleus_scanner_avx512(nucleus, mask, list);
    scan_both_avx512, "both_avx512.s", need_avx512,
        (nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2],
        raw::nucleus_both_avx512(nucleus, lists);
    squares_avx512, "squares_avx512.s", need_avx512,
        (nucleus: &Nucleus, mask: Cell, list: &mut SquareList) -> usize,
        raw::nucleus_squares_avx512(nucleus, mask, list);
}

const _: () = assert!(size_of::<PieceList>() == 320 && std::mem::offset_of!(Nucleus, end) == 256);
