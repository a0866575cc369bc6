//! The popcnt level, x86-64-v2: the portable rebuild compiled for SSE4.2 and POPCNT.

mod moves;
mod rebuild;

pub(in crate::kernels) use moves::first_highest;

use super::portable::{EightWords, Words};
use crate::kernels::axon32::CellKernel;
use crate::kernels::{
    Kernel, Level, MatrixKernel, PieceList, Rebuilt, call_with_token, level_features,
    level_outlined, level_token, scan,
};
use crate::matrix::Planes;
use crate::matrix::cell::Cell;
use crate::types::{Bitboard, Color};

level_features! { popcnt => level_token {
    /// Proof that the CPU has x86-64-v2.
}}

level_features! { popcnt => level_outlined {} }

impl CellKernel for Token {}

impl Kernel for Token {
    const LEVEL: Level = Level::Popcnt;
    type Pair = Words<true>;

    #[inline(always)]
    fn outlined_with<A, B, C, R>(self, f: impl FnOnce(A, B, C) -> R, a: A, b: B, c: C) -> R {
        call_with_token!(self, outlined_with, f, a, b, c)
    }

    #[inline(always)]
    fn first_highest(self, scores: &[i16]) -> usize {
        call_with_token!(self, first_highest, scores)
    }

    #[inline(always)]
    fn pair(self, white: Bitboard, black: Bitboard) -> Words<true> {
        Words([white, black])
    }

    #[inline(always)]
    fn pair_at(self, sets: &[Bitboard; 2]) -> Words<true> {
        Words(*sets)
    }

    #[inline(always)]
    fn pairs_at(self, sets: &[Bitboard; 8]) -> EightWords<true> {
        EightWords(*sets)
    }
}

impl MatrixKernel for Token {
    #[inline(always)]
    fn rebuild(self, planes: &Planes, side: Color, out: &mut Rebuilt) {
        call_with_token!(self, rebuild::rebuild, planes, side, out)
    }

    #[inline(always)]
    fn entries_with(self, list: &PieceList, count: usize, mask: Cell) -> u32 {
        call_with_token!(self, scan::popcnt::entries_with, list, count, mask)
    }
}
