//! The best score of a list of moves.

use std::arch::aarch64::*;

use crate::kernels::portable;

/// Loads eight scores from `at` on.
///
/// # Safety
/// `at + 8` must not exceed the length of `scores`.
#[target_feature(enable = "neon")]
#[inline]
unsafe fn eight(scores: &[i16], at: usize) -> int16x8_t {
    debug_assert!(at + 8 <= scores.len());
    // SAFETY: the caller guarantees that eight scores from `at` on are within the slice.
    unsafe { vld1q_s16(scores.as_ptr().add(at)) }
}

/// Returns the index of the first of the highest scores; 0 if there are none.
#[target_feature(enable = "neon")]
#[inline]
pub fn first_highest(scores: &[i16]) -> usize {
    let Some(last) = scores.len().checked_sub(8) else {
        return portable::first_highest(scores);
    };
    // SAFETY: there are eight scores from `last` on, and from every index before it.
    let mut highest = unsafe { eight(scores, last) };
    for at in (0..last).step_by(8) {
        // SAFETY: as above; the last eight may overlap earlier ones.
        highest = vmaxq_s16(highest, unsafe { eight(scores, at) });
    }
    let highest = vdupq_n_s16(vmaxvq_s16(highest));
    let mut at = 0;
    loop {
        let here = at.min(last);
        // SAFETY: as above; `here` is at most `last`.
        let equal = vceqq_s16(unsafe { eight(scores, here) }, highest);
        // Eight bits for each of the eight scores.
        let equal = vget_lane_u64::<0>(vreinterpret_u64_u8(vmovn_u16(equal)));
        if equal != 0 {
            return here + equal.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
}
