//! The popcnt level: x86-64-v2. The portable routines, compiled for SSE4.2 and POPCNT.

use std::arch::x86_64::*;

use super::{
    Counted, Frame, Kernel, Level, Nucleus, PieceList, Variant, pairs, portable,
    scan::first_entries, scan_portable,
};
use crate::matrix::Planes;
use crate::matrix::cell::Cell;
use crate::types::MoveList;
use crate::types::{Bitboard, Color, PieceType};

/// Proof that the CPU has x86-64-v2.
#[derive(Clone, Copy, Debug)]
pub struct Token(());

impl Token {
    /// The token, if the CPU has the instructions.
    pub fn detect() -> Option<Self> {
        (is_x86_feature_detected!("sse3")
            && is_x86_feature_detected!("ssse3")
            && is_x86_feature_detected!("sse4.1")
            && is_x86_feature_detected!("sse4.2")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Self(()))
    }
}

impl Kernel for Token {
    const LEVEL: Level = Level::Popcnt;
    type Pair = pairs::Words;
    const COUNTS_SETWISE: bool = false;

    #[inline(always)]
    fn rebuild(self, planes: &Planes, side: Color, frame: &mut Frame) {
        // SAFETY: the token proves that the CPU has these instructions.
        unsafe { rebuild(planes, side, frame) }
    }

    #[inline(always)]
    fn replace(
        self,
        planes: &Planes,
        clear: Bitboard,
        put: Bitboard,
        kind: PieceType,
        color: Color,
        out: &mut Planes,
    ) {
        portable::replace(planes, clear, put, kind, color, out);
    }

    #[inline(always)]
    fn count_moves(self, _: &Planes, _: Color) -> Option<Counted> {
        None
    }

    #[inline(always)]
    fn push_moves(self, list: &mut MoveList, from: u16, targets: Bitboard) {
        portable::push_moves(list, from, targets);
    }

    #[inline(always)]
    fn scan(self, variant: Variant, nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize {
        scan_portable::scan_by(variant, nucleus, mask, list)
    }

    #[inline(always)]
    fn entries_with(self, list: &PieceList, count: usize, mask: Cell) -> u32 {
        // SAFETY: the token proves that the CPU has these instructions.
        unsafe { entries_with(list, count, mask) }
    }

    #[inline(always)]
    fn first_highest(self, scores: &[i16]) -> usize {
        // SAFETY: the token proves that the CPU has these instructions.
        unsafe { first_highest(scores) }
    }

    #[inline(always)]
    fn pair(self, white: Bitboard, black: Bitboard) -> pairs::Words {
        pairs::Words([white, black])
    }

    #[inline(always)]
    fn pair_at(self, sets: &[Bitboard; 2]) -> pairs::Words {
        pairs::Words(*sets)
    }

    #[inline(always)]
    fn pairs_at(self, sets: &[Bitboard; 8]) -> pairs::EightWords {
        pairs::EightWords(*sets)
    }
}

#[target_feature(enable = "sse3,ssse3,sse4.1,sse4.2,popcnt")]
#[inline]
fn rebuild(planes: &Planes, side: Color, frame: &mut Frame) {
    portable::rebuild(planes, side, frame);
}

/// The place of the first of the highest scores; 0 when there are none.
#[target_feature(enable = "sse3,ssse3,sse4.1,sse4.2,popcnt")]
#[inline]
pub(super) fn first_highest(scores: &[i16]) -> usize {
    if scores.len() < 8 {
        return portable::first_highest(scores);
    }
    let (mut first, mut highest, mut at) = (0, i32::from(i16::MIN) - 1, 0);
    loop {
        // SAFETY: eight words from `at` on are within the slice.
        let lanes = unsafe { _mm_loadu_si128(scores.as_ptr().add(at).cast()) };
        // The instruction that finds a least word knows unsigned ones alone: the order turned.
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
        // The last eight may be looked at in part again: they are not higher than before.
        at = (at + 8).min(scores.len() - 8);
    }
}

/// [`Kernel::entries_with`]: sixteen entries in four registers, a byte of the last one for each.
#[target_feature(enable = "sse3,ssse3,sse4.1,sse4.2,popcnt")]
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

/// The routines as plain functions.
///
/// They panic where the CPU lacks the level; only [`super::routines`] hands them out, and it
/// looks first.
pub(super) mod checked {
    use super::*;

    fn token() -> Token {
        Token::detect().expect("the level was detected before its routines were handed out")
    }

    pub fn rebuild(planes: &Planes, side: Color, frame: &mut Frame) {
        token().rebuild(planes, side, frame);
    }
}
