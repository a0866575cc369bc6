//! The avx2 level: AVX2, BMI1, BMI2, LZCNT and FMA.

mod bits;
mod moves;
mod pairs;
mod rebuild;
mod scan;
mod units;

pub use pairs::{Lanes256, Pair256};

pub(in crate::kernels) use bits::pext;
pub(in crate::kernels) use scan::checked;

use super::popcnt;
use crate::kernels::scan::{Scanner, asm, avx2 as scanners};
use crate::kernels::units::Units;
use crate::kernels::{
    Bmi2, Counted, Kernel, Level, MatrixKernel, PieceList, Rebuilt, Variant, call_with_token,
    level_features, level_outlined, level_token,
};
use crate::matrix::cell::Cell;
use crate::matrix::{Nucleus, Planes};
use crate::types::{Bitboard, Color, PieceType};

level_features! { avx2 => level_token {
    /// Proof that the CPU has AVX2 and its companions.
}}

level_features! { avx2 => level_outlined {} }

impl Kernel for Token {
    const LEVEL: Level = Level::Avx2;
    type Pair = Pair256;

    #[inline(always)]
    fn outlined_with<A, B, C, R>(self, f: impl FnOnce(A, B, C) -> R, a: A, b: B, c: C) -> R {
        call_with_token!(self, outlined_with, f, a, b, c)
    }

    #[inline(always)]
    fn replace(
        self,
        planes: &Planes,
        clear: Bitboard,
        put: Bitboard,
        kind: PieceType,
        color: Color,
        out: &mut Planes,
    ) {
        call_with_token!(self, moves::replace, planes, clear, put, kind, color, out)
    }

    #[inline(always)]
    fn first_highest(self, scores: &[i16]) -> usize {
        call_with_token!(self, popcnt::first_highest, scores)
    }

    #[inline(always)]
    fn change_units(
        self,
        units: &mut [Units],
        rows: &[Units],
        added: &[u16],
        taken: &[u16],
        exchange: u16,
    ) {
        call_with_token!(self, units::change_units, units, rows, added, taken, exchange);
    }

    #[inline(always)]
    fn activate_units(self, units: &[Units], weights: &[Units]) -> i32 {
        call_with_token!(self, units::activate_units, units, weights)
    }

    #[inline(always)]
    fn pair(self, white: Bitboard, black: Bitboard) -> Pair256 {
        Pair256::new(self, white, black)
    }

    #[inline(always)]
    fn pair_at(self, sets: &[Bitboard; 2]) -> Pair256 {
        Pair256::load(self, sets)
    }

    #[inline(always)]
    fn pairs_at(self, sets: &[Bitboard; 8]) -> Lanes256 {
        Lanes256::load(self, sets)
    }
}

impl Bmi2 for Token {
    #[inline(always)]
    fn pext(self, value: u64, mask: u64) -> u64 {
        call_with_token!(self, bits::pext, value, mask)
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
        const SCANNERS: [Scanner; 2] = [scanners::scan, asm::unchecked::scan_avx2];
        // SAFETY: both scanners need features of this level, which `self` proves, and no more.
        unsafe { SCANNERS[variant as usize](nucleus, mask, list) }
    }

    #[inline(always)]
    fn entries_with(self, list: &PieceList, count: usize, mask: Cell) -> u32 {
        call_with_token!(self, scanners::entries_with, list, count, mask)
    }
}
