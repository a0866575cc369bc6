use std::hint::black_box;

use super::scan::loops;
use super::{
    Choice, Level, MatrixKernel, PieceList, Rebuilt, SquareList, Variant, for_each_level, reference,
};
use crate::matrix::cell::Cell;
use crate::matrix::{Nucleus, Planes};
use crate::types::Color;

/// One level's routines as plain functions, for tests, benches and the inspector.
#[derive(Clone, Copy, Debug)]
pub struct Routines {
    /// Level and variant; `reference` for the specification.
    pub name: &'static str,
    /// Writes the complete output of a rebuild.
    pub rebuild: fn(&Planes, Color, &mut Rebuilt),
    /// Rebuilds many positions in turn into one frame; for benches.
    pub rebuild_all: fn(&[Planes], Color, &mut Rebuilt),
    /// Lists masked cells with their squares; returns their number.
    pub scan: fn(&Nucleus, Cell, &mut PieceList) -> usize,
    /// Lists White's and Black's pieces in one pass.
    pub scan_both: fn(&Nucleus, &mut [PieceList; 2]) -> [usize; 2],
    /// Lists the squares of cells with a bit of the mask, as bytes; returns their number.
    pub squares: fn(&Nucleus, Cell, &mut SquareList) -> usize,
    /// Scans many matrices in turn, for benches; returns the sum of the counts.
    pub scan_all: fn(&[Nucleus], Cell, &mut PieceList) -> usize,
    /// Scans both colours' pieces of many matrices.
    pub scan_both_all: fn(&[Nucleus], &mut [PieceList; 2]) -> usize,
    /// Lists the squares of many matrices.
    pub squares_all: fn(&[Nucleus], Cell, &mut SquareList) -> usize,
}

/// The routines of the specification.
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

/// Defines one level's rebuilds; the loop has the level's features, so that its routine inlines.
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

            #[inline(always)]
            fn token() -> $token {
                <$token>::detect().expect("only a level that is there is handed out")
            }

            /// Implements [`MatrixKernel::rebuild`].
            pub fn rebuild(planes: &Planes, side: Color, out: &mut Rebuilt) {
                token().rebuild(planes, side, out);
            }

            /// Rebuilds every board.
            pub fn rebuild_all(boards: &[Planes], side: Color, out: &mut Rebuilt) {
                let token = token();
                // SAFETY: `all` has the features of $token, which exists only if detection found
                // them.
                #[allow(unused_unsafe)]
                unsafe { all(token, boards, side, out) }
            }
        }
    };
}
for_each_level!(instantiate);

/// Defines a row: the rebuilds of a level, and the scanners of the level or of its assembly.
macro_rules! row {
    ($name:literal, $level:ident, $scanners:ident) => {
        Routines {
            name: $name,
            rebuild: $level::rebuild,
            rebuild_all: $level::rebuild_all,
            scan: loops::$scanners::scan,
            scan_both: loops::$scanners::scan_both,
            squares: loops::$scanners::squares,
            scan_all: loops::$scanners::scan_all,
            scan_both_all: loops::$scanners::scan_both_all,
            squares_all: loops::$scanners::squares_all,
        }
    };
}

/// Returns the routines of a choice; `None` if the CPU lacks its level or the level the variant.
pub fn routines(choice: Choice) -> Option<Routines> {
    use Variant::Intrinsics;

    if !choice.level.is_usable() {
        return None;
    }
    if choice == (Choice { level: Level::Portable, variant: Intrinsics }) {
        return Some(row!("portable", portable, portable));
    }
    #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
    return Some(match (choice.level, choice.variant) {
        (Level::Portable, _) => row!("portable+asm", portable, asm_core),
        (Level::Popcnt, Intrinsics) => row!("popcnt", popcnt, portable),
        (Level::Popcnt, _) => row!("popcnt+asm", popcnt, asm_core),
        (Level::Avx2, Intrinsics) => row!("avx2", avx2, avx2),
        (Level::Avx2, _) => row!("avx2+asm", avx2, asm_avx2),
        (Level::Avx512, Intrinsics) => row!("avx512", avx512, avx512),
        (Level::Avx512, _) => row!("avx512+asm", avx512, asm_avx512),
        (Level::Neon, _) => return None,
    });
    #[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
    return Some(match (choice.level, choice.variant) {
        (Level::Portable, _) => row!("portable+asm", portable, asm_core),
        (Level::Neon, Intrinsics) => row!("neon", neon, neon),
        (Level::Neon, _) => row!("neon+asm", neon, asm_neon),
        _ => return None,
    });
    #[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable))))]
    None
}

/// Returns all routines that run on this CPU, lowest level first, intrinsics before assembly.
pub fn available() -> Vec<Routines> {
    Level::usable()
        .flat_map(|level| Variant::ALL.map(|variant| Choice { level, variant }))
        .filter_map(routines)
        .collect()
}
