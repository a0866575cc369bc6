//! The avx2 level: AVX2, BMI1, BMI2, LZCNT and FMA.

mod bits;
mod children;
mod moves;
mod pairs;
mod rebuild;
mod scan;
mod units;

pub use pairs::{Lanes256, Pair256};

pub(in crate::kernels) use bits::pext;
pub(in crate::kernels) use scan::checked;

use super::popcnt;
use crate::kernels::axon32::{
    self, CellKernel, CellTerms, CellWeights, Files, ListScanner, PawnCounts, PawnFiles, TermFacts,
    WriteInfluence, avx2 as cells,
};
use crate::kernels::scan::{Scanner, asm, avx2 as scanners};
use crate::kernels::units::Units;
use crate::kernels::{
    Bmi2, Counted, Kernel, Level, MatrixKernel, Parent, PieceList, Rebuilt, Variant,
    call_with_token, level_features, level_outlined, level_token,
};
use crate::matrix::cell::Cell;
use crate::matrix::record::{PIECES_ROOM, Record};
use crate::matrix::{Matrix, Nucleus, Planes};
use crate::types::{Bitboard, Color, Move, MoveList, PieceType};

level_features! { avx2 => level_token {
    /// Proof that the CPU has AVX2 and its companions.
}}

level_features! { avx2 => level_outlined {} }

impl CellKernel for Token {
    #[inline(always)]
    fn list_pieces(
        self,
        variant: Variant,
        nucleus: &Nucleus,
        mask: Cell,
        list: &mut [Cell; PIECES_ROOM],
    ) -> u32 {
        // Tables, as for the scanners of the matrix: neither is inlined.
        const SCANNERS: [ListScanner; 2] = [cells::list_pieces, axon32::asm::scan];
        // SAFETY: the first needs features of this level, which `self` proves, the other none.
        unsafe { SCANNERS[variant as usize](nucleus, mask, list) }
    }

    #[inline(always)]
    fn write_influence(self, variant: Variant, record: &mut Record) {
        const WRITERS: [WriteInfluence; 2] = [cells::write_influence, axon32::write_in_assembly];
        // SAFETY: the first needs features of this level, which `self` proves, the other none.
        unsafe { WRITERS[variant as usize](record) }
    }

    #[inline(always)]
    fn cell_terms(
        self,
        cells: &Matrix,
        _pieces: &[Cell],
        facts: &TermFacts,
        weights: &CellWeights,
    ) -> CellTerms {
        call_with_token!(self, cells::cell_terms, cells, facts, weights)
    }

    #[inline(always)]
    fn pawn_files(self, cells: &Matrix) -> PawnFiles {
        call_with_token!(self, cells::pawn_files, cells)
    }

    #[inline(always)]
    fn pawn_counts(self, own: &Files, enemy: &Files) -> PawnCounts {
        call_with_token!(self, cells::pawn_counts, own, enemy)
    }
}

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
    const MAKES_CHILDREN: bool = true;

    #[inline(always)]
    fn rebuild(self, planes: &Planes, side: Color, out: &mut Rebuilt) {
        call_with_token!(self, rebuild::rebuild, planes, side, out)
    }

    #[inline(always)]
    fn rebuild_and_count(self, planes: &Planes, side: Color, out: &mut Rebuilt) -> Option<Counted> {
        call_with_token!(self, rebuild::rebuild_and_count, planes, side, out)
    }

    #[inline(always)]
    fn make_children(self, parent: &Parent<'_>, moves: &[Move], out: &mut [Matrix; 2]) {
        call_with_token!(self, children::make_children, parent, moves, out)
    }

    #[inline(always)]
    fn count_children(
        self,
        parent: &Parent<'_>,
        moves: &[Move],
        out: &mut [Matrix; 2],
        rest: &mut MoveList,
    ) -> u64 {
        call_with_token!(self, children::count_children, parent, moves, out, rest)
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
