//! The avx512 level: the eight planes in one register, eight lanes for eight directions.

mod children;
mod count;
mod lanes;
mod moves;
mod pairs;
mod rebuild;
mod units;
mod wide;

pub use pairs::{Lanes512, Pair512};

use super::avx2;
use crate::kernels::axon32::{self, avx512 as cells};
use crate::kernels::functions::{Functions, HasFunctions};
use crate::kernels::scan::{asm, avx512 as scanners};
use crate::kernels::{Bmi2, Kernel, Level, LevelFn, LevelToken, MatrixKernel};

/// Proof that the CPU has all features of the level.
pub type Token = LevelToken<{ Level::Avx512 as usize }>;

impl HasFunctions for Token {
    const DETECT: fn() -> Option<Self> = Self::detect;
    const FUNCTIONS: Functions = Functions {
        replace: moves::replace,
        append_moves: moves::append_moves,
        append_pawn_moves: moves::append_pawn_moves,
        append_scored_moves: moves::append_scored_moves,
        first_highest: moves::first_highest,
        change_units: units::change_units,
        activate_units: units::activate_units,
        rebuild: rebuild::rebuild,
        count_moves: count::count_moves,
        rebuild_and_count: Some(count::rebuild_and_count),
        make_children: children::make_children,
        count_children: children::count_children,
        scan: [scanners::scan, asm::SCAN_AVX512],
        scan_both: [scanners::scan_both, asm::SCAN_BOTH_AVX512],
        squares: [scanners::squares, asm::SQUARES_AVX512],
        entries_with: scanners::entries_with,
        list_pieces: [scanners::list_pieces, asm::LIST_AVX512],
        write_influence: Some([cells::write_influence, axon32::write_in_assembly]),
        is_attacked: [cells::is_attacked, axon32::asm::is_attacked],
        cell_terms: cells::cell_terms,
        find_victims: cells::find_victims,
        has_victims: cells::has_victims,
        ..avx2::Token::FUNCTIONS
    };
}

/// Runs a function with the level's features; never inlined.
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn call<A, B, C, R>(f: impl LevelFn<A, B, C, R>, a: A, b: B, c: C) -> R {
    f.run(a, b, c)
}

impl Kernel for Token {
    const LEVEL: Level = Level::Avx512;
    type Pair = Pair512;

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
        unsafe { avx2::pext(value, mask) }
    }
}

impl MatrixKernel for Token {
    const COUNTS_SETWISE: bool = true;
    const MAKES_CHILDREN: bool = true;
}
