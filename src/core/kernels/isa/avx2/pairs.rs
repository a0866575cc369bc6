//! Pairs of bitboards, alone and in groups of four, in registers of the avx2 level.

use std::arch::x86_64::*;

use super::Token;
use crate::kernels::Level;
use crate::kernels::isa::pairs::{PairCode, RegisterPair};
use crate::kernels::pairs::Lanes;
use crate::types::Bitboard;

/// A pair of the avx2 level.
pub type Pair256 = RegisterPair<{ Level::Avx2 as usize }>;

impl PairCode<{ Level::Avx2 as usize }> for Token {
    type Lanes = Lanes256;

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
    #[inline]
    unsafe fn counted(set: __m128i) -> __m128i {
        let four = _mm_set1_epi8(15);
        let bits = _mm256_castsi256_si128(bits_of_four_bits());
        let low = _mm_shuffle_epi8(bits, _mm_and_si128(set, four));
        let high = _mm_shuffle_epi8(bits, _mm_and_si128(_mm_srli_epi16::<4>(set), four));
        _mm_sad_epu8(_mm_add_epi8(low, high), _mm_setzero_si128())
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
    #[inline]
    unsafe fn counted_together([a, b, c, d]: [__m128i; 4]) -> __m128i {
        let [low, high] = [
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(a), b),
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(c), d),
        ];
        // At most 16 per byte.
        let bytes = _mm256_add_epi8(bits_of_bytes(low), bits_of_bytes(high));
        let sums = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
        _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums))
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
    #[inline]
    unsafe fn where_any(set: __m128i, test: __m128i) -> __m128i {
        _mm_andnot_si128(_mm_cmpeq_epi64(test, _mm_setzero_si128()), set)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
    #[inline]
    unsafe fn several(set: __m128i) -> __m128i {
        let others = _mm_and_si128(set, _mm_add_epi64(set, _mm_set1_epi64x(-1)));
        let none = _mm_cmpeq_epi64(others, _mm_setzero_si128());
        _mm_andnot_si128(none, _mm_set1_epi64x(1))
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
    #[inline]
    unsafe fn beside([a, b, c, d]: [__m128i; 4]) -> Self::Lanes {
        Lanes256([
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(a), b),
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(c), d),
        ])
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
    #[inline]
    unsafe fn load_lanes(sets: &[Bitboard; 8]) -> Self::Lanes {
        let at = sets.as_ptr().cast::<__m256i>();
        // SAFETY: unaligned loads of the 64 bytes of `sets`.
        Lanes256(unsafe { [_mm256_loadu_si256(at), _mm256_loadu_si256(at.add(1))] })
    }
}

/// Four pairs of the avx2 level.
#[derive(Clone, Copy, Debug)]
pub struct Lanes256([__m256i; 2]);

/// Returns the number of bits of each number below 16, in both halves.
#[inline(always)]
fn bits_of_four_bits() -> __m256i {
    const BITS: [u8; 32] = {
        let mut bits = [0; 32];
        let mut number = 0;
        while number < 32 {
            bits[number] = (number as u8 & 15).count_ones() as u8;
            number += 1;
        }
        bits
    };
    // SAFETY: an unaligned load of the 32 bytes of `BITS`; the callers hold values of the level,
    // made with its token.
    unsafe { _mm256_loadu_si256(BITS.as_ptr().cast()) }
}

/// Returns the number of bits of each byte.
#[inline(always)]
fn bits_of_bytes(sets: __m256i) -> __m256i {
    // SAFETY: AVX2, on registers; the callers hold values of the level, made with its token.
    unsafe {
        let four = _mm256_set1_epi8(15);
        let bits = bits_of_four_bits();
        let low = _mm256_shuffle_epi8(bits, _mm256_and_si256(sets, four));
        let high = _mm256_shuffle_epi8(bits, _mm256_and_si256(_mm256_srli_epi16::<4>(sets), four));
        _mm256_add_epi8(low, high)
    }
}

/// Returns the number of bits of each set times its weight.
#[inline(always)]
fn weighed(sets: __m256i, weights: &[i64; 4]) -> __m256i {
    // SAFETY: AVX2, and an unaligned load of the 32 bytes of `weights`. The only caller is a method
    // of `Lanes256`; its `self` was made with a token of the level.
    unsafe {
        let counts = _mm256_sad_epu8(bits_of_bytes(sets), _mm256_setzero_si256());
        _mm256_mul_epi32(counts, _mm256_loadu_si256(weights.as_ptr().cast()))
    }
}

impl Lanes<Pair256> for Lanes256 {
    #[inline(always)]
    fn within(self, pair: Pair256) -> Self {
        // SAFETY: AVX2, on registers; `self` was made with a token of the level.
        Self(unsafe {
            let both = _mm256_broadcastsi128_si256(pair.0);
            [_mm256_and_si256(self.0[0], both), _mm256_and_si256(self.0[1], both)]
        })
    }

    #[inline(always)]
    fn weighed(self, weights: &[i64; 8], used: [bool; 4]) -> Self {
        let [low, high] = weights.as_chunks().0 else { unreachable!("eight are twice four") };
        let low = weighed(self.0[0], low);
        let has_second = used[2] || used[3];
        let high = if has_second {
            weighed(self.0[1], high)
        } else {
            // SAFETY: AVX, on a register; `self` was made with a token of the level.
            unsafe { _mm256_setzero_si256() }
        };
        Self([low, high])
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: AVX2, on registers; `self` was made with a token of the level.
        Self(unsafe {
            [_mm256_add_epi64(self.0[0], other.0[0]), _mm256_add_epi64(self.0[1], other.0[1])]
        })
    }

    #[inline(always)]
    fn total(self) -> i32 {
        // SAFETY: AVX2, on registers; `self` was made with a token of the level.
        unsafe {
            let four = _mm256_add_epi64(self.0[0], self.0[1]);
            let two =
                _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256::<1>(four));
            _mm_cvtsi128_si32(_mm_add_epi64(two, _mm_unpackhi_epi64(two, two)))
        }
    }

    #[inline(always)]
    fn values(self) -> [u64; 8] {
        let mut values = [0; 8];
        for (sets, out) in self.0.into_iter().zip(values.chunks_exact_mut(4)) {
            // SAFETY: an unaligned store to 32 bytes of `values`; `self` was made with a token of
            // the level.
            unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), sets) };
        }
        values
    }
}
