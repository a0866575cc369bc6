//! The popcnt level, x86-64-v2: the portable rebuild compiled with SSE4.2 and POPCNT, the best score
//! of a list of moves, and lists of pieces read in vectors.

use std::arch::x86_64::*;

use super::portable::{self, Words};
use crate::kernels::functions::{Functions, HasFunctions};
use crate::kernels::lists::first_entries;
use crate::kernels::{Kernel, Level, LevelFn, LevelToken, MatrixKernel, PieceList, Rebuilt};
use crate::matrix::Planes;
use crate::matrix::cell::Cell;
use crate::types::Color;

/// Proof that the CPU has x86-64-v2.
pub type Token = LevelToken<{ Level::Popcnt as usize }>;

/// Runs the portable rebuild with this level's features.
#[target_feature(enable = "sse4.2,popcnt")]
#[inline]
fn rebuild(planes: &Planes, side: Color, out: &mut Rebuilt) {
    portable::rebuild(planes, side, out);
}

/// Returns the index of the first of the highest scores; 0 if there are none.
#[target_feature(enable = "sse4.2,popcnt")]
#[inline]
fn first_highest(scores: &[i16]) -> usize {
    if scores.len() < 8 {
        return portable::first_highest(scores);
    }
    let (mut first, mut highest, mut at) = (0, i32::from(i16::MIN) - 1, 0);
    loop {
        // SAFETY: eight words from `at` on are within the slice.
        let lanes = unsafe { _mm_loadu_si128(scores.as_ptr().add(at).cast()) };
        // `minpos` finds the lowest unsigned word. The flip maps higher scores to lower words.
        let turn = _mm_set1_epi16(i16::MAX);
        let best = _mm_minpos_epu16(_mm_xor_si128(lanes, turn));
        let value = i32::from(_mm_extract_epi16::<0>(_mm_xor_si128(best, turn)) as i16);
        if value > highest {
            first = at + (_mm_extract_epi16::<1>(best) & 7) as usize;
            highest = value;
        }
        if at + 8 == scores.len() {
            return first;
        }
        // The last eight may overlap earlier scores: they are not higher than before.
        at = (at + 8).min(scores.len() - 8);
    }
}

/// Implements [`crate::kernels::scan::portable::entries_with`]: sixteen entries in four registers, combined to one byte
/// each.
#[target_feature(enable = "sse4.2,popcnt")]
#[inline]
fn entries_with(list: &PieceList, count: usize, mask: Cell) -> u32 {
    let (fours, _) = list.0.as_chunks::<4>();
    let mask = _mm_set1_epi32(mask.cast_signed());
    let without = |at: usize| {
        // SAFETY: the chunk is four entries, 16 bytes.
        let entries = unsafe { _mm_loadu_si128(fours[at].as_ptr().cast()) };
        _mm_cmpeq_epi32(_mm_and_si128(entries, mask), _mm_setzero_si128())
    };
    let low = _mm_packs_epi32(without(0), without(1));
    let high = _mm_packs_epi32(without(2), without(3));
    let without = _mm_movemask_epi8(_mm_packs_epi16(low, high)).cast_unsigned();
    !without & first_entries(count)
}

impl HasFunctions for Token {
    const DETECT: fn() -> Option<Self> = Self::detect;
    const FUNCTIONS: Functions =
        Functions { first_highest, rebuild, entries_with, ..Functions::PORTABLE };
}

/// Runs a function with the level's features; never inlined.
#[target_feature(enable = "sse4.2,popcnt")]
#[inline(never)]
fn call<A, B, C, R>(f: impl LevelFn<A, B, C, R>, a: A, b: B, c: C) -> R {
    f.run(a, b, c)
}

impl Kernel for Token {
    const LEVEL: Level = Level::Popcnt;
    type Pair = Words<true>;

    #[inline(always)]
    fn call<A, B, C, R>(self, f: impl LevelFn<A, B, C, R>, a: A, b: B, c: C) -> R {
        // SAFETY: `self` proves that the CPU has the level's features.
        unsafe { call(f, a, b, c) }
    }
}

impl MatrixKernel for Token {}
