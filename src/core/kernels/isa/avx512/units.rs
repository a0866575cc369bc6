//! Hidden units of a network, 32 per register.

use std::arch::x86_64::*;

use crate::kernels::isa::units::{ChangedRows, unit_functions};
use crate::kernels::units::{UNIT_ONE, Units};

#[inline(always)]
fn load(units: &Units, _: usize) -> __m512i {
    // SAFETY: a load of the 64 bytes of `units`, which are aligned to 64; only functions of the level
    // call it.
    unsafe { _mm512_load_si512(units.0.as_ptr().cast()) }
}

#[inline(always)]
fn store(units: &mut Units, _: usize, register: __m512i) {
    // SAFETY: a store of 64 bytes to `units`, which are aligned to 64 and exclusively borrowed; only
    // functions of the level call it.
    unsafe { _mm512_store_si512(units.0.as_mut_ptr().cast(), register) }
}

unit_functions! { ["avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg",
    "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt"], [__m512i; 1], _mm512_setzero_si512, _mm512_set1_epi16, _mm512_add_epi16, _mm512_sub_epi16,
_mm512_min_epi16, _mm512_max_epi16, _mm512_mullo_epi16, _mm512_madd_epi16, _mm512_add_epi32; 8 4 2 1 }

/// Returns the sum of all lanes.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn total([sum]: [__m512i; 1]) -> i32 {
    _mm512_reduce_add_epi32(sum)
}
