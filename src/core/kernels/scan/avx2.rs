//! The scanners of the avx2 level. They pack eight cells at a time by a permutation from a table of the
//! 256 patterns.

use std::arch::x86_64::*;

pub use super::positions::{POSITIONS, Positions};
use crate::kernels::lists::{PieceList, SquareList, first_entries};
use crate::matrix::cell::{Cell, pieces_mask};
use crate::matrix::record::PIECES_ROOM;
use crate::matrix::{Matrix, Nucleus};
use crate::types::Color;

/// The difference of one rank in an entry's square bits.
const RANK: i32 = 8 << 14;

/// Loads the eight cells of a rank.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(in crate::kernels) fn rank_cells(cells: &Matrix, rank: usize) -> __m256i {
    let cells = &cells.0[rank * 8..rank * 8 + 8];
    // SAFETY: the slice is eight cells, 32 bytes.
    unsafe { _mm256_loadu_si256(cells.as_ptr().cast()) }
}

/// Returns the set of non-zero cells among eight masked ones.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn pattern(masked: __m256i) -> usize {
    let zero = _mm256_cmpeq_epi32(masked, _mm256_setzero_si256());
    !_mm256_movemask_ps(_mm256_castsi256_ps(zero)) as usize & 255
}

/// Appends the entries of one rank's masked cells after the first `count`; returns the new count.
///
/// # Safety
/// `count` is at most 56: each rank below has at most eight entries. The list has room for 64.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
unsafe fn append(masked: __m256i, squares: __m256i, list: &mut [Cell], count: usize) -> usize {
    let pattern = pattern(masked);
    let order = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(POSITIONS.0[pattern].cast_signed()));
    let entries = _mm256_permutevar8x32_epi32(_mm256_or_si256(masked, squares), order);
    debug_assert!(count <= 56 && list.len() >= 64);
    // SAFETY: the caller guarantees that `count` is at most 56 and the list has room for 64.
    unsafe { _mm256_storeu_si256(list.as_mut_ptr().add(count).cast(), entries) };
    count + pattern.count_ones() as usize
}

/// Returns the squares of the first rank, in the square bits of an entry.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn first_rank() -> __m256i {
    _mm256_slli_epi32::<14>(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7))
}

/// Implements [`super::portable::scan`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(in crate::kernels) fn scan(nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize {
    scan_into(nucleus, mask, &mut list.0)
}

/// Implements [`crate::kernels::reference::scan`] for the list of a record.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(in crate::kernels) fn list_pieces(
    nucleus: &Nucleus,
    mask: Cell,
    list: &mut [Cell; PIECES_ROOM],
) -> u32 {
    scan_into(nucleus, mask, list) as u32
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn scan_into<const ROOM: usize>(nucleus: &Nucleus, mask: Cell, list: &mut [Cell; ROOM]) -> usize {
    const { assert!(ROOM >= 64) };
    let mask = _mm256_set1_epi32(mask.cast_signed());
    let mut squares = first_rank();
    let mut count = 0;
    for rank in 0..8 {
        let masked = _mm256_and_si256(rank_cells(&nucleus.cells, rank), mask);
        // SAFETY: the ranks below `rank` have added at most 8 · rank entries; there is room for 64.
        count = unsafe { append(masked, squares, list, count) };
        squares = _mm256_add_epi32(squares, _mm256_set1_epi32(RANK));
    }
    count
}

/// Implements [`super::portable::scan_both`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(in crate::kernels) fn scan_both(nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2] {
    let masks = [
        _mm256_set1_epi32(pieces_mask(Color::White).cast_signed()),
        _mm256_set1_epi32(pieces_mask(Color::Black).cast_signed()),
    ];
    let [white, black] = lists;
    let mut squares = first_rank();
    let [mut whites, mut blacks] = [0; 2];
    for rank in 0..8 {
        let cells = rank_cells(&nucleus.cells, rank);
        let masked = [_mm256_and_si256(cells, masks[0]), _mm256_and_si256(cells, masks[1])];
        // SAFETY: the ranks below `rank` have added at most 8 · rank entries to each list, which has room for
        // 64.
        unsafe {
            whites = append(masked[0], squares, &mut white.0, whites);
            blacks = append(masked[1], squares, &mut black.0, blacks);
        }
        squares = _mm256_add_epi32(squares, _mm256_set1_epi32(RANK));
    }
    [whites, blacks]
}

/// Implements [`super::portable::squares`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(in crate::kernels) fn squares(nucleus: &Nucleus, mask: Cell, list: &mut SquareList) -> usize {
    let mask = _mm256_set1_epi32(mask.cast_signed());
    let mut count = 0;
    for rank in 0..8 {
        let pattern = pattern(_mm256_and_si256(rank_cells(&nucleus.cells, rank), mask));
        let squares = POSITIONS.0[pattern] + 0x0808_0808_0808_0808 * rank as u64;
        // SAFETY: the ranks below `rank` have added at most 8 · rank bytes, so eight more fit in
        // the 64 of the list.
        unsafe { list.0.as_mut_ptr().add(count).cast::<u64>().write_unaligned(squares.to_le()) };
        count += pattern.count_ones() as usize;
    }
    count
}

/// Implements [`super::portable::entries_with`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
pub(in crate::kernels) fn entries_with(list: &PieceList, count: usize, mask: Cell) -> u32 {
    let (eights, _) = list.0.as_chunks::<8>();
    let mask = _mm256_set1_epi32(mask.cast_signed());
    let with = |at: usize| {
        // SAFETY: the chunk is eight entries, 32 bytes.
        let entries = unsafe { _mm256_loadu_si256(eights[at].as_ptr().cast()) };
        pattern(_mm256_and_si256(entries, mask)) as u32
    };
    (with(0) | with(1) << 8) & first_entries(count)
}
