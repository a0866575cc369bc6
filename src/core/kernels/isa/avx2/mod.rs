//! The avx2 level: AVX2, BMI1, BMI2, LZCNT and FMA.

mod children;
mod moves;
mod pairs;
mod rebuild;
mod units;

pub use pairs::{Lanes256, Pair256};

pub(in crate::kernels) use moves::pext;
pub(in crate::kernels) use rebuild::transposed;

use super::popcnt;
use crate::kernels::axon32::{avx2 as cells, write_in_assembly};
use crate::kernels::functions::{Functions, HasFunctions};
use crate::kernels::scan::{asm, avx2 as scanners};
use crate::kernels::{Bmi2, Kernel, Level, LevelFn, LevelToken, MatrixKernel};

/// Proof that the CPU has AVX2, BMI1, BMI2, LZCNT and FMA.
pub type Token = LevelToken<{ Level::Avx2 as usize }>;

impl HasFunctions for Token {
    const DETECT: fn() -> Option<Self> = Self::detect;
    const FUNCTIONS: Functions = Functions {
        replace: moves::replace,
        change_units: units::change_units,
        activate_units: units::activate_units,
        rebuild: rebuild::rebuild,
        rebuild_and_count: Some(rebuild::rebuild_and_count),
        make_children: children::make_children,
        count_children: children::count_children,
        scan: [scanners::scan, asm::SCAN_AVX2],
        scan_both: [scanners::scan_both, asm::SCAN_BOTH_AVX2],
        squares: [scanners::squares, asm::SQUARES_AVX2],
        entries_with: scanners::entries_with,
        list_pieces: [scanners::list_pieces, asm::LIST_AVX2],
        write_influence: Some([cells::write_influence, write_in_assembly]),
        cell_terms: cells::cell_terms,
        pawn_files: cells::pawn_files,
        pawn_counts: cells::pawn_counts,
        ..popcnt::Token::FUNCTIONS
    };
}

/// Runs a function with the level's features; never inlined.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,fma,popcnt")]
#[inline(never)]
fn call<A, B, C, R>(f: impl LevelFn<A, B, C, R>, a: A, b: B, c: C) -> R {
    f.run(a, b, c)
}

impl Kernel for Token {
    const LEVEL: Level = Level::Avx2;
    type Pair = Pair256;

    #[inline(always)]
    fn call<A, B, C, R>(self, f: impl LevelFn<A, B, C, R>, a: A, b: B, c: C) -> R {
        // SAFETY: `self` proves that the CPU has the level's features.
        unsafe { call(f, a, b, c) }
    }
}

impl Bmi2 for Token {
    #[inline(always)]
    fn pext(self, value: u64, mask: u64) -> u64 {
        // SAFETY: `self` proves that the CPU has the level's features.
        unsafe { pext(value, mask) }
    }
}

impl MatrixKernel for Token {
    const MAKES_CHILDREN: bool = true;
}
