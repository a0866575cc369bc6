use std::hint::black_box;

use super::{
    Choice, Kernel, Level, MatrixKernel, PieceList, Rebuilt, SquareList, Variant, portable,
    reference,
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
    /// Rebuilds many positions in turn into one result, for benches.
    pub rebuild_all: fn(&[Planes], Color, &mut Rebuilt),
    /// Lists masked cells with their squares; returns their number.
    pub scan: fn(&Nucleus, Cell, &mut PieceList) -> usize,
    /// Lists White's and Black's pieces; returns their numbers.
    pub scan_both: fn(&Nucleus, &mut [PieceList; 2]) -> [usize; 2],
    /// Lists the squares of cells with a bit of the mask, as bytes; returns their number.
    pub squares: fn(&Nucleus, Cell, &mut SquareList) -> usize,
    /// Scans many matrices in turn, for benches; returns the sum of the counts.
    pub scan_all: fn(&[Nucleus], Cell, &mut PieceList) -> usize,
    /// Scans both colours' pieces of many matrices; returns the sum of the counts.
    pub scan_both_all: fn(&[Nucleus], &mut [PieceList; 2]) -> usize,
    /// Lists the squares of many matrices; returns the sum of the counts.
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

fn token<K: Kernel>() -> K {
    (K::DETECT)().expect("only a level that is there is handed out")
}

/// Scans every matrix and returns the number of entries. The loop has the level's features, so that
/// the routine inlines: a bench times the routine and not the call.
fn scan_each<K: Kernel, L, F: Fn(&Nucleus, &mut L) -> usize>(
    nuclei: &[Nucleus],
    list: &mut L,
    scan: F,
) -> usize {
    let each = |nuclei: &[Nucleus], list: &mut L, scan: F| {
        let mut total = 0;
        for nucleus in nuclei {
            total += scan(nucleus, list);
            black_box(&mut *list);
        }
        total
    };
    token::<K>().outlined_with(each, nuclei, list, scan)
}

/// Returns the rebuild of `K`'s level, and the scanners of `S`'s level in a variant.
fn row<K: MatrixKernel, S: Kernel, const VARIANT: usize>(name: &'static str) -> Routines {
    Routines {
        name,
        rebuild: |planes, side, out| token::<K>().rebuild(planes, side, out),
        rebuild_all: |boards, side, out| {
            let token = token::<K>();
            let each = |boards: &[Planes], side, out: &mut Rebuilt| {
                for planes in boards {
                    token.rebuild(planes, side, out);
                    black_box(&mut *out);
                }
            };
            token.outlined_with(each, boards, side, out);
        },
        scan: |nucleus, mask, list| {
            token::<S>();
            // SAFETY: the token proves that the CPU can run its level's functions.
            unsafe { (const { S::FUNCTIONS.scan[VARIANT] })(nucleus, mask, list) }
        },
        scan_both: |nucleus, lists| {
            token::<S>();
            // SAFETY: as above.
            unsafe { (const { S::FUNCTIONS.scan_both[VARIANT] })(nucleus, lists) }
        },
        squares: |nucleus, mask, list| {
            token::<S>();
            // SAFETY: as above.
            unsafe { (const { S::FUNCTIONS.squares[VARIANT] })(nucleus, mask, list) }
        },
        scan_all: |nuclei, mask, list| {
            // SAFETY: as above; `scan_each` takes the token before it calls the closure.
            scan_each::<S, _, _>(nuclei, list, |nucleus, list| unsafe {
                (const { S::FUNCTIONS.scan[VARIANT] })(nucleus, mask, list)
            })
        },
        scan_both_all: |nuclei, lists| {
            // SAFETY: as above.
            scan_each::<S, _, _>(nuclei, lists, |nucleus, lists| unsafe {
                (const { S::FUNCTIONS.scan_both[VARIANT] })(nucleus, lists).iter().sum()
            })
        },
        squares_all: |nuclei, mask, list| {
            // SAFETY: as above.
            scan_each::<S, _, _>(nuclei, list, |nucleus, list| unsafe {
                (const { S::FUNCTIONS.squares[VARIANT] })(nucleus, mask, list)
            })
        },
    }
}

/// Returns the routines of a choice; `None` if the CPU lacks its level or the build its variant.
pub fn routines(choice: Choice) -> Option<Routines> {
    use Variant::Intrinsics;

    if !choice.level.is_usable() {
        return None;
    }
    if choice == (Choice { level: Level::Portable, variant: Intrinsics }) {
        return Some(row::<portable::Token, portable::Token, 0>("portable"));
    }
    #[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
    use super::neon;
    #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
    use super::{avx2, avx512, popcnt};
    #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
    return Some(match (choice.level, choice.variant) {
        (Level::Portable, _) => row::<portable::Token, portable::Token, 1>("portable+asm"),
        (Level::Popcnt, Intrinsics) => row::<popcnt::Token, portable::Token, 0>("popcnt"),
        (Level::Popcnt, _) => row::<popcnt::Token, portable::Token, 1>("popcnt+asm"),
        (Level::Avx2, Intrinsics) => row::<avx2::Token, avx2::Token, 0>("avx2"),
        (Level::Avx2, _) => row::<avx2::Token, avx2::Token, 1>("avx2+asm"),
        (Level::Avx512, Intrinsics) => row::<avx512::Token, avx512::Token, 0>("avx512"),
        (Level::Avx512, _) => row::<avx512::Token, avx512::Token, 1>("avx512+asm"),
        (Level::Neon, _) => return None,
    });
    #[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
    return Some(match (choice.level, choice.variant) {
        (Level::Portable, _) => row::<portable::Token, portable::Token, 1>("portable+asm"),
        (Level::Neon, Intrinsics) => row::<neon::Token, neon::Token, 0>("neon"),
        (Level::Neon, _) => row::<neon::Token, neon::Token, 1>("neon+asm"),
        _ => return None,
    });
    #[cfg(all(target_arch = "x86", not(nucleus_portable)))]
    return (choice.level == Level::Portable)
        .then(|| row::<portable::Token, portable::Token, 1>("portable+asm"));
    #[cfg(not(all(
        any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"),
        not(nucleus_portable)
    )))]
    None
}

/// Returns all routines that run on this CPU, lowest level first, intrinsics before assembly.
pub fn available() -> Vec<Routines> {
    Level::usable()
        .flat_map(|level| Variant::ALL.map(|variant| Choice { level, variant }))
        .filter_map(routines)
        .collect()
}
