//! Each level's scanners as plain functions that check the CPU first: over one matrix, and over
//! many for benches. Over many the level is checked once and the routine inlines into the loop, so
//! that a bench times the routine and not the call.

use std::hint::black_box;

use crate::kernels::level_features;
use crate::kernels::lists::{PieceList, SquareList};
use crate::kernels::scan;
use crate::matrix::Nucleus;
use crate::matrix::cell::Cell;

/// Defines the scanners of one level or its assembly; `$guard` panics if the CPU lacks the level.
macro_rules! scanners {
    ([$($feature:tt,)*] $module:ident; $guard:expr; $scan:expr, $both:expr, $squares:expr) => {
        pub mod $module {
            use super::*;

            scanners!(@one [$($feature,)*] $guard; $scan; scan, scan_all,
                ([mask: Cell] list: PieceList) -> usize; count => count);
            scanners!(@one [$($feature,)*] $guard; $both; scan_both, scan_both_all,
                ([] lists: [PieceList; 2]) -> [usize; 2]; [white, black] => white + black);
            scanners!(@one [$($feature,)*] $guard; $squares; squares, squares_all,
                ([mask: Cell] list: SquareList) -> usize; count => count);
        }
    };
    (@one [$($feature:tt,)*] $guard:expr; $routine:expr; $name:ident, $all:ident,
        ([$($mask:ident: Cell)?] $list:ident: $type:ty) -> $result:ty; $counted:pat => $sum:expr) => {
        /// Scans a matrix.
        #[allow(clippy::no_effect, unused_unsafe)]
        pub fn $name(nucleus: &Nucleus, $($mask: Cell,)? $list: &mut $type) -> $result {
            $guard;
            // SAFETY: the routine needs the features of a level, which `$guard` has just checked.
            unsafe { $routine(nucleus, $($mask,)? $list) }
        }

        /// Scans every matrix and returns the number of entries.
        #[allow(clippy::no_effect, unused_unsafe)]
        pub fn $all(nuclei: &[Nucleus], $($mask: Cell,)? $list: &mut $type) -> usize {
            $(#[target_feature(enable = $feature)])*
            fn all(nuclei: &[Nucleus], $($mask: Cell,)? $list: &mut $type) -> usize {
                let mut total = 0;
                for nucleus in nuclei {
                    // SAFETY: the routine needs the features of its level: this function has them
                    // or, for assembly, `$guard` checked them before the call.
                    let $counted = unsafe { $routine(nucleus, $($mask,)? $list) };
                    total += $sum;
                    black_box(&mut *$list);
                }
                total
            }
            $guard;
            // SAFETY: `all` has the features of a level, which `$guard` has just checked.
            unsafe { all(nuclei, $($mask,)? $list) }
        }
    };
}

level_features! { portable => scanners {
    portable; (); scan::portable::scan, scan::portable::scan_both, scan::portable::squares
}}

#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable)))]
level_features! { portable => scanners {
    asm_core; (); scan::asm::scan_core, scan::asm::scan_both_core, scan::portable::squares
}}

#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
mod x86 {
    use super::*;
    use crate::kernels::has_features;
    use crate::kernels::scan::asm;

    fn need_avx2() {
        assert!(level_features! { avx2 => has_features {} }, "handed out where the CPU has it");
    }

    fn need_avx512() {
        assert!(level_features! { avx512 => has_features {} }, "handed out where the CPU has it");
    }

    level_features! { avx2 => scanners {
        avx2; need_avx2(); scan::avx2::scan, scan::avx2::scan_both, scan::avx2::squares
    }}
    level_features! { avx512 => scanners {
        avx512; need_avx512(); scan::avx512::scan, scan::avx512::scan_both, scan::avx512::squares
    }}
    level_features! { portable => scanners {
        asm_avx2; need_avx2(); asm::scan_avx2, asm::scan_both_avx2, asm::squares_avx2
    }}
    level_features! { portable => scanners {
        asm_avx512; need_avx512(); asm::scan_avx512, asm::scan_both_avx512, asm::squares_avx512
    }}
}
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub use x86::*;

/// The scanners of AArch64.
#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
mod aarch64 {
    use super::*;
    use crate::kernels::has_features;
    use crate::kernels::scan::asm;

    fn need_neon() {
        assert!(level_features! { neon => has_features {} }, "handed out where the CPU has it");
    }

    level_features! { neon => scanners {
        neon; need_neon(); scan::neon::scan, scan::neon::scan_both, scan::neon::squares
    }}
    level_features! { portable => scanners {
        asm_neon; need_neon(); asm::scan_neon, asm::scan_both_neon, asm::squares_neon
    }}
}
#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
pub use aarch64::*;
