//! Registers of several positions at once: a routine that works on them is one chain of
//! instructions a position, and the chains lie side by side.

use std::arch::x86_64::*;

use crate::kernels::{level_features, level_functions};

/// One register of each of `N` positions.
#[derive(Clone, Copy)]
pub(super) struct Wide<const N: usize>(pub(super) [__m512i; N]);

/// Bit order of the ternary functions.
pub(super) const OR_AND: i32 = 0xf8; // a | b & c
pub(super) const OR_THEN_AND: i32 = 0xa8; // (a | b) & c
pub(super) const AND3: i32 = 0x80; // a & b & c
pub(super) const BLEND: i32 = 0xd8; // b where c is set, else a
pub(super) const AND_NOT_AND: i32 = 0x20; // a & !b & c
pub(super) const AND_NEITHER: i32 = 0x10; // a & !b & !c
pub(super) const NOT_OR: i32 = 0x03; // !(a | b)

level_features! { avx512 => level_functions {
    /// One register for all positions.
    pub(super) fn splat<const N: usize>(value: __m512i) -> Wide<N> {
        Wide([value; N])
    }

    /// A function of three bits.
    pub(super) fn ternary<const TABLE: i32, const N: usize>(
        a: Wide<N>,
        b: Wide<N>,
        c: Wide<N>,
    ) -> Wide<N> {
        let mut out = a;
        for n in 0..N {
            out.0[n] = _mm512_ternarylogic_epi64::<TABLE>(a.0[n], b.0[n], c.0[n]);
        }
        out
    }

    pub(super) fn and<const N: usize>(a: Wide<N>, b: Wide<N>) -> Wide<N> {
        let mut out = a;
        for n in 0..N {
            out.0[n] = _mm512_and_si512(a.0[n], b.0[n]);
        }
        out
    }

    pub(super) fn or<const N: usize>(a: Wide<N>, b: Wide<N>) -> Wide<N> {
        let mut out = a;
        for n in 0..N {
            out.0[n] = _mm512_or_si512(a.0[n], b.0[n]);
        }
        out
    }

    /// a | b & c.
    pub(super) fn or_and<const N: usize>(a: Wide<N>, b: Wide<N>, c: Wide<N>) -> Wide<N> {
        ternary::<OR_AND, N>(a, b, c)
    }

    /// `b` where the mask is set, else `a`.
    pub(super) fn blend<const N: usize>(a: Wide<N>, b: Wide<N>, mask: __m512i) -> Wide<N> {
        ternary::<BLEND, N>(a, b, splat(mask))
    }

    /// Rotates each lane to the left.
    pub(super) fn rotate<const N: usize>(a: Wide<N>, by: __m512i) -> Wide<N> {
        let mut out = a;
        for n in 0..N {
            out.0[n] = _mm512_rolv_epi64(a.0[n], by);
        }
        out
    }

    /// Shifts each lane both ways.
    pub(super) fn both_ways<const N: usize>(a: Wide<N>, by: __m512i) -> Wide<N> {
        let mut out = a;
        for n in 0..N {
            out.0[n] = _mm512_or_si512(
                _mm512_sllv_epi64(a.0[n], by), _mm512_srlv_epi64(a.0[n], by));
        }
        out
    }

    /// Lanes of one register.
    pub(super) fn lanes<const N: usize>(a: Wide<N>, index: __m512i) -> Wide<N> {
        let mut out = a;
        for n in 0..N {
            out.0[n] = _mm512_permutexvar_epi64(index, a.0[n]);
        }
        out
    }

    /// Lanes of two registers.
    pub(super) fn lanes_of_two<const N: usize>(a: Wide<N>, b: Wide<N>, index: __m512i) -> Wide<N> {
        let mut out = a;
        for n in 0..N {
            out.0[n] = _mm512_permutex2var_epi64(a.0[n], index, b.0[n]);
        }
        out
    }

    /// Parts of 128 bits: two of one register, then two of the other.
    pub(super) fn parts<const ORDER: i32, const N: usize>(a: Wide<N>, b: Wide<N>) -> Wide<N> {
        let mut out = a;
        for n in 0..N {
            out.0[n] = _mm512_shuffle_i64x2::<ORDER>(a.0[n], b.0[n]);
        }
        out
    }

    /// Even lanes of two registers, alternating.
    pub(super) fn even_lanes<const N: usize>(a: Wide<N>, b: Wide<N>) -> Wide<N> {
        let mut out = a;
        for n in 0..N {
            out.0[n] = _mm512_unpacklo_epi64(a.0[n], b.0[n]);
        }
        out
    }

    /// Odd lanes of two registers, alternating.
    pub(super) fn odd_lanes<const N: usize>(a: Wide<N>, b: Wide<N>) -> Wide<N> {
        let mut out = a;
        for n in 0..N {
            out.0[n] = _mm512_unpackhi_epi64(a.0[n], b.0[n]);
        }
        out
    }

    /// Multiplies the 8×8 bit matrices of `a` by those of `b`.
    pub(super) fn bit_product<const N: usize>(a: Wide<N>, b: Wide<N>) -> Wide<N> {
        let mut out = a;
        for n in 0..N {
            out.0[n] = _mm512_gf2p8affine_epi64_epi8::<0>(a.0[n], b.0[n]);
        }
        out
    }

    /// Bytes of one register.
    pub(super) fn bytes<const N: usize>(a: Wide<N>, index: __m512i) -> Wide<N> {
        let mut out = a;
        for n in 0..N {
            out.0[n] = _mm512_permutexvar_epi8(index, a.0[n]);
        }
        out
    }

    /// The union of the even lanes and that of the odd ones.
    pub(super) fn united<const N: usize>(a: Wide<N>) -> [__m128i; N] {
        let mut out = [_mm_setzero_si128(); N];
        for (out, a) in out.iter_mut().zip(a.0) {
            let half = _mm256_or_si256(
                _mm512_castsi512_si256(a), _mm512_extracti64x4_epi64::<1>(a));
            *out = _mm_or_si128(
                _mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half));
        }
        out
    }
}}
