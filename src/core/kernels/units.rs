//! Hidden units of a network: rows of 16-bit integers and their operations.

use std::array;

/// Number of units in a block.
pub const UNITS: usize = 32;

/// A block of hidden units or of their weights: one AVX-512 register, two of AVX2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Units(pub [i16; UNITS]);

impl Default for Units {
    fn default() -> Self {
        Self([0; UNITS])
    }
}

/// The highest value of a unit, which means 1.0: sums are clamped to it (QA).
pub const UNIT_ONE: i16 = 255;

/// Writes to `out` the units of `from` plus those of `added` minus those of `taken`, modulo 2^16.
/// All must be at least as long as `out`.
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

/// Adds rows to a sum of units and subtracts others, modulo 2^16. Rows are as long as `units` and
/// consecutive; each of `added` and `taken`, XOR `exchange`, is the index of a row.
///
/// # Panics
/// If a row does not exist.
#[inline(always)]
pub fn change_units(
    units: &mut [Units],
    rows: &[Units],
    added: &[u16],
    taken: &[u16],
    exchange: u16,
) {
    let blocks = units.len();
    let row = |&number: &u16| &rows[usize::from(number ^ exchange) * blocks..][..blocks];
    for row in added.iter().map(row) {
        for (units, row) in units.iter_mut().zip(row) {
            units.0 = array::from_fn(|unit| units.0[unit].wrapping_add(row.0[unit]));
        }
    }
    for row in taken.iter().map(row) {
        for (units, row) in units.iter_mut().zip(row) {
            units.0 = array::from_fn(|unit| units.0[unit].wrapping_sub(row.0[unit]));
        }
    }
}

/// Returns the sum of units, clamped to 0..=[`UNIT_ONE`] and squared, times their weights (SCReLU).
/// Weights are -128 to 127; there must be one per unit.
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
