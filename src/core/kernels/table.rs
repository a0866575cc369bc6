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

/// A row: the rebuild and the loop of a level's module, and the scanners with their loops.
macro_rules! row {
    ($name:literal, $level:ident::$rebuild:ident, $loops:ident, $scan:path, $both:path, $squares:path) => {
        Routines {
            name: $name,
            rebuild: super::$level::$rebuild,
            rebuild_all: $level::rebuild_all,
            scan: $scan,
            scan_both: $both,
            squares: $squares,
            scan_all: loops::$loops::scan_all,
            scan_both_all: loops::$loops::scan_both_all,
            squares_all: loops::$loops::squares_all,
        }
    };
}

const PORTABLE: Routines = row!(
    "portable",
    portable::rebuild,
    portable,
    scan::portable::scan,
    scan::portable::scan_both,
    scan::portable::squares
);

/// The routines of a choice, or `None` when the CPU lacks its level or the level lacks the variant.
pub fn routines(choice: Choice) -> Option<Routines> {
    if choice.level.is_usable() { implemented(choice) } else { None }
}

/// The row of a choice, whether or not the CPU has its level.
#[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable))))]
fn implemented(choice: Choice) -> Option<Routines> {
    (choice == Choice { level: Level::Portable, variant: Variant::Intrinsics }).then_some(PORTABLE)
}

/// The row of a choice, whether or not the CPU has its level.
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable)))]
fn implemented(Choice { level, variant }: Choice) -> Option<Routines> {
    use Variant::{Asm, Intrinsics};
    use scan::asm;

    Some(match (level, variant) {
        (Level::Portable, Intrinsics) => PORTABLE,
        (Level::Portable, Asm) => row!(
            "portable+asm",
            portable::rebuild,
            asm_core,
            asm::scan_core,
            asm::scan_both_core,
            scan::portable::squares
        ),
        #[cfg(target_arch = "x86_64")]
        (Level::Popcnt, Intrinsics) => row!(
            "popcnt",
            popcnt::checked_rebuild,
            portable,
            scan::portable::scan,
            scan::portable::scan_both,
            scan::portable::squares
        ),
        #[cfg(target_arch = "x86_64")]
        (Level::Popcnt, Asm) => row!(
            "popcnt+asm",
            popcnt::checked_rebuild,
            asm_core,
            asm::scan_core,
            asm::scan_both_core,
            scan::portable::squares
        ),
        #[cfg(target_arch = "x86_64")]
        (Level::Avx2, Intrinsics) => row!(
            "avx2",
            avx2::checked_rebuild,
            avx2,
            super::avx2::checked::scan,
            super::avx2::checked::scan_both,
            super::avx2::checked::squares
        ),
        #[cfg(target_arch = "x86_64")]
        (Level::Avx2, Asm) => row!(
            "avx2+asm",
            avx2::checked_rebuild,
            asm_avx2,
            asm::scan_avx2,
            asm::scan_both_avx2,
            asm::squares_avx2
        ),
        #[cfg(target_arch = "x86_64")]
        (Level::Avx512, Intrinsics) => row!(
            "avx512",
            avx512::checked_rebuild,
            avx512,
            super::avx512::checked::scan,
            super::avx512::checked::scan_both,
            super::avx512::checked::squares
        ),
        #[cfg(target_arch = "x86_64")]
        (Level::Avx512, Asm) => row!(
            "avx512+asm",
            avx512::checked_rebuild,
            asm_avx512,
            asm::scan_avx512,
            asm::scan_both_avx512,
            asm::squares_avx512
        ),
        #[cfg(target_arch = "aarch64")]
        (Level::Neon, Intrinsics) => row!(
            "neon",
            neon::checked_rebuild,
            neon,
            super::neon::checked::scan,
            super::neon::checked::scan_both,
            super::neon::checked::squares
        ),
        #[cfg(target_arch = "aarch64")]
        (Level::Neon, Asm) => row!(
            "neon+asm",
            neon::checked_rebuild,
            asm_neon,
            asm::scan_neon,
            asm::scan_both_neon,
            asm::squares_neon
        ),
        _ => return None,
    })
}

/// All that run on this CPU, lowest level first, intrinsics before assembly.
pub fn available() -> Vec<Routines> {
    Level::usable()
        .flat_map(|level| Variant::ALL.map(|variant| Choice { level, variant }))
        .filter_map(routines)
        .collect()
}
