//! Each level's scanners over many matrices, so that a bench times the routine and not the way
//! there: the level is asked for once, and the routine inlines into the loop.

use std::hint::black_box;

use crate::kernels::level_features;
use crate::kernels::lists::{PieceList, SquareList};
use crate::kernels::scan;
use crate::matrix::Nucleus;
use crate::matrix::cell::Cell;

/// The three loops of one level; `$guard` says that the CPU has it, or panics.
macro_rules! loops {
    ([$($feature:tt,)*] $module:ident; $guard:expr; $scan:expr, $both:expr, $squares:expr) => {
        pub mod $module {
            use super::*;

            loops!(@one scan_all(mask: Cell, list: PieceList) $scan, $guard, [$($feature,)*]);
            loops!(@one squares_all(mask: Cell, list: SquareList) $squares, $guard, [$($feature,)*]);

            /// Scans every matrix for both colours; how many entries there were.
            pub fn scan_both_all(nuclei: &[Nucleus], lists: &mut [PieceList; 2]) -> usize {
                $(#[target_feature(enable = $feature)])*
                fn all(nuclei: &[Nucleus], lists: &mut [PieceList; 2]) -> usize {
                    let mut total = 0;
                    for nucleus in nuclei {
                        // SAFETY: the routine needs the features of its level: this function carries
                        // them, or, for assembly, `$guard` found them before it was entered.
                        #[allow(unused_unsafe)]
                        let [white, black] = unsafe { $both(nucleus, lists) };
                        total += white + black;
                        black_box(&mut *lists);
                    }
                    total
                }
                #[allow(clippy::no_effect)]
                $guard;
                // SAFETY: `all` carries the features of a level, which `$guard` has just found.
                #[allow(unused_unsafe)]
                unsafe { all(nuclei, lists) }
            }
        }
    };
    (@one $name:ident($mask:ident: $cell:ty, $list:ident: $type:ty) $routine:expr, $guard:expr,
        [$($feature:tt,)*]) => {
        /// Scans every matrix; how many entries there were.
        pub fn $name(nuclei: &[Nucleus], $mask: $cell, $list: &mut $type) -> usize {
            $(#[target_feature(enable = $feature)])*
            fn all(nuclei: &[Nucleus], $mask: $cell, $list: &mut $type) -> usize {
                let mut total = 0;
                for nucleus in nuclei {
                    // SAFETY: the routine needs the features of its level: this function carries
                        // them, or, for assembly, `$guard` found them before it was entered.
                    #[allow(unused_unsafe)]
                    let count = unsafe { $routine(nucleus, $mask, $list) };
                    total += count;
                    black_box(&mut *$list);
                }
                total
            }
            #[allow(clippy::no_effect)]
            $guard;
            // SAFETY: `all` carries the features of a level, which `$guard` has just found.
            #[allow(unused_unsafe)]
            unsafe { all(nuclei, $mask, $list) }
        }
    };
}

level_features! { portable => loops {
    portable; (); scan::portable::scan, scan::portable::scan_both, scan::portable::squares
}}

#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
mod x86 {
    use super::*;
    use crate::kernels::scan::asm::{self, need_avx2, need_avx512};

    level_features! { avx2 => loops {
        avx2; need_avx2(); scan::avx2::scan, scan::avx2::scan_both, scan::avx2::squares
    }}
    level_features! { avx512 => loops {
        avx512; need_avx512(); scan::avx512::scan, scan::avx512::scan_both, scan::avx512::squares
    }}
    level_features! { portable => loops {
        asm_core; (); asm::scan_core, asm::scan_both_core, scan::portable::squares
    }}
    level_features! { portable => loops {
        asm_avx2; need_avx2(); asm::unchecked::scan_avx2, asm::unchecked::scan_both_avx2,
        asm::unchecked::squares_avx2
    }}
    level_features! { portable => loops {
        asm_avx512; need_avx512(); asm::unchecked::scan_avx512, asm::unchecked::scan_both_avx512,
        asm::unchecked::squares_avx512
    }}
}
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub use x86::*;

/// The loops of AArch64.
#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
mod aarch64 {
    use super::*;
    use crate::kernels::scan::asm::{self, need_neon};

    level_features! { neon => loops {
        neon; need_neon(); scan::neon::scan, scan::neon::scan_both, scan::neon::squares
    }}
    level_features! { portable => loops {
        asm_core; (); asm::scan_core, asm::scan_both_core, scan::portable::squares
    }}
    level_features! { portable => loops {
        asm_neon; need_neon(); asm::scan_neon, asm::scan_both_neon, asm::squares_neon
    }}
}
#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
pub use aarch64::*;
