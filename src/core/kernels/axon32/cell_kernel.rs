//! The routines of a level over the cells of a [`CellRecord`], as a trait.

use super::make::make_words;
use super::opening::{OpeningFacts, opening_value};
use super::pawns::{FileRanks, PawnCounts, PawnFiles, PawnValue, shelter_value, weigh_counts};
use super::routines;
use super::routines::TwinRoutines;
use super::routines::assembly;
use super::sums::{PieceSums, move_sums};
use super::terms::{CellTerms, CellWeights, TermFacts};
use super::victims::Victims;
use super::words::PieceValues;
use crate::kernels::functions::HasFunctions;
use crate::kernels::level::Variant;
use crate::matrix::cell::{Cell, influence_shift, pieces_shift};
use crate::matrix::record::{CellRecord, PIECES_ROOM};
use crate::matrix::{Matrix, Nucleus};
use crate::types::{Color, Move};

/// The routines of a level over the record's cells. A level without a function of its own uses that
/// of the level below; the portable level has scalar Rust (`intrinsics`) and `asm`.
pub trait CellKernel: HasFunctions {
    /// True for a level without vectors of cells. Elsewhere variant `asm` evaluates by vectors, too.
    const SCALAR: bool = Self::FUNCTIONS.write_influence.is_none();

    /// Returns true if influence is written piece by piece, so that what a move does not change is kept.
    #[inline(always)]
    fn keeps_influence(self, variant: Variant) -> bool {
        Self::SCALAR || variant == Variant::Asm
    }

    /// Lists the pieces: [`TwinRoutines::scan`].
    #[inline(always)]
    fn list_pieces(
        self,
        variant: Variant,
        nucleus: &Nucleus,
        mask: Cell,
        list: &mut [Cell; PIECES_ROOM],
    ) -> u32 {
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { (const { Self::FUNCTIONS.list_pieces })[variant as usize](nucleus, mask, list) }
    }

    /// Writes the missing influence, sensors and approaches ([`crate::matrix::cell`]). A level
    /// reads either the piece list and the kings' squares, or cells that have only the piece bits.
    #[inline(always)]
    fn write_influence(self, variant: Variant, record: &mut CellRecord) {
        let Some(functions) = (const { Self::FUNCTIONS.write_influence }) else {
            return write_by_pieces(routines(variant), record);
        };
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { functions[variant as usize](record) }
    }

    /// Tests for check: [`TwinRoutines::is_attacked`].
    #[inline(always)]
    fn is_attacked(self, variant: Variant, cells: &Matrix, square: u32, by: Color) -> bool {
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { (const { Self::FUNCTIONS.is_attacked })[variant as usize](cells, square, by) }
    }

    /// Writes the words after a move: [`super::make_words`].
    #[inline(always)]
    fn make_words<const KEEPS: bool>(
        self,
        variant: Variant,
        before: &CellRecord,
        chess_move: Move,
        after: &mut CellRecord,
    ) -> Cell {
        if Self::SCALAR && variant == Variant::Asm {
            return (assembly().make_words)(before, chess_move, after);
        }
        make_words::<KEEPS>(before, chess_move, after)
    }

    /// Updates the sums over pieces: [`super::move_sums`].
    #[inline(always)]
    fn move_sums(
        self,
        variant: Variant,
        cells: &Matrix,
        chess_move: Move,
        values: &PieceValues,
        sums: &mut PieceSums,
    ) {
        if Self::SCALAR && variant == Variant::Asm {
            return (assembly().move_sums)(cells, chess_move, values, sums);
        }
        move_sums(cells, chess_move, values, sums);
    }

    /// Counts the evaluation's terms: [`super::cell_terms`].
    #[inline(always)]
    fn cell_terms(
        self,
        variant: Variant,
        cells: &Matrix,
        pieces: &[Cell],
        facts: &TermFacts,
        weights: &CellWeights,
    ) -> CellTerms {
        if Self::SCALAR && variant == Variant::Asm {
            return (assembly().cell_terms)(cells, pieces, facts, weights);
        }
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { (const { Self::FUNCTIONS.cell_terms })(cells, pieces, facts, weights) }
    }

    /// Finds attacked pieces: [`super::find_victims`].
    #[inline(always)]
    fn find_victims(self, variant: Variant, record: &CellRecord, victims: Cell) -> Victims {
        if Self::SCALAR && variant == Variant::Asm {
            return (assembly().find_victims)(record, victims);
        }
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { (const { Self::FUNCTIONS.find_victims })(record, victims) }
    }

    /// Tests for attacked pieces: [`super::has_victims`].
    #[inline(always)]
    fn has_victims(self, variant: Variant, record: &CellRecord, victims: Cell) -> bool {
        if Self::SCALAR && variant == Variant::Asm {
            return (assembly().has_victims)(record, victims);
        }
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { (const { Self::FUNCTIONS.has_victims })(record, victims) }
    }

    /// Sorts the pawns by file: [`super::pawn_files`].
    #[inline(always)]
    fn pawn_files(self, variant: Variant, cells: &Matrix) -> PawnFiles {
        if Self::SCALAR && variant == Variant::Asm {
            return (assembly().pawn_files)(cells);
        }
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { (const { Self::FUNCTIONS.pawn_files })(cells) }
    }

    /// Weighs the pawns near the kings: [`super::shelter_value`].
    #[inline(always)]
    fn shelter_value(
        self,
        variant: Variant,
        files: &PawnFiles,
        kings: &[u32; 2],
        weights: &[i32; 5],
    ) -> i32 {
        if Self::SCALAR && variant == Variant::Asm {
            return (assembly().shelter_value)(files, kings, weights);
        }
        shelter_value(files, kings, weights)
    }

    /// Weighs the terms of the opening: [`super::opening_value`].
    #[inline(always)]
    fn opening_value(
        self,
        variant: Variant,
        record: &CellRecord,
        facts: &OpeningFacts,
        weights: &[i32; 3],
    ) -> i32 {
        if Self::SCALAR && variant == Variant::Asm {
            return (assembly().opening_value)(record, facts, weights);
        }
        opening_value(record, facts, weights)
    }

    /// Counts pawn structure: [`super::pawn_counts`].
    #[inline(always)]
    fn pawn_counts(self, own: &FileRanks, enemy: &FileRanks) -> PawnCounts {
        // SAFETY: `self` proves that the CPU can run its level's functions.
        unsafe { (const { Self::FUNCTIONS.pawn_counts })(own, enemy) }
    }

    /// Weighs pawn structure: [`super::pawn_value`].
    #[inline(always)]
    fn pawn_value(self, variant: Variant, files: &PawnFiles, weights: &[i32; 7]) -> PawnValue {
        if Self::SCALAR && variant == Variant::Asm {
            return (assembly().pawn_value)(files, weights);
        }
        let counts = [0, 1].map(|at| self.pawn_counts(&files.own[at], &files.enemy[at]));
        weigh_counts(counts, weights)
    }
}

impl<K: HasFunctions> CellKernel for K {}

/// Writes influence, sensors and approaches by the assembly routines.
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub(in crate::kernels) fn write_in_assembly(record: &mut CellRecord) {
    write_by_pieces(&super::asm::ROUTINES, record);
}

/// Writes influence piece by piece, then sensors and approaches.
#[inline(always)]
fn write_by_pieces(routines: &TwinRoutines, record: &mut CellRecord) {
    let cells = &mut record.nucleus.cells;
    let count = (record.pieces_num as usize).min(PIECES_ROOM);
    let missing = |color| record.missing >> influence_shift(color) & 0x7f;
    let [white, black] = [missing(Color::White), missing(Color::Black)];
    // A rook has two influence bits.
    let pieces = |bits: u32| bits & 7 | bits >> 1 & 0x3c;
    let mask =
        pieces(white) << pieces_shift(Color::White) | pieces(black) << pieces_shift(Color::Black);
    (routines.influence)(cells, &record.pieces[..count], mask);
    let side = record.side();
    let (own, enemy) = (record.king(side), record.king(!side));
    (routines.lines)(&mut record.nucleus.cells, own, enemy);
}
