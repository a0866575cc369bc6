//! The avx512 level: the eight planes in one register, eight lanes for eight directions.

mod children;
mod count;
mod lanes;
mod moves;
mod pairs;
mod rebuild;
mod scan;
mod units;
mod wide;

pub use pairs::{Lanes512, Pair512};
pub(in crate::kernels) use scan::checked;

use super::avx2;
use crate::kernels::axon32::{
    self, CellKernel, CellTerms, CellWeights, Files, IsAttacked, ListScanner, PawnCounts,
    PawnFiles, TermFacts, Victims, WriteInfluence, avx512 as cells,
};
use crate::kernels::scan::{Scanner, asm, avx512 as scanners};
use crate::kernels::units::Units;
use crate::kernels::{
    Bmi2, Counted, Kernel, Level, MatrixKernel, Parent, PieceList, Rebuilt, Scores, TargetScores,
    Variant, call_with_token, level_features, level_outlined, level_token,
};
use crate::matrix::cell::Cell;
use crate::matrix::record::{PIECES_ROOM, Record};
use crate::matrix::{Matrix, Nucleus, Planes};
use crate::types::{Bitboard, Color, Move, MoveKind, MoveList, PieceType};

level_features! { avx512 => level_token {
    /// Proof that the CPU has the whole bundle.
}}

level_features! { avx512 => level_outlined {} }

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
    fn is_attacked(self, variant: Variant, cells: &Matrix, square: u32, by: Color) -> bool {
        const TESTS: [IsAttacked; 2] = [cells::is_attacked, axon32::asm::is_attacked];
        // SAFETY: the first needs features of this level, which `self` proves, the other none.
        unsafe { TESTS[variant as usize](cells, square, by) }
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
    fn find_victims(self, record: &Record, victims: Cell) -> Victims {
        call_with_token!(self, cells::find_victims, record, victims)
    }

    #[inline(always)]
    fn has_victims(self, record: &Record, victims: Cell) -> bool {
        call_with_token!(self, cells::has_victims, record, victims)
    }

    #[inline(always)]
    fn pawn_files(self, cells: &Matrix) -> PawnFiles {
        call_with_token!(self, axon32::avx2::pawn_files, cells)
    }

    #[inline(always)]
    fn pawn_counts(self, own: &Files, enemy: &Files) -> PawnCounts {
        call_with_token!(self, axon32::avx2::pawn_counts, own, enemy)
    }
}

impl Kernel for Token {
    const LEVEL: Level = Level::Avx512;
    type Pair = Pair512;

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
    fn append_moves(self, list: &mut MoveList, from: u16, targets: Bitboard) {
        call_with_token!(self, moves::append_moves, list, from, targets)
    }

    #[inline(always)]
    fn append_pawn_moves(self, list: &mut MoveList, kind: MoveKind, back: i8, targets: Bitboard) {
        call_with_token!(self, moves::append_pawn_moves, list, kind, back, targets)
    }

    #[inline(always)]
    fn append_scored_moves(
        self,
        list: &mut MoveList,
        scores: &mut Scores,
        from: u16,
        targets: Bitboard,
        rows: &TargetScores<'_>,
    ) {
        call_with_token!(self, moves::append_scored_moves, list, scores, from, targets, rows)
    }

    #[inline(always)]
    fn first_highest(self, scores: &[i16]) -> usize {
        call_with_token!(self, moves::first_highest, scores)
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
    fn pair(self, white: Bitboard, black: Bitboard) -> Pair512 {
        Pair512::new(self, white, black)
    }

    #[inline(always)]
    fn pair_at(self, sets: &[Bitboard; 2]) -> Pair512 {
        Pair512::load(self, sets)
    }

    #[inline(always)]
    fn pairs_at(self, sets: &[Bitboard; 8]) -> Lanes512 {
        Lanes512::load(self, sets)
    }
}

impl Bmi2 for Token {
    #[inline(always)]
    fn pext(self, value: u64, mask: u64) -> u64 {
        call_with_token!(self, avx2::pext, value, mask)
    }
}

impl MatrixKernel for Token {
    const COUNTS_SETWISE: bool = true;
    const MAKES_CHILDREN: bool = true;

    #[inline(always)]
    fn rebuild(self, planes: &Planes, side: Color, out: &mut Rebuilt) {
        call_with_token!(self, rebuild::rebuild, planes, side, out)
    }

    #[inline(always)]
    fn count_moves(self, planes: &Planes, side: Color) -> Option<Counted> {
        call_with_token!(self, count::count_moves, planes, side)
    }

    #[inline(always)]
    fn rebuild_and_count(self, planes: &Planes, side: Color, out: &mut Rebuilt) -> Option<Counted> {
        call_with_token!(self, count::rebuild_and_count, planes, side, out)
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
        const SCANNERS: [Scanner; 2] = [scanners::scan, asm::unchecked::scan_avx512];
        // SAFETY: both scanners need features of this level, which `self` proves, and no more.
        unsafe { SCANNERS[variant as usize](nucleus, mask, list) }
    }

    #[inline(always)]
    fn entries_with(self, list: &PieceList, count: usize, mask: Cell) -> u32 {
        call_with_token!(self, scanners::entries_with, list, count, mask)
    }
}
