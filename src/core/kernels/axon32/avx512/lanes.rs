//! Cells in four registers of two ranks each, and the two arrangements in which a ray is a walk
//! from register to register: pairs of ranks for rays that leave the rank, pairs of files for rays
//! along it.

use std::arch::x86_64::*;

use crate::matrix::Matrix;

/// Selects the lower half of the first register, the upper of the second.
const OUTER: i32 = 0xe4;
/// Selects the upper half of the first, the lower of the second; with one register, exchanges its halves.
pub(super) const INNER: i32 = 0x4e;
/// Selects both lower halves.
const LOWER: i32 = 0x44;
/// Selects both upper halves.
const UPPER: i32 = 0xee;
/// Exchanges neighbouring quarters.
pub(super) const QUARTERS: i32 = 0xb1;

/// Indices of sixteen cells in a pair of registers.
#[repr(C, align(64))]
pub(super) struct Places([u32; 16]);

/// Returns the indices of two files and of their mirror images, on four ranks held in two registers.
const fn files(file: u32) -> Places {
    let mut places = [0; 16];
    let mut lane = 0;
    while lane < 16 {
        let file = [file, 7 - file, file + 1, 6 - file][lane / 4];
        places[lane] = lane as u32 % 4 * 8 + file;
        lane += 1;
    }
    Places(places)
}

/// Returns the indices of two of four ranks in registers that `files(0)` and `files(2)` arranged.
const fn ranks(first: u32) -> Places {
    let mut places = [0; 16];
    let mut lane = 0;
    while lane < 16 {
        let (rank, file) = (first + lane as u32 / 8, lane as u32 % 8);
        let group = [0, 2, 4, 6, 7, 5, 3, 1][file as usize];
        places[lane] = group * 4 + rank;
        lane += 1;
    }
    Places(places)
}

static FILES_01: Places = files(0);
static FILES_23: Places = files(2);
static RANKS_01: Places = ranks(0);
static RANKS_23: Places = ranks(2);

#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn places(places: &Places) -> __m512i {
    // SAFETY: the sixteen places are 64 bytes, aligned to 64.
    unsafe { _mm512_load_si512(places.0.as_ptr().cast()) }
}

/// Returns a register with the same word in each lane.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn all(word: u32) -> __m512i {
    _mm512_set1_epi32(word.cast_signed())
}

/// Loads the cells, two ranks per register.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn load(cells: &Matrix) -> [__m512i; 4] {
    let from = cells.0.as_ptr();
    // SAFETY: the matrix is four times 64 bytes, aligned to 64.
    unsafe {
        [
            _mm512_load_si512(from.cast()),
            _mm512_load_si512(from.add(16).cast()),
            _mm512_load_si512(from.add(32).cast()),
            _mm512_load_si512(from.add(48).cast()),
        ]
    }
}

/// Stores the cells, two ranks per register.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn store(ranks: [__m512i; 4], cells: &mut Matrix) {
    let to = cells.0.as_mut_ptr();
    // SAFETY: the matrix is four times 64 bytes, aligned to 64.
    unsafe {
        _mm512_store_si512(to.cast(), ranks[0]);
        _mm512_store_si512(to.add(16).cast(), ranks[1]);
        _mm512_store_si512(to.add(32).cast(), ranks[2]);
        _mm512_store_si512(to.add(48).cast(), ranks[3]);
    }
}

/// Exchanges the halves ([`INNER`]), or neighbouring quarters ([`QUARTERS`]).
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn exchanged<const BY: i32>(pair: __m512i) -> __m512i {
    _mm512_shuffle_i32x4::<BY>(pair, pair)
}

/// Returns four pairs of ranks: rank `r` in the lower half, `7 - r` in the upper.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn rank_pairs(ranks: [__m512i; 4]) -> [__m512i; 4] {
    let [a, b, c, d] = ranks;
    [
        _mm512_shuffle_i32x4::<OUTER>(a, d),
        _mm512_shuffle_i32x4::<INNER>(a, d),
        _mm512_shuffle_i32x4::<OUTER>(b, c),
        _mm512_shuffle_i32x4::<INNER>(b, c),
    ]
}

/// Restores the order of [`load`] from [`rank_pairs`].
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn from_rank_pairs(pairs: [__m512i; 4]) -> [__m512i; 4] {
    let [p0, p1, p2, p3] = pairs;
    [
        _mm512_shuffle_i32x4::<LOWER>(p0, p1),
        _mm512_shuffle_i32x4::<LOWER>(p2, p3),
        _mm512_shuffle_i32x4::<UPPER>(p3, p2),
        _mm512_shuffle_i32x4::<UPPER>(p1, p0),
    ]
}

/// Returns four pairs of files: ranks 1 to 4 of file `f`, then of `7 - f`, then ranks 5 to 8 of both.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn file_pairs(ranks: [__m512i; 4]) -> [__m512i; 4] {
    let [a, b, c, d] = ranks;
    let (outer, inner) = (places(&FILES_01), places(&FILES_23));
    let lower = _mm512_permutex2var_epi32(a, outer, b);
    let upper = _mm512_permutex2var_epi32(c, outer, d);
    let lower_inner = _mm512_permutex2var_epi32(a, inner, b);
    let upper_inner = _mm512_permutex2var_epi32(c, inner, d);
    [
        _mm512_shuffle_i32x4::<LOWER>(lower, upper),
        _mm512_shuffle_i32x4::<UPPER>(lower, upper),
        _mm512_shuffle_i32x4::<LOWER>(lower_inner, upper_inner),
        _mm512_shuffle_i32x4::<UPPER>(lower_inner, upper_inner),
    ]
}

/// Restores the order of [`load`] from [`file_pairs`].
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn from_file_pairs(pairs: [__m512i; 4]) -> [__m512i; 4] {
    let [p0, p1, p2, p3] = pairs;
    let (first, second) = (places(&RANKS_01), places(&RANKS_23));
    let lower = _mm512_shuffle_i32x4::<LOWER>(p0, p1);
    let lower_inner = _mm512_shuffle_i32x4::<LOWER>(p2, p3);
    let upper = _mm512_shuffle_i32x4::<UPPER>(p0, p1);
    let upper_inner = _mm512_shuffle_i32x4::<UPPER>(p2, p3);
    [
        _mm512_permutex2var_epi32(lower, first, lower_inner),
        _mm512_permutex2var_epi32(lower, second, lower_inner),
        _mm512_permutex2var_epi32(upper, first, upper_inner),
        _mm512_permutex2var_epi32(upper, second, upper_inner),
    ]
}

/// Moves the cells of each rank one step towards the h-file; zeros enter at the edge.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn east(ranks: __m512i) -> __m512i {
    let from = _mm512_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6, 8, 8, 9, 10, 11, 12, 13, 14);
    _mm512_maskz_permutexvar_epi32(0xfefe, from, ranks)
}

/// Moves the cells of each rank one step towards the a-file; zeros enter at the edge.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn west(ranks: __m512i) -> __m512i {
    let from = _mm512_setr_epi32(1, 2, 3, 4, 5, 6, 7, 7, 9, 10, 11, 12, 13, 14, 15, 15);
    _mm512_maskz_permutexvar_epi32(0x7f7f, from, ranks)
}

/// Returns the union of the cells moved two steps to the east and two to the west.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn two_beside(ranks: __m512i) -> __m512i {
    let west = _mm512_setr_epi32(2, 3, 4, 5, 6, 7, 7, 7, 10, 11, 12, 13, 14, 15, 15, 15);
    let east = _mm512_setr_epi32(0, 0, 0, 1, 2, 3, 4, 5, 8, 8, 8, 9, 10, 11, 12, 13);
    let west = _mm512_maskz_permutexvar_epi32(0x3f3f, west, ranks);
    _mm512_or_si512(west, _mm512_maskz_permutexvar_epi32(0xfcfc, east, ranks))
}

/// Returns the union of the cells moved one step to the east and one to the west.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn beside(ranks: __m512i) -> __m512i {
    _mm512_or_si512(west(ranks), east(ranks))
}

#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn or(a: __m512i, b: __m512i) -> __m512i {
    _mm512_or_si512(a, b)
}

#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn or3(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<0xfe>(a, b, c)
}

/// Returns `a | b & c`.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn or_and(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<0xf8>(a, b, c)
}
