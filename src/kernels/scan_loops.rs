//! Each level's scanners over many matrices, so that a bench times the routine and not the way
//! there: the level is asked for once, and the routine inlines into the loop.

use std::hint::black_box;

use super::{Nucleus, PieceList, SquareList, scan_portable};
use crate::matrix::cell::Cell;

/// The three loops of one level; `$guard` says that the CPU has it, or panics.
macro_rules! loops {
    ($module:ident $(, $features:literal)?; $guard:expr; $scan:expr, $both:expr, $squares:expr) => {
        pub mod $module {
            use super::*;

            loops!(@one scan_all(mask: Cell, list: PieceList) $scan, $guard $(, $features)?);
            loops!(@one squares_all(mask: Cell, list: SquareList) $squares, $guard $(, $features)?);

            /// Scans every matrix for both colours; how many entries there were.
            pub fn scan_both_all(nuclei: &[Nucleus], lists: &mut [PieceList; 2]) -> usize {
                $(#[target_feature(enable = $features)])?
                fn all(nuclei: &[Nucleus], lists: &mut [PieceList; 2]) -> usize {
                    let mut total = 0;
                    for nucleus in nuclei {
                        // SAFETY: this function has the features that the routine wants.
                        #[allow(unused_unsafe)]
                        let [white, black] = unsafe { $both(nucleus, lists) };
                        total += white + black;
                        black_box(&mut *lists);
                    }
                    total
                }
                #[allow(clippy::no_effect)]
                $guard;
                // SAFETY: the guard has just found the features.
                #[allow(unused_unsafe)]
                unsafe { all(nuclei, lists) }
            }
        }
    };
    (@one $name:ident($mask:ident: $cell:ty, $list:ident: $type:ty) $routine:expr, $guard:expr
        $(, $features:literal)?) => {
        /// Scans every matrix; how many entries there were.
        pub fn $name(nuclei: &[Nucleus], $mask: $cell, $list: &mut $type) -> usize {
            $(#[target_feature(enable = $features)])?
            fn all(nuclei: &[Nucleus], $mask: $cell, $list: &mut $type) -> usize {
                let mut total = 0;
                for nucleus in nuclei {
                    // SAFETY: this function has the features that the routine wants.
                    #[allow(unused_unsafe)]
                    let count = unsafe { $routine(nucleus, $mask, $list) };
                    total += count;
                    black_box(&mut *$list);
                }
                total
            }
            #[allow(clippy::no_effect)]
            $guard;
            // SAFETY: the guard has just found the features.
            #[allow(unused_unsafe)]
            unsafe { all(nuclei, $mask, $list) }
        }
    };
}

loops!(portable; (); scan_portable::scan, scan_portable::scan_both, scan_portable::squares);

#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
mod x86 {
    use super::*;
    use crate::kernels::asm::{self, need_avx2, need_avx512};
    use crate::kernels::{scan_avx2, scan_avx512};

    loops!(avx2, "avx2,popcnt"; need_avx2();
        scan_avx2::scan, scan_avx2::scan_both, scan_avx2::squares);
    loops!(avx512, "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,popcnt";
        need_avx512(); scan_avx512::scan, scan_avx512::scan_both, scan_avx512::squares);
    loops!(asm_core; (); asm::scan_core, asm::scan_both_core, scan_portable::squares);
    loops!(asm_avx2; need_avx2();
        asm::unchecked::scan_avx2, asm::unchecked::scan_both_avx2, asm::unchecked::squares_avx2);
    loops!(asm_avx512; need_avx512();
        asm::unchecked::scan_avx512, asm::unchecked::scan_both_avx512,
        asm::unchecked::squares_avx512);
}
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub use x86::*;
