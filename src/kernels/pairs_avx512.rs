//! Pairs of sets in one register, and four of them: the avx512 level.

use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, Not};

use super::avx512::Token;
use super::pairs::{Lanes, Pair};
use crate::types::bitboard::{FILE_A, FILE_H};

/// A pair in a register. Only a token makes one: whoever has it runs on a CPU that has the level.
#[derive(Clone, Copy, Debug)]
pub struct Register(__m128i);

/// Four pairs in a register, as above.
#[derive(Clone, Copy, Debug)]
pub struct Wide(__m512i);

impl Token {
    #[inline(always)]
    pub(super) fn new_pair(self, white: u64, black: u64) -> Register {
        // SAFETY: the token proves that the CPU has these instructions.
        Register(unsafe { _mm_set_epi64x(black.cast_signed(), white.cast_signed()) })
    }

    #[inline(always)]
    pub(super) fn load_pair(self, pair: &[u64; 2]) -> Register {
        // SAFETY: as above; 16 bytes are there.
        Register(unsafe { _mm_loadu_si128(pair.as_ptr().cast()) })
    }

    #[inline(always)]
    pub(super) fn load_pairs(self, pairs: &[u64; 8]) -> Wide {
        // SAFETY: as above; 64 bytes are there.
        Wide(unsafe { _mm512_loadu_si512(pairs.as_ptr().cast()) })
    }
}

// SAFETY, of every block below: the value came from a token, which proves the instructions.

impl BitAnd for Register {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_and_si128(self.0, other.0) })
    }
}

impl BitOr for Register {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_or_si128(self.0, other.0) })
    }
}

impl Not for Register {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_xor_si128(self.0, _mm_set1_epi64x(-1)) })
    }
}

impl Pair for Register {
    type Lanes = Wide;

    #[inline(always)]
    fn swapped(self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }

    #[inline(always)]
    fn ahead(self) -> Self {
        // A rank is a byte: White's go up by one, Black's down.
        // SAFETY: see above.
        Self(unsafe {
            let order = _mm_setr_epi8(-1, 0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 15, -1);
            _mm_shuffle_epi8(self.0, order)
        })
    }

    #[inline(always)]
    fn back(self) -> Self {
        // SAFETY: see above.
        Self(unsafe {
            let order = _mm_setr_epi8(1, 2, 3, 4, 5, 6, 7, -1, -1, 8, 9, 10, 11, 12, 13, 14);
            _mm_shuffle_epi8(self.0, order)
        })
    }

    #[inline(always)]
    fn filled_ahead(self) -> Self {
        // SAFETY: see above.
        Self(unsafe {
            let two = _mm_setr_epi8(-1, -1, 0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, -1, -1);
            let four = _mm_setr_epi8(-1, -1, -1, -1, 0, 1, 2, 3, 12, 13, 14, 15, -1, -1, -1, -1);
            let set = _mm_or_si128(self.0, self.ahead().0);
            let set = _mm_or_si128(set, _mm_shuffle_epi8(set, two));
            _mm_or_si128(set, _mm_shuffle_epi8(set, four))
        })
    }

    #[inline(always)]
    fn filled_back(self) -> Self {
        // SAFETY: see above.
        Self(unsafe {
            let two = _mm_setr_epi8(2, 3, 4, 5, 6, 7, -1, -1, -1, -1, 8, 9, 10, 11, 12, 13);
            let four = _mm_setr_epi8(4, 5, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1, 8, 9, 10, 11);
            let set = _mm_or_si128(self.0, self.back().0);
            let set = _mm_or_si128(set, _mm_shuffle_epi8(set, two));
            _mm_or_si128(set, _mm_shuffle_epi8(set, four))
        })
    }

    #[inline(always)]
    fn east(self) -> Self {
        // SAFETY: see above.
        Self(unsafe {
            let stays = _mm_set1_epi64x((!FILE_H).cast_signed());
            _mm_slli_epi64::<1>(_mm_and_si128(self.0, stays))
        })
    }

    #[inline(always)]
    fn west(self) -> Self {
        // SAFETY: see above.
        Self(unsafe {
            let stays = _mm_set1_epi64x((!FILE_A).cast_signed());
            _mm_srli_epi64::<1>(_mm_and_si128(self.0, stays))
        })
    }

    #[inline(always)]
    fn where_any(self, test: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_maskz_mov_epi64(_mm_test_epi64_mask(test.0, test.0), self.0) })
    }

    #[inline(always)]
    fn several(self) -> Self {
        // SAFETY: see above.
        Self(unsafe {
            let rest = _mm_add_epi64(self.0, _mm_set1_epi64x(-1));
            _mm_maskz_set1_epi64(_mm_test_epi64_mask(self.0, rest), 1)
        })
    }

    #[inline(always)]
    fn counted(self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_popcnt_epi64(self.0) })
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn values(self) -> [u64; 2] {
        // SAFETY: see above.
        unsafe {
            [
                _mm_cvtsi128_si64(self.0).cast_unsigned(),
                _mm_extract_epi64::<1>(self.0).cast_unsigned(),
            ]
        }
    }

    #[inline(always)]
    fn beside([a, b, c, d]: [Self; 4]) -> Wide {
        // SAFETY: see above.
        Wide(unsafe {
            let low = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(a.0), b.0);
            let high = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(c.0), d.0);
            _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
        })
    }
}

impl Lanes<Register> for Wide {
    #[inline(always)]
    fn within(self, pair: Register) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_and_si512(self.0, _mm512_broadcast_i64x2(pair.0)) })
    }

    #[inline(always)]
    fn weighed(self, weights: &[i64; 8]) -> Self {
        // The lower halves of the lanes hold both numbers whole.
        // SAFETY: see above; 64 bytes are there.
        Self(unsafe {
            let weights = _mm512_loadu_si512(weights.as_ptr().cast());
            _mm512_mul_epi32(_mm512_popcnt_epi64(self.0), weights)
        })
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn total(self) -> i64 {
        // SAFETY: see above.
        unsafe { _mm512_reduce_add_epi64(self.0) }
    }

    #[inline(always)]
    fn values(self) -> [u64; 8] {
        let mut values = [0; 8];
        // SAFETY: see above; 64 bytes are there.
        unsafe { _mm512_storeu_si512(values.as_mut_ptr().cast(), self.0) };
        values
    }
}
