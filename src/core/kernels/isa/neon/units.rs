//! Hidden units of a network, eight per register.

use std::arch::aarch64::*;

use crate::kernels::units::{UNIT_ONE, Units};

#[target_feature(enable = "neon")]
#[inline]
fn eight(units: &[i16; 8]) -> int16x8_t {
    // SAFETY: a load of the 16 bytes of `units`.
    unsafe { vld1q_s16(units.as_ptr()) }
}

/// Implements [`crate::kernels::units::activate_units`].
#[target_feature(enable = "neon")]
#[inline]
pub fn activate_units(units: &[Units], weights: &[Units]) -> i32 {
    let mut sums = [vdupq_n_s32(0); 4];
    for (units, weights) in units.iter().zip(weights) {
        let eights = units.0.as_chunks::<8>().0.iter().zip(weights.0.as_chunks::<8>().0);
        for ((units, weights), sum) in eights.zip(&mut sums) {
            let clamped = vminq_s16(vmaxq_s16(eight(units), vdupq_n_s16(0)), vdupq_n_s16(UNIT_ONE));
            // A clamped unit times an eight-bit weight fits in 16 bits.
            let weighed = vmulq_s16(clamped, eight(weights));
            *sum = vmlal_s16(*sum, vget_low_s16(weighed), vget_low_s16(clamped));
            *sum = vmlal_high_s16(*sum, weighed, clamped);
        }
    }
    vaddvq_s32(vaddq_s32(vaddq_s32(sums[0], sums[1]), vaddq_s32(sums[2], sums[3])))
}
