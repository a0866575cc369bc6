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

/// Writes a register to some units.
#[inline(always)]
fn write(units: &mut Units, register: __m512i) {
    // SAFETY: a store of 64 bytes to `units`, which are aligned to 64 and exclusively borrowed; only
    // functions of the level call it.
    unsafe { _mm512_store_si512(units.0.as_mut_ptr().cast(), register) }
}

/// Rows of a first layer, and the numbers of those that come and go.
#[derive(Clone, Copy)]
struct ChangedRows<'a> {
    rows: &'a [Units],
    /// Blocks of a row.
    blocks: usize,
    added: &'a [u16],
    taken: &'a [u16],
    exchange: u16,
}

level_features! { avx512 => level_functions {
    /// [`change_units`] for so many blocks from `first` on: their sums stay in registers.
    fn change_blocks<const BLOCKS: usize>(
        units: &mut [Units],
        first: usize,
        changed: ChangedRows<'_>,
    ) {
        let ChangedRows { rows, blocks, added, taken, exchange } = changed;
        let units = &mut units[first..][..BLOCKS];
        let row = |number: u16| {
            &rows[usize::from(number ^ exchange) * blocks + first..][..BLOCKS]
        };
        let mut sums = [_mm512_setzero_si512(); BLOCKS];
        for (sum, units) in sums.iter_mut().zip(units.iter()) {
            *sum = register(units);
        }
        for &number in added {
            for (sum, row) in sums.iter_mut().zip(row(number)) {
                *sum = _mm512_add_epi16(*sum, register(row));
            }
        }
        for &number in taken {
            for (sum, row) in sums.iter_mut().zip(row(number)) {
                *sum = _mm512_sub_epi16(*sum, register(row));
            }
        }
        for (units, sum) in units.iter_mut().zip(sums) {
            write(units, sum);
        }
    }

    /// [`crate::kernels::units::change_units`].
    pub fn change_units(
        units: &mut [Units],
        rows: &[Units],
        added: &[u16],
        taken: &[u16],
        exchange: u16,
    ) {
        let blocks = units.len();
        let changed = ChangedRows { rows, blocks, added, taken, exchange };
        let mut first = 0;
        while blocks - first >= 8 {
            change_blocks::<8>(units, first, changed);
            first += 8;
        }
        if blocks - first >= 4 {
            change_blocks::<4>(units, first, changed);
            first += 4;
        }
        if blocks - first >= 2 {
            change_blocks::<2>(units, first, changed);
            first += 2;
        }
        if first < blocks {
            change_blocks::<1>(units, first, changed);
        }
    }

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
