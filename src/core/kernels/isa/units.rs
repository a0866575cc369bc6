//! Hidden units of a network in registers, for the avx2 and avx512 levels.

use crate::kernels::units::Units;

/// Rows of a first layer, and the indices of the rows that are added and removed.
#[derive(Clone, Copy)]
pub(super) struct ChangedRows<'a> {
    pub(super) rows: &'a [Units],
    /// Number of blocks in a row.
    pub(super) blocks: usize,
    pub(super) added: &'a [u16],
    pub(super) taken: &'a [u16],
    pub(super) exchange: u16,
}

/// Defines `change_units` and `activate_units` of a level by its intrinsics and its functions `load`,
/// `store` and `total`. [`Units`] fill a fixed number of its registers. Blocks are processed `$most` at
/// a time, then `$fewer`, so that their sums stay in registers.
macro_rules! unit_functions {
    ([$($features:literal),+], [$register:ty; $parts:literal], $zero:ident, $set:ident, $add:ident, $sub:ident, $min:ident,
        $max:ident, $multiply:ident, $multiply_add:ident, $add_sums:ident; $most:literal $($fewer:literal)+) => {
        /// Changes `BLOCKS` blocks from `first` on, a part of [`change_units`].
        $(#[target_feature(enable = $features)])+
        #[inline]
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
            let mut sums = [[$zero(); $parts]; BLOCKS];
            for (sum, units) in sums.iter_mut().zip(units.iter()) {
                for part in 0..$parts {
                    sum[part] = load(units, part);
                }
            }
            for &number in added {
                for (sum, row) in sums.iter_mut().zip(row(number)) {
                    for part in 0..$parts {
                        sum[part] = $add(sum[part], load(row, part));
                    }
                }
            }
            for &number in taken {
                for (sum, row) in sums.iter_mut().zip(row(number)) {
                    for part in 0..$parts {
                        sum[part] = $sub(sum[part], load(row, part));
                    }
                }
            }
            for (units, sum) in units.iter_mut().zip(sums) {
                for part in 0..$parts {
                    store(units, part, sum[part]);
                }
            }
        }

        /// Implements [`crate::kernels::units::change_units`].
        $(#[target_feature(enable = $features)])+
        #[inline]
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
            while blocks - first >= $most {
                change_blocks::<$most>(units, first, changed);
                first += $most;
            }
            $(if blocks - first >= $fewer {
                change_blocks::<$fewer>(units, first, changed);
                first += $fewer;
            })+
        }

        /// Implements [`crate::kernels::units::activate_units`].
        $(#[target_feature(enable = $features)])+
        #[inline]
        pub fn activate_units(units: &[Units], weights: &[Units]) -> i32 {
            let mut sums = [$zero(); $parts];
            for (units, weights) in units.iter().zip(weights) {
                for part in 0..$parts {
                    let clamped = $min($max(load(units, part), $zero()), $set(UNIT_ONE));
                    // A clamped unit times an eight-bit weight fits in 16 bits.
                    let weighed = $multiply(clamped, load(weights, part));
                    sums[part] = $add_sums(sums[part], $multiply_add(weighed, clamped));
                }
            }
            total(sums)
        }
    };
}
pub(super) use unit_functions;
