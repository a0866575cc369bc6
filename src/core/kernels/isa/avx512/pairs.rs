//! Pairs of sets, alone and in groups of four, in registers of this level.

use std::arch::x86_64::*;

use super::Token;
use crate::kernels::isa::pairs::register_pair;
use crate::kernels::pairs::{Lanes, MakePair, Pair};
use crate::types::Bitboard;
use crate::types::bitboard::{FILE_A, FILE_H};

register_pair! {
    /// A pair of the avx512 level.
    Pair512, Token, Lanes512;
    counted(set) {
        _mm_popcnt_epi64(set)
    }
    counted_together(a, b, c, d) {
        let [a, b] = [_mm_popcnt_epi64(a), _mm_popcnt_epi64(b)];
        let [c, d] = [_mm_popcnt_epi64(c), _mm_popcnt_epi64(d)];
        _mm_add_epi64(_mm_add_epi64(a, b), _mm_add_epi64(c, d))
    }
    where_any(set, test) {
        _mm_maskz_mov_epi64(_mm_test_epi64_mask(test, test), set)
    }
    several(set) {
        let others = _mm_add_epi64(set, _mm_set1_epi64x(-1));
        _mm_maskz_set1_epi64(_mm_test_epi64_mask(set, others), 1)
    }
    beside(a, b, c, d) {
        let low = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(a), b);
        let high = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(c), d);
        _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
    }
    load_lanes(at) {
        _mm512_loadu_si512(at)
    }
}

/// Four pairs of the avx512 level.
#[derive(Clone, Copy, Debug)]
pub struct Lanes512(__m512i);

impl Lanes<Pair512> for Lanes512 {
    #[inline(always)]
    fn within(self, pair: Pair512) -> Self {
        // SAFETY: AVX-512, on registers; `self` was made with a token of the level.
        Self(unsafe { _mm512_and_si512(self.0, _mm512_broadcast_i64x2(pair.0)) })
    }

    #[inline(always)]
    fn weighed(self, weights: &[i64; 8], _: [bool; 4]) -> Self {
        // The lower halves of the lanes hold both numbers.
        // SAFETY: an unaligned load of the 64 bytes of `weights`; the rest is on registers.
        // `self` was made with a token of the level.
        Self(unsafe {
            let weights = _mm512_loadu_si512(weights.as_ptr().cast());
            _mm512_mul_epi32(_mm512_popcnt_epi64(self.0), weights)
        })
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: AVX-512, on registers; `self` was made with a token of the level.
        Self(unsafe { _mm512_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn total(self) -> i32 {
        // SAFETY: AVX-512, on registers; `self` was made with a token of the level.
        unsafe { _mm512_reduce_add_epi64(self.0) as i32 }
    }

    #[inline(always)]
    fn values(self) -> [u64; 8] {
        let mut values = [0; 8];
        // SAFETY: an unaligned store to the 64 bytes of `values`; `self` was made with a token of
        // the level.
        unsafe { _mm512_storeu_si512(values.as_mut_ptr().cast(), self.0) };
        values
    }
}
