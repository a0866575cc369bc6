//! Registers of several positions at once. Each position has one chain of instructions, and the
//! chains run in parallel.

use std::arch::x86_64::*;

use super::lanes::{sets, times, vector};

/// One register of each of `N` positions.
#[derive(Clone, Copy)]
pub(super) struct Wide<const N: usize>(pub(super) [__m512i; N]);

/// Truth tables of the ternary functions.
pub(super) const OR_AND: i32 = 0xf8; // a | b & c
pub(super) const OR_THEN_AND: i32 = 0xa8; // (a | b) & c
pub(super) const AND3: i32 = 0x80; // a & b & c
pub(super) const BLEND: i32 = 0xd8; // b where c is set, else a
pub(super) const AND_NOT_AND: i32 = 0x20; // a & !b & c
pub(super) const AND_NEITHER: i32 = 0x10; // a & !b & !c
pub(super) const NOT_OR: i32 = 0x03; // !(a | b)

/// Defines functions of one or two registers of each position, and of a register shared by all.
macro_rules! of_each_position {
    ($($(#[$doc:meta])* fn $name:ident[$($constant:ident)?]($first:ident $(, $wide:ident)*; $($shared:ident)?) $body:block)+) => {
        $(
        $(#[$doc])*
        #[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
        #[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
        #[inline]
        pub(super) fn $name<$(const $constant: i32,)? const N: usize>(
            $first: Wide<N>,
            $($wide: Wide<N>,)*
            $($shared: __m512i)?
        ) -> Wide<N> {
            let mut out = $first;
            for n in 0..N {
                let $first = $first.0[n];
                $(let $wide = $wide.0[n];)*
                out.0[n] = $body;
            }
            out
        }
        )+
    };
}

of_each_position! {
    /// Applies a function of three bits.
    fn ternary[TABLE](a, b, c;) { _mm512_ternarylogic_epi64::<TABLE>(a, b, c) }
    fn and[](a, b;) { _mm512_and_si512(a, b) }
    fn or[](a, b;) { _mm512_or_si512(a, b) }
    /// Rotates each lane to the left.
    fn rotate[](a; by) { _mm512_rolv_epi64(a, by) }
    /// Shifts each lane left and right, and returns the union.
    fn both_ways[](a; by) { _mm512_or_si512(_mm512_sllv_epi64(a, by), _mm512_srlv_epi64(a, by)) }
    /// Selects lanes of one register.
    fn lanes[](a; index) { _mm512_permutexvar_epi64(index, a) }
    /// Selects lanes of two registers.
    fn lanes_of_two[](a, b; index) { _mm512_permutex2var_epi64(a, index, b) }
    /// Selects parts of 128 bits: two of one register, then two of the other.
    fn parts[ORDER](a, b;) { _mm512_shuffle_i64x2::<ORDER>(a, b) }
    /// Selects even lanes of two registers, alternating.
    fn even_lanes[](a, b;) { _mm512_unpacklo_epi64(a, b) }
    /// Selects odd lanes of two registers, alternating.
    fn odd_lanes[](a, b;) { _mm512_unpackhi_epi64(a, b) }
    /// Multiplies the 8×8 bit matrices of `a` by those of `b`.
    fn bit_product[](a, b;) { _mm512_gf2p8affine_epi64_epi8::<0>(a, b) }
    /// Selects bytes of one register.
    fn bytes[](a; index) { _mm512_permutexvar_epi8(index, a) }
}

/// Returns the same register for all positions.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn splat<const N: usize>(value: __m512i) -> Wide<N> {
    Wide([value; N])
}

/// Returns `a | b & c`.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn or_and<const N: usize>(a: Wide<N>, b: Wide<N>, c: Wide<N>) -> Wide<N> {
    ternary::<OR_AND, N>(a, b, c)
}

/// Selects `b` where the mask is set, else `a`.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn blend<const N: usize>(a: Wide<N>, b: Wide<N>, mask: __m512i) -> Wide<N> {
    ternary::<BLEND, N>(a, b, splat(mask))
}

/// Returns the squares that sliders pass over in one, two and four steps.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn paths<const N: usize>(
    empty: Wide<N>,
    step: [i64; 8],
    on_board: [u64; 8],
) -> [Wide<N>; 3] {
    let one = and(empty, splat(sets(on_board)));
    let two = and(one, rotate(one, vector(step)));
    let four = and(two, rotate(two, vector(times(step, 2))));
    [one, two, four]
}

/// Returns the squares seen from the sources, up to and including the first piece. The last step
/// of a ray may wrap around the edge of the board; the caller clears that square.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn fill<const N: usize>(
    sources: Wide<N>,
    paths: &[Wide<N>; 3],
    step: [i64; 8],
) -> Wide<N> {
    let s = or_and(sources, paths[0], rotate(sources, vector(step)));
    let s = or_and(s, paths[1], rotate(s, vector(times(step, 2))));
    let s = or_and(s, paths[2], rotate(s, vector(times(step, 4))));
    rotate(s, vector(step))
}

/// Returns the union of the even lanes and that of the odd ones.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn united<const N: usize>(a: Wide<N>) -> [__m128i; N] {
    let mut out = [_mm_setzero_si128(); N];
    for (out, a) in out.iter_mut().zip(a.0) {
        let half = _mm256_or_si256(_mm512_castsi512_si256(a), _mm512_extracti64x4_epi64::<1>(a));
        *out = _mm_or_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half));
    }
    out
}
