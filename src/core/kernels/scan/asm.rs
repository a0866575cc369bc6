//! The routines of `asm/`: SCANNER_CORE as published, and twins of the vector scanners.
//!
//! The safe functions here are the variants that [`crate::kernels::routines`] hands out. They panic where
//! the CPU lacks their level; only that table hands them out, and it looks first.

// Links the routines, which are declared below.
use nucleus_asm as _;

pub use super::avx2::{POSITIONS, Positions};
pub use super::counts::Counts;
use crate::kernels::lists::{PieceList, SquareList};
use crate::kernels::{has_features, level_features};
use crate::matrix::Nucleus;
use crate::matrix::cell::{Cell, pieces_mask};
use crate::types::Color;

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

/// SCANNER_CORE as published. Unlike the other scanners it ends at the first cell that has the
/// whole mask, so the mask wants two bits or more, of which a cell has at most one: piece bits.
///
/// # Panics
/// When the sentinel does not have the whole mask, or the mask is empty: the loop would not end.
pub fn scan_core(nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize {
    assert!(mask != 0 && nucleus.end & mask == mask, "the sentinel ends the loop");
    // SAFETY: the nucleus is 64 cells and the sentinel, which has the whole mask, so that the loop
    // ends there; the list has room for 64 entries.
    unsafe { raw::nucleus_scanner_core(nucleus, mask, list) }
}

/// SCANNER_CORE for White's pieces, then for Black's.
///
/// # Panics
/// When the sentinel does not have both masks.
pub fn scan_both_core(nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2] {
    Color::ALL.map(|color| scan_core(nucleus, pieces_mask(color), &mut lists[color.index()]))
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

/// The routines with Rust's types, which are as large and aligned as the contracts ask; that the
/// CPU has the level is the caller's to prove.
pub(in crate::kernels) mod unchecked {
    use super::*;

    /// Defines one of them.
    macro_rules! routine {
        ($name:ident, $needs:literal, ($($argument:ident: $type:ty),*) -> $result:ty, $call:expr) => {
            #[doc = concat!("# Safety\nThe CPU must have ", $needs, ".")]
            #[inline(always)]
            pub unsafe fn $name($($argument: $type),*) -> $result {
                // SAFETY: the types are as large and aligned as the routine's contract asks; two
                // lists in an array lie 320 bytes apart; the caller answers for the CPU.
                unsafe { $call }.into()
            }
        };
    }

    routine!(scan_avx2, "AVX2", (nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize,
        raw::nucleus_scanner_avx2(nucleus, mask, list, &POSITIONS));
    routine!(scan_both_avx2, "AVX2", (nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2],
        raw::nucleus_both_avx2(nucleus, lists, &POSITIONS));
    routine!(squares_avx2, "AVX2", (nucleus: &Nucleus, mask: Cell, list: &mut SquareList) -> usize,
        raw::nucleus_squares_avx2(nucleus, mask, list, &POSITIONS));
    routine!(scan_avx512, "AVX-512", (nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize,
        raw::nucleus_scanner_avx512(nucleus, mask, list));
    routine!(scan_both_avx512, "AVX-512",
        (nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2],
        raw::nucleus_both_avx512(nucleus, lists));
    routine!(squares_avx512, "AVX-512",
        (nucleus: &Nucleus, mask: Cell, list: &mut SquareList) -> usize,
        raw::nucleus_squares_avx512(nucleus, mask, list));
}

/// Defines the safe form of a routine: it looks at the CPU first.
macro_rules! safe {
    ($name:ident, $file:literal, $need:ident, ($($argument:ident: $type:ty),*) -> $result:ty) => {
        #[doc = concat!("`asm/", $file, "`.\n\n# Panics\nWhere the CPU lacks the level.")]
        pub fn $name($($argument: $type),*) -> $result {
            $need();
            // SAFETY: the CPU has the level, as just asserted.
            unsafe { unchecked::$name($($argument),*) }
        }
    };
}

safe!(scan_avx2, "scanner_avx2.s", need_avx2,
    (nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize);
safe!(scan_both_avx2, "both_avx2.s", need_avx2,
    (nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2]);
safe!(squares_avx2, "squares_avx2.s", need_avx2,
    (nucleus: &Nucleus, mask: Cell, list: &mut SquareList) -> usize);
safe!(scan_avx512, "scanner_avx512.s", need_avx512,
    (nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize);
safe!(scan_both_avx512, "both_avx512.s", need_avx512,
    (nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2]);
safe!(squares_avx512, "squares_avx512.s", need_avx512,
    (nucleus: &Nucleus, mask: Cell, list: &mut SquareList) -> usize);

const _: () = assert!(size_of::<PieceList>() == 320 && std::mem::offset_of!(Nucleus, end) == 256);
