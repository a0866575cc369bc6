//! Pairs of bitboards, alone and in groups of four, in registers of the neon level.
//!
//! A value is only ever made from the level's token or from other values, which proves that the CPU
//! has the level.

use std::arch::aarch64::*;
use std::ops::{BitAnd, BitOr, Not};

use super::Token;
use crate::kernels::pairs::{Lanes, MakePair, Pair};
use crate::types::Bitboard;

/// A pair of the neon level.
#[derive(Clone, Copy, Debug)]
pub struct Pair128(uint64x2_t);

/// Four pairs of the neon level.
#[derive(Clone, Copy, Debug)]
pub struct Lanes128([uint64x2_t; 4]);

impl MakePair<Token> for Pair128 {
    #[inline(always)]
    fn new(_: Token, white: Bitboard, black: Bitboard) -> Self {
        // SAFETY: Advanced SIMD, on registers; the values were made with the level's token.
        Self(unsafe { vcombine_u64(vcreate_u64(white), vcreate_u64(black)) })
    }

    #[inline(always)]
    fn load(_: Token, pair: &[Bitboard; 2]) -> Self {
        // SAFETY: a load of the 16 bytes of `pair`; the token proves the level.
        Self(unsafe { vld1q_u64(pair.as_ptr()) })
    }

    #[inline(always)]
    fn load_lanes(_: Token, pairs: &[Bitboard; 8]) -> Lanes128 {
        let at = pairs.as_ptr();
        // SAFETY: four loads of 16 of the 64 bytes of `pairs`; the token proves the level.
        Lanes128(unsafe {
            [vld1q_u64(at), vld1q_u64(at.add(2)), vld1q_u64(at.add(4)), vld1q_u64(at.add(6))]
        })
    }
}

impl BitAnd for Pair128 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: Advanced SIMD, on registers; the values were made with the level's token.
        Self(unsafe { vandq_u64(self.0, other.0) })
    }
}

impl BitOr for Pair128 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: Advanced SIMD, on registers; the values were made with the level's token.
        Self(unsafe { vorrq_u64(self.0, other.0) })
    }
}

impl Not for Pair128 {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: Advanced SIMD, on registers; the values were made with the level's token.
        Self(unsafe { vreinterpretq_u64_u8(vmvnq_u8(vreinterpretq_u8_u64(self.0))) })
    }
}

/// Returns the sums of the bytes of each set.
#[inline(always)]
fn summed(bytes: uint8x16_t) -> uint64x2_t {
    // SAFETY: Advanced SIMD, on registers; the values were made with the level's token.
    unsafe { vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(bytes))) }
}

/// Returns the number of bits of each byte.
#[inline(always)]
fn bits_of_bytes(sets: uint64x2_t) -> uint8x16_t {
    // SAFETY: Advanced SIMD, on registers; the values were made with the level's token.
    unsafe { vcntq_u8(vreinterpretq_u8_u64(sets)) }
}

impl Pair for Pair128 {
    type Lanes = Lanes128;

    #[inline(always)]
    fn swapped(self) -> Self {
        // SAFETY: Advanced SIMD, on registers; the values were made with the level's token.
        Self(unsafe { vextq_u64::<1>(self.0, self.0) })
    }

    #[inline(always)]
    fn moved<const RANKS: i8>(self) -> Self {
        let up = 8 * i64::from(RANKS);
        let by = [up, -up];
        // SAFETY: a load of the 16 bytes of `by`; `self` was made with the level's token.
        Self(unsafe { vshlq_u64(self.0, vld1q_s64(by.as_ptr())) })
    }

    #[inline(always)]
    fn east(self) -> Self {
        // A byte is a rank, so a shift of bytes ends at the board's edge.
        // SAFETY: Advanced SIMD, on registers; the values were made with the level's token.
        Self(unsafe { vreinterpretq_u64_u8(vshlq_n_u8::<1>(vreinterpretq_u8_u64(self.0))) })
    }

    #[inline(always)]
    fn west(self) -> Self {
        // SAFETY: Advanced SIMD, on registers; the values were made with the level's token.
        Self(unsafe { vreinterpretq_u64_u8(vshrq_n_u8::<1>(vreinterpretq_u8_u64(self.0))) })
    }

    #[inline(always)]
    fn where_any(self, test: Self) -> Self {
        // SAFETY: Advanced SIMD, on registers; the values were made with the level's token.
        Self(unsafe { vandq_u64(self.0, vtstq_u64(test.0, test.0)) })
    }

    #[inline(always)]
    fn several(self) -> Self {
        // SAFETY: Advanced SIMD, on registers; the values were made with the level's token.
        Self(unsafe {
            let before = vaddq_u64(self.0, vdupq_n_u64(u64::MAX));
            vshrq_n_u64::<63>(vtstq_u64(self.0, before))
        })
    }

    #[inline(always)]
    fn counted(self) -> Self {
        Self(summed(bits_of_bytes(self.0)))
    }

    #[inline(always)]
    fn counted_together([a, b, c, d]: [Self; 4]) -> Self {
        let (a, b) = (bits_of_bytes(a.0), bits_of_bytes(b.0));
        let (c, d) = (bits_of_bytes(c.0), bits_of_bytes(d.0));
        // At most 32 per byte.
        // SAFETY: Advanced SIMD, on registers; the values were made with the level's token.
        Self(summed(unsafe { vaddq_u8(vaddq_u8(a, b), vaddq_u8(c, d)) }))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: Advanced SIMD, on registers; the values were made with the level's token.
        Self(unsafe { vaddq_u64(self.0, other.0) })
    }

    #[inline(always)]
    fn values(self) -> [u64; 2] {
        // SAFETY: Advanced SIMD, on registers; the values were made with the level's token.
        unsafe { [vgetq_lane_u64::<0>(self.0), vgetq_lane_u64::<1>(self.0)] }
    }

    #[inline(always)]
    fn beside([a, b, c, d]: [Self; 4]) -> Lanes128 {
        Lanes128([a.0, b.0, c.0, d.0])
    }
}

/// Returns the lower halves of four weights.
#[inline(always)]
fn weights_of(pairs: &[i64; 4]) -> uint32x4_t {
    // SAFETY: two loads of 16 of the 32 bytes of `pairs`; the callers hold values of the level.
    unsafe {
        let at = pairs.as_ptr();
        vuzp1q_u32(
            vreinterpretq_u32_s64(vld1q_s64(at)),
            vreinterpretq_u32_s64(vld1q_s64(at.add(2))),
        )
    }
}

impl Lanes<Pair128> for Lanes128 {
    #[inline(always)]
    fn within(self, pair: Pair128) -> Self {
        let [a, b, c, d] = self.0;
        // SAFETY: Advanced SIMD, on registers; the values were made with the level's token.
        Self(unsafe {
            [vandq_u64(a, pair.0), vandq_u64(b, pair.0), vandq_u64(c, pair.0), vandq_u64(d, pair.0)]
        })
    }

    /// Returns all products in the first pair, as 32-bit numbers that `total` adds; the other pairs are 0.
    #[inline(always)]
    fn weighed(self, weights: &[i64; 8], used: [bool; 4]) -> Self {
        let [low, high] = weights.as_chunks().0 else { unreachable!("eight are twice four") };
        let [a, b, c, d] = self.0;
        let has_second = used[2] || used[3];
        // SAFETY: Advanced SIMD, on registers; the values were made with the level's token.
        Self(unsafe {
            let zero = vdupq_n_u64(0);
            let fours = vpaddq_u8(bits_of_bytes(a), bits_of_bytes(b));
            let other =
                if has_second { vpaddq_u8(bits_of_bytes(c), bits_of_bytes(d)) } else { fours };
            // Two bytes per set, then one number of 16 bits.
            let counts = vpaddlq_u8(vpaddq_u8(fours, other));
            let mut sum = vmulq_u32(vmovl_u16(vget_low_u16(counts)), weights_of(low));
            if has_second {
                sum = vmlaq_u32(sum, vmovl_high_u16(counts), weights_of(high));
            }
            [vreinterpretq_u64_u32(sum), zero, zero, zero]
        })
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        let add = |one: uint64x2_t, other: uint64x2_t| {
            // SAFETY: Advanced SIMD, on registers; the values were made with the level's token.
            unsafe {
                vreinterpretq_u64_u32(vaddq_u32(
                    vreinterpretq_u32_u64(one),
                    vreinterpretq_u32_u64(other),
                ))
            }
        };
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([add(a, e), add(b, f), add(c, g), add(d, h)])
    }

    #[inline(always)]
    fn total(self) -> i32 {
        let [a, b, c, d] = self.0;
        // SAFETY: Advanced SIMD, on registers; the values were made with the level's token.
        unsafe {
            let two = vaddq_u32(vreinterpretq_u32_u64(a), vreinterpretq_u32_u64(b));
            let other = vaddq_u32(vreinterpretq_u32_u64(c), vreinterpretq_u32_u64(d));
            vaddvq_u32(vaddq_u32(two, other)).cast_signed()
        }
    }

    #[inline(always)]
    fn values(self) -> [u64; 8] {
        let mut values = [0; 8];
        for (set, out) in self.0.into_iter().zip(values.as_chunks_mut::<2>().0) {
            // SAFETY: a store to the 16 bytes of `out`; `self` was made with the level's token.
            unsafe { vst1q_u64(out.as_mut_ptr(), set) };
        }
        values
    }
}
