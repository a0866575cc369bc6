//! The routines of `asm/`: SCANNER_CORE as published, and twins of the vector scanners.
//!
//! The safe functions here are the variants that [`super::routines`] hands out. They panic where
//! the CPU lacks their level; only that table hands them out, and it looks first.

use std::arch::global_asm;

pub use super::scan_avx2::{POSITIONS, Positions};
use super::{Nucleus, PieceList, SquareList, avx2, avx512};
use crate::matrix::cell::{Cell, pieces_mask};
use crate::types::Color;

global_asm!(include_str!("../../asm/scanner_core.s"), options(raw));
global_asm!(include_str!("../../asm/scanner_avx2.s"), options(raw));
global_asm!(include_str!("../../asm/scanner_avx512.s"), options(raw));
global_asm!(include_str!("../../asm/both_avx2.s"), options(raw));
global_asm!(include_str!("../../asm/both_avx512.s"), options(raw));
global_asm!(include_str!("../../asm/squares_avx2.s"), options(raw));
global_asm!(include_str!("../../asm/squares_avx512.s"), options(raw));

/// How many entries each colour's list got: the two result registers.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Counts {
    /// In rax.
    pub white: usize,
    /// In rdx.
    pub black: usize,
}

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

/// SCANNER_CORE for White's men, then for Black's.
///
/// # Panics
/// When the sentinel does not have both masks.
pub fn scan_both_core(nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2] {
    Color::ALL.map(|color| scan_core(nucleus, pieces_mask(color), &mut lists[color.index()]))
}

fn need_avx2() {
    assert!(avx2::Token::detect().is_some(), "only handed out where the CPU has AVX2");
}

fn need_avx512() {
    assert!(avx512::Token::detect().is_some(), "only handed out where the CPU has AVX-512");
}

/// `asm/scanner_avx2.s`.
pub fn scan_avx2(nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize {
    need_avx2();
    // SAFETY: the CPU has AVX2, as just asserted; the types are as large and aligned as the
    // routine's contract asks.
    unsafe { raw::nucleus_scanner_avx2(nucleus, mask, list, &POSITIONS) }
}

/// `asm/both_avx2.s`.
pub fn scan_both_avx2(nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2] {
    need_avx2();
    // SAFETY: as in `scan_avx2`; the second list lies 320 bytes behind the first.
    let counts = unsafe { raw::nucleus_both_avx2(nucleus, lists, &POSITIONS) };
    [counts.white, counts.black]
}

/// `asm/squares_avx2.s`.
pub fn squares_avx2(nucleus: &Nucleus, mask: Cell, list: &mut SquareList) -> usize {
    need_avx2();
    // SAFETY: as in `scan_avx2`.
    unsafe { raw::nucleus_squares_avx2(nucleus, mask, list, &POSITIONS) }
}

/// `asm/scanner_avx512.s`.
pub fn scan_avx512(nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize {
    need_avx512();
    // SAFETY: the CPU has AVX-512, as just asserted; the types are as large and aligned as the
    // routine's contract asks.
    unsafe { raw::nucleus_scanner_avx512(nucleus, mask, list) }
}

/// `asm/both_avx512.s`.
pub fn scan_both_avx512(nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2] {
    need_avx512();
    // SAFETY: as in `scan_avx512`; the second list lies 320 bytes behind the first.
    let counts = unsafe { raw::nucleus_both_avx512(nucleus, lists) };
    [counts.white, counts.black]
}

/// `asm/squares_avx512.s`.
pub fn squares_avx512(nucleus: &Nucleus, mask: Cell, list: &mut SquareList) -> usize {
    need_avx512();
    // SAFETY: as in `scan_avx512`.
    unsafe { raw::nucleus_squares_avx512(nucleus, mask, list) }
}

const _: () = assert!(size_of::<PieceList>() == 320 && std::mem::offset_of!(Nucleus, end) == 256);
