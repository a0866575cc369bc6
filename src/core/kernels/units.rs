//! Hidden units of a network: rows of 16-bit integers, and what is done with them.

use std::array;

/// Units that a routine works on together.
pub const UNITS: usize = 32;

/// Some hidden units, or their weights: one AVX-512 register, two of AVX2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Units(pub [i16; UNITS]);

impl Default for Units {
    fn default() -> Self {
        Self([0; UNITS])
    }
}

/// The highest value of a unit, which is one: sums are clamped to it (QA).
pub const UNIT_ONE: i16 = 255;

/// Writes to `out` the units of `from` and of `added` without those of `taken`, modulo 2^16. All have
/// the length of `out` at least.
#[inline(always)]
pub fn update_units<const ADDED: usize, const TAKEN: usize>(
    from: &[Units],
    added: [&[Units]; ADDED],
    taken: [&[Units]; TAKEN],
    out: &mut [Units],
) {
    for (index, out) in out.iter_mut().enumerate() {
        let mut sum = from[index].0;
        for row in added {
            sum = array::from_fn(|unit| sum[unit].wrapping_add(row[index].0[unit]));
        }
        for row in taken {
            sum = array::from_fn(|unit| sum[unit].wrapping_sub(row[index].0[unit]));
        }
        *out = Units(sum);
    }
}

/// Returns the sum of units, clamped to 0 and [`UNIT_ONE`] and squared, times their weights (SCReLU).
/// Weights are -128 to 127, and as many as units.
#[inline(always)]
pub fn activate_units(units: &[Units], weights: &[Units]) -> i32 {
    let mut sums = [0_i32; UNITS];
    for (units, weights) in units.iter().zip(weights) {
        for ((sum, &unit), &weight) in sums.iter_mut().zip(&units.0).zip(&weights.0) {
            let clamped = unit.clamp(0, UNIT_ONE);
            *sum += i32::from(clamped.wrapping_mul(weight)) * i32::from(clamped);
        }
    }
    sums.iter().sum()
}
