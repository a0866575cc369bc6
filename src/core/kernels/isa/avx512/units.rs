//! Hidden units of a network, 32 in a register.

use std::arch::x86_64::*;

use crate::kernels::units::{UNIT_ONE, Units};
use crate::kernels::{level_features, level_functions};

/// Some units in a register.
#[inline(always)]
fn register(units: &Units) -> __m512i {
    // SAFETY: a load of the 64 bytes of `units`, which are aligned to 64; only functions of the level
    // call it.
    unsafe { _mm512_load_si512(units.0.as_ptr().cast()) }
}

level_features! { avx512 => level_functions {
    /// [`crate::kernels::units::activate_units`].
    pub fn activate_units(units: &[Units], weights: &[Units]) -> i32 {
        let mut sum = _mm512_setzero_si512();
        for (units, weights) in units.iter().zip(weights) {
            let clamped = _mm512_min_epi16(
                _mm512_max_epi16(register(units), _mm512_setzero_si512()),
                _mm512_set1_epi16(UNIT_ONE),
            );
            // A clamped unit times a weight of eight bits fits 16.
            let weighed = _mm512_mullo_epi16(clamped, register(weights));
            sum = _mm512_add_epi32(sum, _mm512_madd_epi16(weighed, clamped));
        }
        _mm512_reduce_add_epi32(sum)
    }
}}
