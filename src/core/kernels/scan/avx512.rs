//! The scanners of the avx512 level. They compress sixteen cells at a time in a register and store a
//! full vector, because compressing to memory is slow on Zen 4.

use std::arch::x86_64::*;

use crate::kernels::lists::{PieceList, SquareList, first_entries};
use crate::matrix::Nucleus;
use crate::matrix::cell::{Cell, pieces_mask};
use crate::matrix::record::PIECES_ROOM;
use crate::types::Color;

/// The 64 squares, one byte each.
#[repr(C, align(64))]
struct SquareNumbers([u8; 64]);

static ALL_SQUARES: SquareNumbers = {
    let mut bytes = [0; 64];
    let mut square = 0;
    while square < 64 {
        bytes[square] = square as u8;
        square += 1;
    }
    SquareNumbers(bytes)
};

/// Truth table of `a & b | c`, for a ternary function.
const AND_OR: i32 = 0xea;

/// Loads sixteen cells, two ranks.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn cells(nucleus: &Nucleus, quarter: usize) -> __m512i {
    let cells = &nucleus.cells.0[quarter * 16..quarter * 16 + 16];
    // SAFETY: the slice is sixteen cells, 64 bytes; the matrix is aligned to 64.
    unsafe { _mm512_load_si512(cells.as_ptr().cast()) }
}

/// Returns the squares of two ranks, in the square bits of an entry.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn squares_of(quarter: usize) -> __m512i {
    let first = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    let base = _mm512_set1_epi32(16 * quarter as i32);
    _mm512_slli_epi32::<14>(_mm512_add_epi32(first, base))
}

/// Appends the entries of sixteen cells after the first `count`; returns the new count.
///
/// # Safety
/// `count` is at most 48: each quarter below has at most sixteen entries. The list has room for
/// 64.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
unsafe fn append(
    cells: __m512i,
    mask: __m512i,
    squares: __m512i,
    list: &mut [Cell],
    count: usize,
) -> usize {
    let pattern = _mm512_test_epi32_mask(cells, mask);
    let entries = _mm512_ternarylogic_epi32::<AND_OR>(cells, mask, squares);
    let entries = _mm512_maskz_compress_epi32(pattern, entries);
    debug_assert!(count <= 48 && list.len() >= 64);
    // SAFETY: the caller guarantees that `count` is at most 48 and the list has room for 64.
    unsafe { _mm512_storeu_si512(list.as_mut_ptr().add(count).cast(), entries) };
    count + pattern.count_ones() as usize
}

#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub fn scan(nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize {
    scan_into(nucleus, mask, &mut list.0)
}

/// Implements [`crate::kernels::reference::scan`] for the list of a record.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub fn list_pieces(nucleus: &Nucleus, mask: Cell, list: &mut [Cell; PIECES_ROOM]) -> u32 {
    scan_into(nucleus, mask, list) as u32
}

#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn scan_into<const ROOM: usize>(nucleus: &Nucleus, mask: Cell, list: &mut [Cell; ROOM]) -> usize {
    const { assert!(ROOM >= 64) };
    let mask = _mm512_set1_epi32(mask.cast_signed());
    let mut count = 0;
    for quarter in 0..4 {
        let (cells, squares) = (cells(nucleus, quarter), squares_of(quarter));
        // SAFETY: the quarters below have added at most sixteen entries each; there is room for 64.
        count = unsafe { append(cells, mask, squares, list, count) };
    }
    count
}

#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub fn scan_both(nucleus: &Nucleus, lists: &mut [PieceList; 2]) -> [usize; 2] {
    let masks = [
        _mm512_set1_epi32(pieces_mask(Color::White).cast_signed()),
        _mm512_set1_epi32(pieces_mask(Color::Black).cast_signed()),
    ];
    let [white, black] = lists;
    let [mut whites, mut blacks] = [0; 2];
    for quarter in 0..4 {
        let (cells, squares) = (cells(nucleus, quarter), squares_of(quarter));
        // SAFETY: the quarters below have added at most sixteen entries each to each list, which has
        // room for 64.
        unsafe {
            whites = append(cells, masks[0], squares, &mut white.0, whites);
            blacks = append(cells, masks[1], squares, &mut black.0, blacks);
        }
    }
    [whites, blacks]
}

/// Implements [`super::portable::entries_with`].
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub fn entries_with(list: &PieceList, count: usize, mask: Cell) -> u32 {
    let (sixteens, _) = list.0.as_chunks::<16>();
    // SAFETY: the chunk is sixteen entries, 64 bytes; the list is aligned to 64.
    let entries = unsafe { _mm512_load_si512(sixteens[0].as_ptr().cast()) };
    let with = _mm512_test_epi32_mask(entries, _mm512_set1_epi32(mask.cast_signed()));
    u32::from(with) & first_entries(count)
}

#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub fn squares(nucleus: &Nucleus, mask: Cell, list: &mut SquareList) -> usize {
    let mask = _mm512_set1_epi32(mask.cast_signed());
    let test = |quarter| _mm512_test_epi32_mask(cells(nucleus, quarter), mask);
    let low = _mm512_kunpackw(test(1).into(), test(0).into());
    let high = _mm512_kunpackw(test(3).into(), test(2).into());
    let pattern = _mm512_kunpackd(high.into(), low.into());
    // SAFETY: the constant and the list are 64 bytes, aligned to 64.
    unsafe {
        let all = _mm512_load_si512((&raw const ALL_SQUARES.0).cast());
        let found = _mm512_maskz_compress_epi8(pattern, all);
        _mm512_store_si512((&raw mut list.0).cast(), found);
    }
    pattern.count_ones() as usize
}
