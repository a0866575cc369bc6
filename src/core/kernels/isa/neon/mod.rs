//! The neon level: Advanced SIMD, which every AArch64 CPU has.

mod fills;
mod moves;
mod pairs;
mod rebuild;
mod transpose;
mod units;

pub use pairs::{Lanes128, Pair128};

use crate::kernels::functions::{Functions, HasFunctions};
use crate::kernels::scan::{asm, neon as scanners};
use crate::kernels::{Kernel, Level, LevelFn, LevelToken, MatrixKernel};

// Sets and cells have the same layout in memory as in registers.
const _: () =
    assert!(cfg!(target_endian = "little"), "big-endian: build with --cfg nucleus_portable");

/// Proof that the CPU has Advanced SIMD, which every AArch64 CPU has.
pub type Token = LevelToken<{ Level::Neon as usize }>;

impl HasFunctions for Token {
    const DETECT: fn() -> Option<Self> = Self::detect;
    const FUNCTIONS: Functions = Functions {
        first_highest: moves::first_highest,
        activate_units: units::activate_units,
        rebuild: rebuild::rebuild,
        rebuild_and_count: Some(rebuild::rebuild_and_count),
        scan: [scanners::scan, asm::SCAN_NEON],
        scan_both: [scanners::scan_both, asm::SCAN_BOTH_NEON],
        squares: [scanners::squares, asm::SQUARES_NEON],
        entries_with: scanners::entries_with,
        ..Functions::PORTABLE
    };
}

/// Runs a function with the level's features; never inlined.
#[target_feature(enable = "neon")]
#[inline(never)]
fn call<A, B, C, R>(f: impl LevelFn<A, B, C, R>, a: A, b: B, c: C) -> R {
    f.run(a, b, c)
}

impl Kernel for Token {
    const LEVEL: Level = Level::Neon;
    type Pair = Pair128;

    #[inline(always)]
    fn call<A, B, C, R>(self, f: impl LevelFn<A, B, C, R>, a: A, b: B, c: C) -> R {
        // SAFETY: `self` proves that the CPU has the level's features.
        unsafe { call(f, a, b, c) }
    }
}

impl MatrixKernel for Token {}
