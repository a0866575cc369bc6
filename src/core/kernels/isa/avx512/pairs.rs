//! Pairs of bitboards, alone and in groups of four, in registers of the avx512 level.

use std::arch::x86_64::*;

use super::Token;
use crate::kernels::Level;
use crate::kernels::isa::pairs::{PairCode, RegisterPair};
use crate::kernels::pairs::Lanes;
use crate::types::Bitboard;

/// A pair of the avx512 level.
pub type Pair512 = RegisterPair<{ Level::Avx512 as usize }>;

impl PairCode<{ Level::Avx512 as usize }> for Token {
    type Lanes = Lanes512;

    #[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
    #[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    unsafe fn counted(set: __m128i) -> __m128i {
        _mm_popcnt_epi64(set)
    }

    #[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
    #[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    unsafe fn counted_together([a, b, c, d]: [__m128i; 4]) -> __m128i {
        let [a, b] = [_mm_popcnt_epi64(a), _mm_popcnt_epi64(b)];
        let [c, d] = [_mm_popcnt_epi64(c), _mm_popcnt_epi64(d)];
        _mm_add_epi64(_mm_add_epi64(a, b), _mm_add_epi64(c, d))
    }

    #[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
    #[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    unsafe fn where_any(set: __m128i, test: __m128i) -> __m128i {
        _mm_maskz_mov_epi64(_mm_test_epi64_mask(test, test), set)
    }

    #[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
    #[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    unsafe fn several(set: __m128i) -> __m128i {
        let others = _mm_add_epi64(set, _mm_set1_epi64x(-1));
        _mm_maskz_set1_epi64(_mm_test_epi64_mask(set, others), 1)
    }

    #[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
    #[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    unsafe fn beside([a, b, c, d]: [__m128i; 4]) -> Self::Lanes {
        let low = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(a), b);
        let high = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(c), d);
        Lanes512(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high))
    }

    #[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
    #[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    unsafe fn load_lanes(sets: &[Bitboard; 8]) -> Self::Lanes {
        // SAFETY: an unaligned load of the 64 bytes of `sets`.
        Lanes512(unsafe { _mm512_loadu_si512(sets.as_ptr().cast()) })
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
        // The lower halves of the lanes hold both factors of a product.
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
