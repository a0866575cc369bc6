use std::hint::black_box;

use super::{
    Choice, Frame, Kernel, Level, Nucleus, PieceList, SquareList, Variant, for_each_level,
    reference, scan_loops, scan_portable,
};
use crate::matrix::Planes;
use crate::matrix::cell::Cell;
use crate::types::Color;

/// One level's routines as plain functions, for tests, benches and the inspector.
#[derive(Clone, Copy, Debug)]
pub struct Routines {
    /// The level and variant, `reference` for the specification.
    pub name: &'static str,
    /// Everything a rebuild writes.
    pub rebuild: fn(&Planes, Color, &mut Frame),
    /// The same for many positions one after the other into one frame: what a bench times.
    pub rebuild_all: fn(&[Planes], Color, &mut Frame),
    /// The scanner: masked cells with their squares, and how many.
    pub scan: fn(&Nucleus, Cell, &mut PieceList) -> usize,
    /// The scanner for White's men and Black's in one pass.
    pub scan_both: fn(&Nucleus, &mut [PieceList; 2]) -> [usize; 2],
    /// The squares of the cells that have a bit of the mask, as bytes, and how many.
    pub squares: fn(&Nucleus, Cell, &mut SquareList) -> usize,
    /// The scanners over many matrices one after the other, the sum of the counts: what a bench
    /// times.
    pub scan_all: fn(&[Nucleus], Cell, &mut PieceList) -> usize,
    /// The same for both colours.
    pub scan_both_all: fn(&[Nucleus], &mut [PieceList; 2]) -> usize,
    /// The same for squares.
    pub squares_all: fn(&[Nucleus], Cell, &mut SquareList) -> usize,
}

/// The specification.
pub const REFERENCE: Routines = Routines {
    name: "reference",
    rebuild: reference::rebuild,
    rebuild_all: |boards, side, frame| {
        for planes in boards {
            reference::rebuild(planes, side, frame);
            black_box(&mut *frame);
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
    ($module:ident, $token:ty $(, $features:literal)?) => {
        mod $module {
            use super::*;

            $(#[target_feature(enable = $features)])?
            fn all(token: $token, boards: &[Planes], side: Color, frame: &mut Frame) {
                for planes in boards {
                    token.rebuild(planes, side, frame);
                    black_box(&mut *frame);
                }
            }

            /// Rebuilds every board.
            pub fn rebuild_all(boards: &[Planes], side: Color, frame: &mut Frame) {
                let token = <$token>::detect().expect("only a level that is there is handed out");
                // SAFETY: the token proves that the CPU has these features.
                #[allow(unused_unsafe)]
                unsafe { all(token, boards, side, frame) }
            }
        }
    };
}
for_each_level!(instantiate);

const PORTABLE: Routines = Routines {
    name: "portable",
    rebuild: super::portable::rebuild,
    rebuild_all: portable::rebuild_all,
    scan: scan_portable::scan,
    scan_both: scan_portable::scan_both,
    squares: scan_portable::squares,
    scan_all: scan_loops::portable::scan_all,
    scan_both_all: scan_loops::portable::scan_both_all,
    squares_all: scan_loops::portable::squares_all,
};

/// The routines of a choice, or `None` when the CPU lacks its level or the level lacks the variant.
pub fn routines(choice: Choice) -> Option<Routines> {
    if choice.level > Level::detected() { None } else { implemented(choice) }
}

#[cfg(not(all(target_arch = "x86_64", not(nucleus_portable))))]
fn implemented(choice: Choice) -> Option<Routines> {
    (choice == Choice { level: Level::Portable, variant: Variant::Intrinsics }).then_some(PORTABLE)
}

/// What each level has; what it lacks it inherits from the level below.
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
fn implemented(Choice { level, variant }: Choice) -> Option<Routines> {
    use super::{asm, scan_avx2, scan_avx512};
    use Variant::{Asm, Intrinsics};

    Some(match (level, variant) {
        (Level::Portable, Intrinsics) => PORTABLE,
        (Level::Portable, Asm) => Routines {
            name: "portable+asm",
            scan: asm::scan_core,
            scan_both: asm::scan_both_core,
            scan_all: scan_loops::asm_core::scan_all,
            scan_both_all: scan_loops::asm_core::scan_both_all,
            squares_all: scan_loops::asm_core::squares_all,
            ..PORTABLE
        },
        (Level::Popcnt, Intrinsics) => Routines {
            name: "popcnt",
            rebuild: super::popcnt::checked::rebuild,
            rebuild_all: popcnt::rebuild_all,
            ..PORTABLE
        },
        (Level::Popcnt, Asm) => Routines {
            name: "popcnt+asm",
            rebuild: super::popcnt::checked::rebuild,
            rebuild_all: popcnt::rebuild_all,
            scan: asm::scan_core,
            scan_both: asm::scan_both_core,
            scan_all: scan_loops::asm_core::scan_all,
            scan_both_all: scan_loops::asm_core::scan_both_all,
            squares_all: scan_loops::asm_core::squares_all,
            ..PORTABLE
        },
        (Level::Avx2, Intrinsics) => Routines {
            name: "avx2",
            rebuild: super::avx2::checked::rebuild,
            rebuild_all: avx2::rebuild_all,
            scan: scan_avx2::checked::scan,
            scan_both: scan_avx2::checked::scan_both,
            squares: scan_avx2::checked::squares,
            scan_all: scan_loops::avx2::scan_all,
            scan_both_all: scan_loops::avx2::scan_both_all,
            squares_all: scan_loops::avx2::squares_all,
        },
        (Level::Avx2, Asm) => Routines {
            name: "avx2+asm",
            rebuild: super::avx2::checked::rebuild,
            rebuild_all: avx2::rebuild_all,
            scan: asm::scan_avx2,
            scan_both: asm::scan_both_avx2,
            squares: asm::squares_avx2,
            scan_all: scan_loops::asm_avx2::scan_all,
            scan_both_all: scan_loops::asm_avx2::scan_both_all,
            squares_all: scan_loops::asm_avx2::squares_all,
        },
        (Level::Avx512, Intrinsics) => Routines {
            name: "avx512",
            rebuild: super::avx512::checked::rebuild,
            rebuild_all: avx512::rebuild_all,
            scan: scan_avx512::checked::scan,
            scan_both: scan_avx512::checked::scan_both,
            squares: scan_avx512::checked::squares,
            scan_all: scan_loops::avx512::scan_all,
            scan_both_all: scan_loops::avx512::scan_both_all,
            squares_all: scan_loops::avx512::squares_all,
        },
        (Level::Avx512, Asm) => Routines {
            name: "avx512+asm",
            rebuild: super::avx512::checked::rebuild,
            rebuild_all: avx512::rebuild_all,
            scan: asm::scan_avx512,
            scan_both: asm::scan_both_avx512,
            squares: asm::squares_avx512,
            scan_all: scan_loops::asm_avx512::scan_all,
            scan_both_all: scan_loops::asm_avx512::scan_both_all,
            squares_all: scan_loops::asm_avx512::squares_all,
        },
    })
}

/// All that run on this CPU, lowest level first, intrinsics before assembly.
pub fn available() -> Vec<Routines> {
    Level::usable()
        .flat_map(|level| Variant::ALL.map(|variant| Choice { level, variant }))
        .filter_map(routines)
        .collect()
}
