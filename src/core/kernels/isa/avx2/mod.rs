//! The avx2 level: AVX2, BMI1, BMI2, LZCNT and FMA.

mod bits;
mod children;
mod moves;
mod pairs;
mod rebuild;
mod units;

pub use pairs::{Lanes256, Pair256};

pub(in crate::kernels) use bits::pext;
pub(in crate::kernels) use rebuild::transposed;

use super::popcnt;
use crate::kernels::axon32::{
    self, CellKernel, CellTerms, CellWeights, FileRanks, ListScanner, PawnCounts, PawnFiles,
    TermFacts, WriteInfluence, avx2 as cells,
};
use crate::kernels::scan::{Scanner, asm, avx2 as scanners};
use crate::kernels::units::Units;
use crate::kernels::{
    Bmi2, Counted, Kernel, Level, LevelFn, MatrixKernel, Parent, PieceList, Rebuilt, Variant,
    level_features, level_methods, level_token, variant_method,
};
use crate::matrix::cell::Cell;
use crate::matrix::record::{CellRecord, PIECES_ROOM};
use crate::matrix::{Matrix, Nucleus, Planes};
use crate::types::{Bitboard, Color, Move, MoveList, PieceType};

level_features! { avx2 => level_token {
    /// Proof that the CPU has AVX2, BMI1, BMI2, LZCNT and FMA.
}}

impl CellKernel for Token {
    variant_method! { list_pieces(nucleus: &Nucleus, mask: Cell, list: &mut [Cell; PIECES_ROOM]) -> u32,
    ListScanner: scanners::list_pieces, asm::list_core }
    variant_method! { write_influence(record: &mut CellRecord),
    WriteInfluence: cells::write_influence, axon32::write_in_assembly }
    level_methods! {
        cell_terms => cells::cell_terms,
        pawn_files => cells::pawn_files,
        pawn_counts => cells::pawn_counts,
    }
}

impl Kernel for Token {
    const LEVEL: Level = Level::Avx2;
    type Pair = Pair256;

    level_methods! {
        run => run,
        replace => moves::replace,
        first_highest => popcnt::first_highest,
        change_units => units::change_units,
        activate_units => units::activate_units,
    }
}

impl Bmi2 for Token {
    level_methods! { pext => bits::pext }
}

impl MatrixKernel for Token {
    const MAKES_CHILDREN: bool = true;

    level_methods! {
        rebuild => rebuild::rebuild,
        rebuild_and_count => rebuild::rebuild_and_count,
        make_children => children::make_children,
        count_children => children::count_children,
        entries_with => scanners::entries_with,
    }
    variant_method! { scan(nucleus: &Nucleus, mask: Cell, list: &mut PieceList) -> usize,
    Scanner: scanners::scan, asm::scan_avx2 }
}
