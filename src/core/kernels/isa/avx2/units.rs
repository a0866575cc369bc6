//! Hidden units of a network, 16 in a register.

use std::arch::x86_64::*;

use crate::kernels::units::{UNIT_ONE, Units};
use crate::kernels::{level_features, level_functions};

/// One half of some units.
#[inline(always)]
fn half(units: &Units, half: usize) -> __m256i {
    let [low, high] = units.0.as_chunks::<16>().0 else { unreachable!("32 are twice 16") };
    let sixteen = if half == 0 { low } else { high };
    // SAFETY: an unaligned load of the 32 bytes of `sixteen`; only functions of the level call it.
    unsafe { _mm256_loadu_si256(sixteen.as_ptr().cast()) }
}

/// Writes a register to one half of some units.
#[inline(always)]
fn write(units: &mut Units, half: usize, register: __m256i) {
    let [low, high] = units.0.as_chunks_mut::<16>().0 else { unreachable!("32 are twice 16") };
    let sixteen = if half == 0 { low } else { high };
    // SAFETY: an unaligned store of 32 bytes to `sixteen`, which is exclusively borrowed; only functions
    // of the level call it.
    unsafe { _mm256_storeu_si256(sixteen.as_mut_ptr().cast(), register) }
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

level_features! { avx2 => level_functions {
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
        let mut sums = [[_mm256_setzero_si256(); 2]; BLOCKS];
        for (sum, units) in sums.iter_mut().zip(units.iter()) {
            *sum = [half(units, 0), half(units, 1)];
        }
        for &number in added {
            for ([low, high], row) in sums.iter_mut().zip(row(number)) {
                *low = _mm256_add_epi16(*low, half(row, 0));
                *high = _mm256_add_epi16(*high, half(row, 1));
            }
        }
        for &number in taken {
            for ([low, high], row) in sums.iter_mut().zip(row(number)) {
                *low = _mm256_sub_epi16(*low, half(row, 0));
                *high = _mm256_sub_epi16(*high, half(row, 1));
            }
        }
        for (units, [low, high]) in units.iter_mut().zip(sums) {
            write(units, 0, low);
            write(units, 1, high);
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
        while blocks - first >= 4 {
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

    /// Clamps units, squares and weighs them; eight sums.
    fn activated(units: __m256i, weights: __m256i) -> __m256i {
        let clamped = _mm256_min_epi16(_mm256_max_epi16(units, _mm256_setzero_si256()),
            _mm256_set1_epi16(UNIT_ONE));
        // A clamped unit times a weight of eight bits fits 16.
        _mm256_madd_epi16(_mm256_mullo_epi16(clamped, weights), clamped)
    }

    /// [`crate::kernels::units::activate_units`].
    pub fn activate_units(units: &[Units], weights: &[Units]) -> i32 {
        let mut sums = [_mm256_setzero_si256(); 2];
        for (units, weights) in units.iter().zip(weights) {
            for (index, sum) in sums.iter_mut().enumerate() {
                let products = activated(half(units, index), half(weights, index));
                *sum = _mm256_add_epi32(*sum, products);
            }
        }
        let eight = _mm256_add_epi32(sums[0], sums[1]);
        let four =
            _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
        let two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
        _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<1>(two)))
    }
}}
