//! The neon level: Advanced SIMD, which every AArch64 CPU has.

mod fills;
mod moves;
mod pairs;
mod rebuild;
mod transpose;
mod units;

pub use pairs::{Lanes128, Pair128};

use crate::kernels::axon32::CellKernel;
use crate::kernels::scan::{Scanner, asm, neon as scanners};
use crate::kernels::units::Units;
use crate::kernels::{
    Counted, Kernel, Level, LevelFn, MatrixKernel, PieceList, Rebuilt, Variant, level_features,
    level_methods, level_token, variant_method,
};
use crate::matrix::cell::Cell;
use crate::matrix::{Nucleus, Planes};
use crate::types::Color;

// Sets and cells have the same layout in memory as in registers.
const _: () =
    assert!(cfg!(target_endian = "little"), "big-endian: build with --cfg nucleus_portable");

level_features! { neon => level_token {
    /// Proof that the CPU has Advanced SIMD; every AArch64 CPU has it, so detection is a constant.
}}

impl CellKernel for Token {}

impl Kernel for Token {
    const LEVEL: Level = Level::Neon;
    type Pair = Pair128;

    level_methods! {
        run => run,
        first_highest => moves::first_highest,
        activate_units => units::activate_units,
    }
}

impl MatrixKernel for Token {
    level_methods! {
        rebuild => rebuild::rebuild,
        rebuild_and_count => rebuild::rebuild_and_count,
        entries_with => scanners::entries_with,
    }
    variant_method! { scan(nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize,
    Scanner: scanners::scan, asm::scan_neon }
}
