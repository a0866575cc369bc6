//! Pairs of bitboards in one register, for the avx2 and avx512 levels.
//!
//! A value is only ever made from its level's token or from other values, which proves that the CPU
//! has the level.

use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, Not};

use crate::kernels::LevelToken;
use crate::kernels::pairs::{Lanes, MakePair, Pair};
use crate::types::Bitboard;
use crate::types::bitboard::{FILE_A, FILE_H};

/// A pair of a level, by the level's number.
#[derive(Clone, Copy, Debug)]
pub struct RegisterPair<const LEVEL: usize>(pub(super) __m128i);

/// The code of a token's level for counting, for finding empty sets, and for four pairs; the CPU
/// must have the level.
pub trait PairCode<const LEVEL: usize> {
    /// Four pairs.
    type Lanes: Lanes<RegisterPair<LEVEL>>;
    /// Implements [`Pair::counted`].
    unsafe fn counted(set: __m128i) -> __m128i;
    /// Implements [`Pair::counted_together`].
    unsafe fn counted_together(sets: [__m128i; 4]) -> __m128i;
    /// Implements [`Pair::where_any`].
    unsafe fn where_any(set: __m128i, test: __m128i) -> __m128i;
    /// Implements [`Pair::several`].
    unsafe fn several(set: __m128i) -> __m128i;
    /// Implements [`Pair::beside`].
    unsafe fn beside(sets: [__m128i; 4]) -> Self::Lanes;
    /// Implements [`MakePair::load_lanes`].
    unsafe fn load_lanes(sets: &[Bitboard; 8]) -> Self::Lanes;
}

impl<const LEVEL: usize> MakePair<LevelToken<LEVEL>> for RegisterPair<LEVEL>
where
    LevelToken<LEVEL>: PairCode<LEVEL>,
{
    #[inline(always)]
    fn new(_: LevelToken<LEVEL>, white: Bitboard, black: Bitboard) -> Self {
        // SAFETY: SSE2, on registers; the token in the arguments proves its level.
        Self(unsafe { _mm_set_epi64x(black.cast_signed(), white.cast_signed()) })
    }

    #[inline(always)]
    fn load(_: LevelToken<LEVEL>, pair: &[Bitboard; 2]) -> Self {
        // SAFETY: an unaligned load of the 16 bytes of `pair`; the token proves the level.
        Self(unsafe { _mm_loadu_si128(pair.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_lanes(_: LevelToken<LEVEL>, pairs: &[Bitboard; 8]) -> Self::Lanes {
        // SAFETY: the token proves the level.
        unsafe { LevelToken::<LEVEL>::load_lanes(pairs) }
    }
}

/// Returns the order of bytes that moves each set a number of ranks; -1 gives an empty rank.
const fn order(ranks: i8) -> [i8; 16] {
    let mut order = [-1; 16];
    let mut rank = 0;
    while rank < 8 {
        let (white, black) = (rank - ranks, rank + ranks);
        if 0 <= white && white < 8 {
            order[rank as usize] = white;
        }
        if 0 <= black && black < 8 {
            order[8 + rank as usize] = 8 + black;
        }
        rank += 1;
    }
    order
}

impl<const LEVEL: usize> BitAnd for RegisterPair<LEVEL> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: SSE2, on registers; a value was made with a token of its level.
        Self(unsafe { _mm_and_si128(self.0, other.0) })
    }
}

impl<const LEVEL: usize> BitOr for RegisterPair<LEVEL> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: SSE2, on registers; a value was made with a token of its level.
        Self(unsafe { _mm_or_si128(self.0, other.0) })
    }
}

impl<const LEVEL: usize> Not for RegisterPair<LEVEL> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: SSE2, on registers; a value was made with a token of its level.
        Self(unsafe { _mm_xor_si128(self.0, _mm_set1_epi64x(-1)) })
    }
}

impl<const LEVEL: usize> Pair for RegisterPair<LEVEL>
where
    LevelToken<LEVEL>: PairCode<LEVEL>,
{
    type Lanes = <LevelToken<LEVEL> as PairCode<LEVEL>>::Lanes;

    #[inline(always)]
    fn swapped(self) -> Self {
        // SAFETY: SSE2, on registers; `self` was made with a token of its level.
        Self(unsafe { _mm_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }

    #[inline(always)]
    fn moved<const RANKS: i8>(self) -> Self {
        let order = const { order(RANKS) };
        // SAFETY: an unaligned load of the 16 bytes of `order`; SSSE3, which `self`'s level has.
        Self(unsafe { _mm_shuffle_epi8(self.0, _mm_loadu_si128(order.as_ptr().cast())) })
    }

    #[inline(always)]
    fn east(self) -> Self {
        // SAFETY: SSE2, on registers; `self` was made with a token of its level.
        Self(unsafe {
            let stays = _mm_set1_epi64x((!FILE_H).cast_signed());
            _mm_slli_epi64::<1>(_mm_and_si128(self.0, stays))
        })
    }

    #[inline(always)]
    fn west(self) -> Self {
        // SAFETY: SSE2, on registers; `self` was made with a token of its level.
        Self(unsafe {
            let stays = _mm_set1_epi64x((!FILE_A).cast_signed());
            _mm_srli_epi64::<1>(_mm_and_si128(self.0, stays))
        })
    }

    #[inline(always)]
    fn where_any(self, test: Self) -> Self {
        // SAFETY: `self` was made with a token of its level.
        Self(unsafe { LevelToken::<LEVEL>::where_any(self.0, test.0) })
    }

    #[inline(always)]
    fn several(self) -> Self {
        // SAFETY: as above.
        Self(unsafe { LevelToken::<LEVEL>::several(self.0) })
    }

    #[inline(always)]
    fn counted(self) -> Self {
        // SAFETY: as above.
        Self(unsafe { LevelToken::<LEVEL>::counted(self.0) })
    }

    #[inline(always)]
    fn counted_together([a, b, c, d]: [Self; 4]) -> Self {
        // SAFETY: the pairs were made with tokens of their level.
        Self(unsafe { LevelToken::<LEVEL>::counted_together([a.0, b.0, c.0, d.0]) })
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: SSE2, on registers; `self` was made with a token of its level.
        Self(unsafe { _mm_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn values(self) -> [u64; 2] {
        // SAFETY: SSE4.1, on registers; `self` was made with a token of its level.
        unsafe {
            [
                _mm_cvtsi128_si64(self.0).cast_unsigned(),
                _mm_extract_epi64::<1>(self.0).cast_unsigned(),
            ]
        }
    }

    #[inline(always)]
    fn beside([a, b, c, d]: [Self; 4]) -> Self::Lanes {
        // SAFETY: the pairs were made with tokens of their level.
        unsafe { LevelToken::<LEVEL>::beside([a.0, b.0, c.0, d.0]) }
    }
}
