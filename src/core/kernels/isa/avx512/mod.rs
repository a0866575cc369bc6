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
use crate::kernels::axon32::{
    self, CellKernel, CellTerms, CellWeights, FileRanks, IsAttacked, ListScanner, PawnCounts,
    PawnFiles, TermFacts, Victims, WriteInfluence, avx512 as cells,
};
use crate::kernels::scan::{Scanner, asm, avx512 as scanners};
use crate::kernels::units::Units;
use crate::kernels::{
    Bmi2, Counted, Kernel, Level, LevelFn, MatrixKernel, Parent, PieceList, Rebuilt, Scores,
    TargetScores, Variant, level_features, level_methods, level_token, variant_method,
};
use crate::matrix::cell::Cell;
use crate::matrix::record::{CellRecord, PIECES_ROOM};
use crate::matrix::{Matrix, Nucleus, Planes};
use crate::types::{Bitboard, Color, Move, MoveKind, MoveList, PieceType};

level_features! { avx512 => level_token {
    /// Proof that the CPU has all features of the bundle.
}}

impl CellKernel for Token {
    variant_method! { list_pieces(nucleus: &Nucleus, mask: Cell, list: &mut [Cell; PIECES_ROOM]) -> u32,
    ListScanner: scanners::list_pieces, asm::list_core }
    variant_method! { write_influence(record: &mut CellRecord),
    WriteInfluence: cells::write_influence, axon32::write_in_assembly }
    variant_method! { is_attacked(cells: &Matrix, square: u32, by: Color) -> bool,
    IsAttacked: cells::is_attacked, axon32::asm::is_attacked }
    level_methods! {
        cell_terms => cells::cell_terms,
        find_victims => cells::find_victims,
        has_victims => cells::has_victims,
        pawn_files => axon32::avx2::pawn_files,
        pawn_counts => axon32::avx2::pawn_counts,
    }
}

impl Kernel for Token {
    const LEVEL: Level = Level::Avx512;
    type Pair = Pair512;

    level_methods! {
        run => run,
        replace => moves::replace,
        append_moves => moves::append_moves,
        append_pawn_moves => moves::append_pawn_moves,
        append_scored_moves => moves::append_scored_moves,
        first_highest => moves::first_highest,
        change_units => units::change_units,
        activate_units => units::activate_units,
    }
}

impl Bmi2 for Token {
    level_methods! { pext => avx2::pext }
}

impl MatrixKernel for Token {
    const COUNTS_SETWISE: bool = true;
    const MAKES_CHILDREN: bool = true;

    level_methods! {
        rebuild => rebuild::rebuild,
        count_moves => count::count_moves,
        rebuild_and_count => count::rebuild_and_count,
        make_children => children::make_children,
        count_children => children::count_children,
        entries_with => scanners::entries_with,
    }
    variant_method! { scan(nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize,
    Scanner: scanners::scan, asm::scan_avx512 }
}
