use std::hint::black_box;

use super::scan::{self, loops};
use super::{
    Choice, Level, MatrixKernel, PieceList, Rebuilt, SquareList, Variant, for_each_level, reference,
};
use crate::matrix::cell::Cell;
use crate::matrix::{Nucleus, Planes};
use crate::types::Color;

/// One level's routines as plain functions, for tests, benches and the inspector.
#[derive(Clone, Copy, Debug)]
pub struct Routines {
    /// The level and variant, `reference` for the specification.
    pub name: &'static str,
    /// Everything a rebuild writes.
    pub rebuild: fn(&Planes, Color, &mut Rebuilt),
    /// Rebuilds many positions one after the other into one frame; for benches.
    pub rebuild_all: fn(&[Planes], Color, &mut Rebuilt),
    /// The scanner: masked cells with their squares, and how many.
    pub scan: fn(&Nucleus, Cell, &mut PieceList) -> usize,
    /// The scanner for White's pieces and Black's in one pass.
    pub scan_both: fn(&Nucleus, &mut [PieceList; 2]) -> [usize; 2],
    /// The squares of the cells that have a bit of the mask, as bytes, and how many.
    pub squares: fn(&Nucleus, Cell, &mut SquareList) -> usize,
    /// The scanners over many matrices one after the other, for benches; returns the sum of the
    /// counts.
    pub scan_all: fn(&[Nucleus], Cell, &mut PieceList) -> usize,
    /// Scans the pieces of both colours of many positions.
    pub scan_both_all: fn(&[Nucleus], &mut [PieceList; 2]) -> usize,
    /// Scans the squares of many positions.
    pub squares_all: fn(&[Nucleus], Cell, &mut SquareList) -> usize,
}

/// The specification.
pub const REFERENCE: Routines = Routines {
    name: "reference",
    rebuild: reference::rebuild,
    rebuild_all: |boards, side, out| {
        for planes in boards {
            reference::rebuild(planes, side, out);
            black_box(&mut *out);
        }
    },
    scan: reference::scan,
    scan_both: reference::scan_both,
    squares: reference::squares,
    scan_all: |nuclei, mask, list| nuclei.iter().map(|n| reference::scan(n, mask, list)).sum(),
    scan_both_all: |nuclei, lists| {
        nuclei.iter().map(|n| reference::scan_both(n, lists).iter().sum::<usize>()).sum()
    },
    squares_all: |nuclei, mask, list| {
        nuclei.iter().map(|n| reference::squares(n, mask, list)).sum()
    },
};

/// Writes one level's loops, with its features, so that its routines inline into them.
macro_rules! instantiate {
    ([$($feature:tt,)*] $module:ident, $token:ty) => {
        mod $module {
            use super::*;

            $(#[target_feature(enable = $feature)])*
            fn all(token: $token, boards: &[Planes], side: Color, out: &mut Rebuilt) {
                for planes in boards {
                    token.rebuild(planes, side, out);
                    black_box(&mut *out);
                }
            }

            /// Rebuilds every board.
            pub fn rebuild_all(boards: &[Planes], side: Color, out: &mut Rebuilt) {
                let token = <$token>::detect().expect("only a level that is there is handed out");
                // SAFETY: `all` carries the features of $token, which exists only where
                // detection found them.
                #[allow(unused_unsafe)]
                unsafe { all(token, boards, side, out) }
            }
        }
    };
}
for_each_level!(instantiate);

const PORTABLE: Routines = Routines {
    name: "portable",
    rebuild: super::portable::rebuild,
    rebuild_all: portable::rebuild_all,
    scan: scan::portable::scan,
    scan_both: scan::portable::scan_both,
    squares: scan::portable::squares,
    scan_all: loops::portable::scan_all,
    scan_both_all: loops::portable::scan_both_all,
    squares_all: loops::portable::squares_all,
};

/// The routines of a choice, or `None` when the CPU lacks its level or the level lacks the variant.
pub fn routines(choice: Choice) -> Option<Routines> {
    if choice.level.is_usable() { implemented(choice) } else { None }
}

#[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable))))]
fn implemented(choice: Choice) -> Option<Routines> {
    (choice == Choice { level: Level::Portable, variant: Variant::Intrinsics }).then_some(PORTABLE)
}

#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
use x86::implemented;

/// The rows of the levels: each names its new routines and inherits the others from the row after
/// its `..`.
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
mod x86 {
    use super::*;
    use crate::kernels;
    use crate::kernels::scan::asm;

    const PORTABLE_ASM: Routines = Routines {
        name: "portable+asm",
        scan: asm::scan_core,
        scan_both: asm::scan_both_core,
        scan_all: loops::asm_core::scan_all,
        scan_both_all: loops::asm_core::scan_both_all,
        squares_all: loops::asm_core::squares_all,
        ..PORTABLE
    };

    const POPCNT: Routines = Routines {
        name: "popcnt",
        rebuild: kernels::popcnt::checked_rebuild,
        rebuild_all: popcnt::rebuild_all,
        ..PORTABLE
    };
    const POPCNT_ASM: Routines = Routines {
        name: "popcnt+asm",
        rebuild: POPCNT.rebuild,
        rebuild_all: POPCNT.rebuild_all,
        ..PORTABLE_ASM
    };

    const AVX2: Routines = Routines {
        name: "avx2",
        rebuild: kernels::avx2::checked_rebuild,
        rebuild_all: avx2::rebuild_all,
        scan: kernels::avx2::checked::scan,
        scan_both: kernels::avx2::checked::scan_both,
        squares: kernels::avx2::checked::squares,
        scan_all: loops::avx2::scan_all,
        scan_both_all: loops::avx2::scan_both_all,
        squares_all: loops::avx2::squares_all,
    };
    const AVX2_ASM: Routines = Routines {
        name: "avx2+asm",
        scan: asm::scan_avx2,
        scan_both: asm::scan_both_avx2,
        squares: asm::squares_avx2,
        scan_all: loops::asm_avx2::scan_all,
        scan_both_all: loops::asm_avx2::scan_both_all,
        squares_all: loops::asm_avx2::squares_all,
        ..AVX2
    };

    const AVX512: Routines = Routines {
        name: "avx512",
        rebuild: kernels::avx512::checked_rebuild,
        rebuild_all: avx512::rebuild_all,
        scan: kernels::avx512::checked::scan,
        scan_both: kernels::avx512::checked::scan_both,
        squares: kernels::avx512::checked::squares,
        scan_all: loops::avx512::scan_all,
        scan_both_all: loops::avx512::scan_both_all,
        squares_all: loops::avx512::squares_all,
    };
    const AVX512_ASM: Routines = Routines {
        name: "avx512+asm",
        scan: asm::scan_avx512,
        scan_both: asm::scan_both_avx512,
        squares: asm::squares_avx512,
        scan_all: loops::asm_avx512::scan_all,
        scan_both_all: loops::asm_avx512::scan_both_all,
        squares_all: loops::asm_avx512::squares_all,
        ..AVX512
    };

    /// The row of a choice, whether or not the CPU has its level.
    pub fn implemented(Choice { level, variant }: Choice) -> Option<Routines> {
        use Variant::{Asm, Intrinsics};

        Some(match (level, variant) {
            (Level::Portable, Intrinsics) => PORTABLE,
            (Level::Portable, Asm) => PORTABLE_ASM,
            (Level::Popcnt, Intrinsics) => POPCNT,
            (Level::Popcnt, Asm) => POPCNT_ASM,
            (Level::Avx2, Intrinsics) => AVX2,
            (Level::Avx2, Asm) => AVX2_ASM,
            (Level::Avx512, Intrinsics) => AVX512,
            (Level::Avx512, Asm) => AVX512_ASM,
            (Level::Neon, _) => return None,
        })
    }
}

#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
use aarch64::implemented;

/// The rows of the levels of AArch64.
#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
mod aarch64 {
    use super::*;
    use crate::kernels;
    use crate::kernels::scan::asm;

    const PORTABLE_ASM: Routines = Routines {
        name: "portable+asm",
        scan: asm::scan_core,
        scan_both: asm::scan_both_core,
        scan_all: loops::asm_core::scan_all,
        scan_both_all: loops::asm_core::scan_both_all,
        squares_all: loops::asm_core::squares_all,
        ..PORTABLE
    };

    const NEON: Routines = Routines {
        name: "neon",
        rebuild: kernels::neon::checked_rebuild,
        rebuild_all: neon::rebuild_all,
        scan: kernels::neon::checked::scan,
        scan_both: kernels::neon::checked::scan_both,
        squares: kernels::neon::checked::squares,
        scan_all: loops::neon::scan_all,
        scan_both_all: loops::neon::scan_both_all,
        squares_all: loops::neon::squares_all,
    };

    const NEON_ASM: Routines = Routines {
        name: "neon+asm",
        scan: asm::scan_neon,
        scan_both: asm::scan_both_neon,
        squares: asm::squares_neon,
        scan_all: loops::asm_neon::scan_all,
        scan_both_all: loops::asm_neon::scan_both_all,
        squares_all: loops::asm_neon::squares_all,
        ..NEON
    };

    /// The row of a choice.
    pub fn implemented(Choice { level, variant }: Choice) -> Option<Routines> {
        use Variant::{Asm, Intrinsics};

        match (level, variant) {
            (Level::Portable, Intrinsics) => Some(PORTABLE),
            (Level::Portable, Asm) => Some(PORTABLE_ASM),
            (Level::Neon, Intrinsics) => Some(NEON),
            (Level::Neon, Asm) => Some(NEON_ASM),
            _ => None,
        }
    }
}

/// All that run on this CPU, lowest level first, intrinsics before assembly.
pub fn available() -> Vec<Routines> {
    Level::usable()
        .flat_map(|level| Variant::ALL.map(|variant| Choice { level, variant }))
        .filter_map(routines)
        .collect()
}
