//! The neon level: Advanced SIMD, which every AArch64 CPU has.

mod fills;
mod moves;
mod pairs;
mod rebuild;
mod scan;
mod transpose;
mod units;

pub use pairs::{Lanes128, Pair128};

pub(in crate::kernels) use scan::checked;

use crate::kernels::axon32::CellKernel;
use crate::kernels::scan::{Scanner, asm, neon as scanners};
use crate::kernels::units::Units;
use crate::kernels::{
    Counted, Kernel, Level, MatrixKernel, PieceList, Rebuilt, Variant, call_with_token,
    level_features, level_outlined, level_token,
};
use crate::matrix::cell::Cell;
use crate::matrix::{Nucleus, Planes};
use crate::types::{Bitboard, Color};

// Sets and cells lie in memory as in registers.
const _: () =
    assert!(cfg!(target_endian = "little"), "big-endian: build with --cfg nucleus_portable");

level_features! { neon => level_token {
    /// Proof that the CPU has Advanced SIMD; every AArch64 CPU has, and detection is a constant.
}}

level_features! { neon => level_outlined {} }

impl CellKernel for Token {}

impl Kernel for Token {
    const LEVEL: Level = Level::Neon;
    type Pair = Pair128;

    #[inline(always)]
    fn outlined_with<A, B, C, R>(self, f: impl FnOnce(A, B, C) -> R, a: A, b: B, c: C) -> R {
        call_with_token!(self, outlined_with, f, a, b, c)
    }

    #[inline(always)]
    fn first_highest(self, scores: &[i16]) -> usize {
        call_with_token!(self, moves::first_highest, scores)
    }

    #[inline(always)]
    fn activate_units(self, units: &[Units], weights: &[Units]) -> i32 {
        call_with_token!(self, units::activate_units, units, weights)
    }

    #[inline(always)]
    fn pair(self, white: Bitboard, black: Bitboard) -> Pair128 {
        Pair128::new(self, white, black)
    }

    #[inline(always)]
    fn pair_at(self, sets: &[Bitboard; 2]) -> Pair128 {
        Pair128::load(self, sets)
    }

    #[inline(always)]
    fn pairs_at(self, sets: &[Bitboard; 8]) -> Lanes128 {
        Lanes128::load(self, sets)
    }
}

impl MatrixKernel for Token {
    #[inline(always)]
    fn rebuild(self, planes: &Planes, side: Color, out: &mut Rebuilt) {
        call_with_token!(self, rebuild::rebuild, planes, side, out)
    }

    #[inline(always)]
    fn rebuild_and_count(self, planes: &Planes, side: Color, out: &mut Rebuilt) -> Option<Counted> {
        call_with_token!(self, rebuild::rebuild_and_count, planes, side, out)
    }

    #[inline(always)]
    fn scan(self, variant: Variant, nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize {
        // A table, so that both are called and neither is inlined: they are to be compared.
        const SCANNERS: [Scanner; 2] = [scanners::scan, asm::scan_neon];
        // SAFETY: both scanners need features of this level, which `self` proves, and no more.
        unsafe { SCANNERS[variant as usize](nucleus, mask, list) }
    }

    #[inline(always)]
    fn entries_with(self, list: &PieceList, count: usize, mask: Cell) -> u32 {
        call_with_token!(self, scanners::entries_with, list, count, mask)
    }
}
