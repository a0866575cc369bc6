//! Safe calls of SCANNER_CORE in assembly, and the result of routines that list both colours.

use super::asm::raw;
use crate::kernels::lists::PieceList;
use crate::matrix::Nucleus;
use crate::matrix::cell::{Cell, pieces_mask};
use crate::matrix::record::PIECES_ROOM;
use crate::types::Color;

/// Number of entries in each colour's list: the two result registers.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Counts {
    /// White's count, returned in rax or x0.
    pub white: usize,
    /// Black's count, returned in rdx or x1.
    pub black: usize,
}

impl From<Counts> for [usize; 2] {
    fn from(counts: Counts) -> Self {
        [counts.white, counts.black]
    }
}

/// SCANNER_CORE as published. Unlike the other scanners, it ends at the first cell that has all
/// bits of the mask. So the mask needs two bits or more, of which a cell has at most one.
///
/// # Panics
/// If the sentinel lacks a bit of the mask, or the mask is zero: the loop would not end.
pub fn scan_core(nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize {
    scan_into(nucleus, mask, list.0.first_chunk_mut().expect("a list of 80"))
}

/// Runs [`scan_core`] with the list of a record.
///
/// # Panics
/// As [`scan_core`].
pub fn list_core(nucleus: &Nucleus, mask: Cell, list: &mut [Cell; PIECES_ROOM]) -> u32 {
    scan_into(nucleus, mask, list) as u32
}

#[inline(always)]
fn scan_into(nucleus: &Nucleus, mask: Cell, list: &mut [Cell; PIECES_ROOM]) -> usize {
    assert!(mask != 0 && nucleus.end & mask == mask, "the sentinel ends the loop");
    // SAFETY: the nucleus is 64 cells and the sentinel, which has all bits of the mask, so the loop
    // ends there; the list has room for one entry per cell.
    unsafe { raw::nucleus_scanner_core(nucleus, mask, list.as_mut_ptr().cast()) }
}

/// Runs SCANNER_CORE for White's pieces, then for Black's.
///
/// # Panics
/// If the sentinel lacks a bit of either mask.
pub fn scan_both_core(nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2] {
    Color::ALL.map(|color| scan_core(nucleus, pieces_mask(color), &mut lists[color.index()]))
}
