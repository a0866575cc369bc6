//! Pairs of sets in one register, and four of them in one or two: the avx2 and avx512 levels.
//!
//! A value is only ever made by its level's token or from other values, so that whoever has one
//! runs on a CPU that has the level: that is what makes every block below sound.

use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, Not};

use super::pairs::{Lanes, Pair};
use super::{avx2, avx512};
use crate::types::Bitboard;
use crate::types::bitboard::{FILE_A, FILE_H};

/// Defines a level's pair with what is the same for all; the level says how to count, how to find
/// sets that are empty, and what four pairs are.
macro_rules! pair {
    ($(#[$doc:meta])* $pair:ident, $token:ty, $lanes:ident;
     counted($of:ident) $counted:block
     where_any($set:ident, $test:ident) $where_any:block
     several($among:ident) $several:block
     beside($a:ident, $b:ident, $c:ident, $d:ident) $beside:block) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $pair(__m128i);

        impl $pair {
            #[inline(always)]
            pub(super) fn new(_: $token, white: Bitboard, black: Bitboard) -> Self {
                // SAFETY: see the head of the file.
                Self(unsafe { _mm_set_epi64x(black.cast_signed(), white.cast_signed()) })
            }

            #[inline(always)]
            pub(super) fn load(_: $token, pair: &[Bitboard; 2]) -> Self {
                // SAFETY: as above; 16 bytes are there.
                Self(unsafe { _mm_loadu_si128(pair.as_ptr().cast()) })
            }

            /// The bytes, which are ranks, in another order; -1 for an empty one.
            #[inline(always)]
            fn ranks(self, order: [i8; 16]) -> Self {
                // SAFETY: as above; 16 bytes are there.
                Self(unsafe {
                    _mm_shuffle_epi8(self.0, _mm_loadu_si128(order.as_ptr().cast()))
                })
            }
        }

        impl BitAnd for $pair {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                // SAFETY: see the head of the file.
                Self(unsafe { _mm_and_si128(self.0, other.0) })
            }
        }

        impl BitOr for $pair {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                // SAFETY: see the head of the file.
                Self(unsafe { _mm_or_si128(self.0, other.0) })
            }
        }

        impl Not for $pair {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                // SAFETY: see the head of the file.
                Self(unsafe { _mm_xor_si128(self.0, _mm_set1_epi64x(-1)) })
            }
        }

        impl Pair for $pair {
            type Lanes = $lanes;

            #[inline(always)]
            fn swapped(self) -> Self {
                // SAFETY: see the head of the file.
                Self(unsafe { _mm_shuffle_epi32::<0b01_00_11_10>(self.0) })
            }

            #[inline(always)]
            fn ahead(self) -> Self {
                self.ranks([-1, 0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 15, -1])
            }

            #[inline(always)]
            fn back(self) -> Self {
                self.ranks([1, 2, 3, 4, 5, 6, 7, -1, -1, 8, 9, 10, 11, 12, 13, 14])
            }

            #[inline(always)]
            fn filled_ahead(self) -> Self {
                let set = self | self.ahead();
                let set =
                    set | set.ranks([-1, -1, 0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, -1, -1]);
                set | set.ranks([-1, -1, -1, -1, 0, 1, 2, 3, 12, 13, 14, 15, -1, -1, -1, -1])
            }

            #[inline(always)]
            fn filled_back(self) -> Self {
                let set = self | self.back();
                let set =
                    set | set.ranks([2, 3, 4, 5, 6, 7, -1, -1, -1, -1, 8, 9, 10, 11, 12, 13]);
                set | set.ranks([4, 5, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1, 8, 9, 10, 11])
            }

            #[inline(always)]
            fn east(self) -> Self {
                // SAFETY: see the head of the file.
                Self(unsafe {
                    let stays = _mm_set1_epi64x((!FILE_H).cast_signed());
                    _mm_slli_epi64::<1>(_mm_and_si128(self.0, stays))
                })
            }

            #[inline(always)]
            fn west(self) -> Self {
                // SAFETY: see the head of the file.
                Self(unsafe {
                    let stays = _mm_set1_epi64x((!FILE_A).cast_signed());
                    _mm_srli_epi64::<1>(_mm_and_si128(self.0, stays))
                })
            }

            #[inline(always)]
            fn where_any(self, test: Self) -> Self {
                // SAFETY: see the head of the file.
                Self(unsafe {
                    let ($set, $test) = (self.0, test.0);
                    $where_any
                })
            }

            #[inline(always)]
            fn several(self) -> Self {
                // SAFETY: see the head of the file.
                Self(unsafe {
                    let $among = self.0;
                    $several
                })
            }

            #[inline(always)]
            fn counted(self) -> Self {
                // SAFETY: see the head of the file.
                Self(unsafe {
                    let $of = self.0;
                    $counted
                })
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                // SAFETY: see the head of the file.
                Self(unsafe { _mm_add_epi64(self.0, other.0) })
            }

            #[inline(always)]
            fn values(self) -> [u64; 2] {
                // SAFETY: see the head of the file.
                unsafe {
                    [
                        _mm_cvtsi128_si64(self.0).cast_unsigned(),
                        _mm_extract_epi64::<1>(self.0).cast_unsigned(),
                    ]
                }
            }

            #[inline(always)]
            fn beside([$a, $b, $c, $d]: [Self; 4]) -> $lanes {
                let ($a, $b, $c, $d) = ($a.0, $b.0, $c.0, $d.0);
                // SAFETY: see the head of the file.
                $lanes(unsafe { $beside })
            }
        }
    };
}

pair! {
    /// A pair of the avx512 level.
    Pair512, avx512::Token, Lanes512;
    counted(set) {
        _mm_popcnt_epi64(set)
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
}

/// Four pairs of the avx512 level.
#[derive(Clone, Copy, Debug)]
pub struct Lanes512(__m512i);

impl Lanes512 {
    #[inline(always)]
    pub(super) fn load(_: avx512::Token, pairs: &[Bitboard; 8]) -> Self {
        // SAFETY: see the head of the file; 64 bytes are there.
        Self(unsafe { _mm512_loadu_si512(pairs.as_ptr().cast()) })
    }
}

impl Lanes<Pair512> for Lanes512 {
    #[inline(always)]
    fn within(self, pair: Pair512) -> Self {
        // SAFETY: see the head of the file.
        Self(unsafe { _mm512_and_si512(self.0, _mm512_broadcast_i64x2(pair.0)) })
    }

    #[inline(always)]
    fn weighed(self, weights: &[i64; 8]) -> Self {
        // The lower halves of the lanes hold both numbers whole.
        // SAFETY: see the head of the file; 64 bytes are there.
        Self(unsafe {
            let weights = _mm512_loadu_si512(weights.as_ptr().cast());
            _mm512_mul_epi32(_mm512_popcnt_epi64(self.0), weights)
        })
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: see the head of the file.
        Self(unsafe { _mm512_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn total(self) -> i64 {
        // SAFETY: see the head of the file.
        unsafe { _mm512_reduce_add_epi64(self.0) }
    }

    #[inline(always)]
    fn values(self) -> [u64; 8] {
        let mut values = [0; 8];
        // SAFETY: see the head of the file; 64 bytes are there.
        unsafe { _mm512_storeu_si512(values.as_mut_ptr().cast(), self.0) };
        values
    }
}

pair! {
    /// A pair of the avx2 level.
    Pair256, avx2::Token, Lanes256;
    counted(set) {
        let four = _mm_set1_epi8(15);
        let bits = _mm256_castsi256_si128(bits_of_four_bits());
        let low = _mm_shuffle_epi8(bits, _mm_and_si128(set, four));
        let high = _mm_shuffle_epi8(bits, _mm_and_si128(_mm_srli_epi16::<4>(set), four));
        _mm_sad_epu8(_mm_add_epi8(low, high), _mm_setzero_si128())
    }
    where_any(set, test) {
        _mm_andnot_si128(_mm_cmpeq_epi64(test, _mm_setzero_si128()), set)
    }
    several(set) {
        let others = _mm_and_si128(set, _mm_add_epi64(set, _mm_set1_epi64x(-1)));
        let none = _mm_cmpeq_epi64(others, _mm_setzero_si128());
        _mm_andnot_si128(none, _mm_set1_epi64x(1))
    }
    beside(a, b, c, d) {
        [
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(a), b),
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(c), d),
        ]
    }
}

/// Four pairs of the avx2 level.
#[derive(Clone, Copy, Debug)]
pub struct Lanes256([__m256i; 2]);

/// How many bits each number below 16 has, in both halves.
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
    // SAFETY: only what has a value of the avx2 level calls this; 32 bytes are there.
    unsafe { _mm256_loadu_si256(BITS.as_ptr().cast()) }
}

impl Lanes256 {
    #[inline(always)]
    pub(super) fn load(_: avx2::Token, pairs: &[Bitboard; 8]) -> Self {
        let at = pairs.as_ptr().cast::<__m256i>();
        // SAFETY: see the head of the file; twice 32 bytes are there.
        Self(unsafe { [_mm256_loadu_si256(at), _mm256_loadu_si256(at.add(1))] })
    }
}

/// How many bits each set has, times its weight.
#[inline(always)]
fn weighed(sets: __m256i, weights: &[i64]) -> __m256i {
    debug_assert!(weights.len() >= 4);
    // SAFETY: as above.
    unsafe {
        let four = _mm256_set1_epi8(15);
        let bits = bits_of_four_bits();
        let low = _mm256_shuffle_epi8(bits, _mm256_and_si256(sets, four));
        let high = _mm256_shuffle_epi8(bits, _mm256_and_si256(_mm256_srli_epi16::<4>(sets), four));
        let counts = _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256());
        _mm256_mul_epi32(counts, _mm256_loadu_si256(weights.as_ptr().cast()))
    }
}

impl Lanes<Pair256> for Lanes256 {
    #[inline(always)]
    fn within(self, pair: Pair256) -> Self {
        // SAFETY: see the head of the file.
        Self(unsafe {
            let both = _mm256_broadcastsi128_si256(pair.0);
            [_mm256_and_si256(self.0[0], both), _mm256_and_si256(self.0[1], both)]
        })
    }

    #[inline(always)]
    fn weighed(self, weights: &[i64; 8]) -> Self {
        Self([weighed(self.0[0], &weights[..4]), weighed(self.0[1], &weights[4..])])
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: see the head of the file.
        Self(unsafe {
            [_mm256_add_epi64(self.0[0], other.0[0]), _mm256_add_epi64(self.0[1], other.0[1])]
        })
    }

    #[inline(always)]
    fn total(self) -> i64 {
        // SAFETY: see the head of the file.
        unsafe {
            let four = _mm256_add_epi64(self.0[0], self.0[1]);
            let two =
                _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256::<1>(four));
            _mm_cvtsi128_si64(_mm_add_epi64(two, _mm_unpackhi_epi64(two, two)))
        }
    }

    #[inline(always)]
    fn values(self) -> [u64; 8] {
        let mut values = [0; 8];
        for (sets, out) in self.0.into_iter().zip(values.chunks_exact_mut(4)) {
            // SAFETY: see the head of the file; 32 bytes are there.
            unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), sets) };
        }
        values
    }
}
