//! Constants and constant vectors of eight lanes, for rebuilding, counting and lists of moves.
//!
//! The order of lanes in every vector with one direction per lane is NE, SW, NW, SE, E, W, N, S.
//! Opposite directions are neighbours, so exchanging neighbours reverses a direction.

use std::arch::x86_64::*;

use crate::types::bitboard::{FILE_A, FILE_H, RANK_1, RANK_8};

/// Rotation to the left for one step in each direction.
pub(super) const STEP: [i64; 8] = [9, 55, 7, 57, 1, 63, 8, 56];
/// The squares where a step in each direction can end.
pub(super) const ON_BOARD: [u64; 8] = [
    !(FILE_A | RANK_1),
    !(FILE_H | RANK_8),
    !(FILE_H | RANK_1),
    !(FILE_A | RANK_8),
    !FILE_A,
    !FILE_H,
    !RANK_1,
    !RANK_8,
];
/// Returns each step times `factor`; rotations are modulo 64.
// Without `array::map`, whose closure would be a function without this level's features, inlined only
// if all code is one compilation unit.
pub(super) const fn times(step: [i64; 8], factor: i64) -> [i64; 8] {
    let mut steps = step;
    let mut lane = 0;
    while lane < steps.len() {
        steps[lane] *= factor;
        lane += 1;
    }
    steps
}

const OR_AND: i32 = 0xf8; // a | b & c
pub(super) const FILE_AB: u64 = FILE_A | FILE_A << 1;
pub(super) const FILE_GH: u64 = FILE_H | FILE_H >> 1;

/// A constant vector of bytes.
#[repr(C, align(64))]
pub(super) struct ByteIndices(pub(super) [u8; 64]);
/// A constant vector of words.
#[repr(C, align(64))]
pub(super) struct WordIndices(pub(super) [u16; 32]);
/// A constant vector of quadwords.
#[repr(C, align(64))]
pub(super) struct LaneIndices(pub(super) [u64; 8]);

#[inline(always)]
pub(super) const fn vector(words: [i64; 8]) -> __m512i {
    // SAFETY: the sizes are equal, and all bits are valid.
    unsafe { std::mem::transmute(words) }
}

#[inline(always)]
pub(super) const fn sets(words: [u64; 8]) -> __m512i {
    // SAFETY: as above.
    unsafe { std::mem::transmute(words) }
}

#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn all(word: u64) -> __m512i {
    _mm512_set1_epi64(word.cast_signed())
}

#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn or_and(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi64::<OR_AND>(a, b, c)
}
