//! Hidden units of a network, 16 per register.

use std::arch::x86_64::*;

use crate::kernels::isa::units::{ChangedRows, unit_functions};
use crate::kernels::units::{UNIT_ONE, Units};

/// Loads one half of a block of units.
#[inline(always)]
fn load(units: &Units, half: usize) -> __m256i {
    let [low, high] = units.0.as_chunks::<16>().0 else { unreachable!("32 are twice 16") };
    let sixteen = if half == 0 { low } else { high };
    // SAFETY: an unaligned load of the 32 bytes of `sixteen`; only functions of the level call it.
    unsafe { _mm256_loadu_si256(sixteen.as_ptr().cast()) }
}

/// Stores a register to one half of a block of units.
#[inline(always)]
fn store(units: &mut Units, half: usize, register: __m256i) {
    let [low, high] = units.0.as_chunks_mut::<16>().0 else { unreachable!("32 are twice 16") };
    let sixteen = if half == 0 { low } else { high };
    // SAFETY: an unaligned store of 32 bytes to `sixteen`, which is exclusively borrowed; only functions
    // of the level call it.
    unsafe { _mm256_storeu_si256(sixteen.as_mut_ptr().cast(), register) }
}

unit_functions! { ["avx2,bmi1,bmi2,lzcnt,fma,popcnt"], [__m256i; 2], _mm256_setzero_si256, _mm256_set1_epi16, _mm256_add_epi16, _mm256_sub_epi16,
_mm256_min_epi16, _mm256_max_epi16, _mm256_mullo_epi16, _mm256_madd_epi16, _mm256_add_epi32; 4 2 1 }

/// Returns the sum of all lanes.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline]
fn total(sums: [__m256i; 2]) -> i32 {
    let eight = _mm256_add_epi32(sums[0], sums[1]);
    let four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
    let two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<1>(two)))
}
