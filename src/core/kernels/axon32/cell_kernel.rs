//! The interface of a level to the record's board.

use super::pawns::{FileRanks, PawnCounts, PawnFiles, pawn_counts, pawn_files};
use super::routines;
use super::terms::{CellTerms, CellWeights, TermFacts, cell_terms};
use super::twin::TwinRoutines;
use super::victims::{Victims, find_victims, has_victims};
use crate::kernels::level::Variant;
use crate::matrix::cell::Cell;
use crate::matrix::record::{CellRecord, PIECES_ROOM};
use crate::matrix::{Matrix, Nucleus};
use crate::types::Color;

/// A scanner that fills the record's list; the CPU must have its features.
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub(in crate::kernels) type ListScanner =
    unsafe fn(&Nucleus, Cell, &mut [Cell; PIECES_ROOM]) -> u32;
/// A function that writes influence and lines; the CPU must have its features.
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub(in crate::kernels) type WriteInfluence = unsafe fn(&mut CellRecord);
/// A check test; the CPU must have its features.
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub(in crate::kernels) type IsAttacked = unsafe fn(&Matrix, u32, Color) -> bool;

/// The routines of a level over the record's cells. Without an override the variant `intrinsics` is
/// scalar Rust; `asm` is the same at every level.
pub trait CellKernel: Copy {
    /// Lists the pieces: [`TwinRoutines::scan`].
    #[inline(always)]
    fn list_pieces(
        self,
        variant: Variant,
        nucleus: &Nucleus,
        mask: Cell,
        list: &mut [Cell; PIECES_ROOM],
    ) -> u32 {
        (routines(variant).scan)(nucleus, mask, list)
    }

    /// Writes influence, sensors and approaches to cells that have only the piece bits. It uses the
    /// piece list and the kings' squares, or the cells themselves.
    #[inline(always)]
    fn write_influence(self, variant: Variant, record: &mut CellRecord) {
        write_by_pieces(routines(variant), record);
    }

    /// Tests for check: [`TwinRoutines::is_attacked`].
    #[inline(always)]
    fn is_attacked(self, variant: Variant, cells: &Matrix, square: u32, by: Color) -> bool {
        (routines(variant).is_attacked)(cells, square, by)
    }

    /// Counts the evaluation's terms: [`cell_terms()`].
    #[inline(always)]
    fn cell_terms(
        self,
        cells: &Matrix,
        pieces: &[Cell],
        facts: &TermFacts,
        weights: &CellWeights,
    ) -> CellTerms {
        cell_terms(cells, pieces, facts, weights)
    }

    /// Finds attacked pieces: [`find_victims()`].
    #[inline(always)]
    fn find_victims(self, record: &CellRecord, victims: Cell) -> Victims {
        find_victims(record, victims)
    }

    /// Tests for attacked pieces: [`has_victims()`].
    #[inline(always)]
    fn has_victims(self, record: &CellRecord, victims: Cell) -> bool {
        has_victims(record, victims)
    }

    /// Sorts the pawns by file: [`pawn_files()`].
    #[inline(always)]
    fn pawn_files(self, cells: &Matrix) -> PawnFiles {
        pawn_files(cells)
    }

    /// Counts pawn structure: [`pawn_counts()`].
    #[inline(always)]
    fn pawn_counts(self, own: &FileRanks, enemy: &FileRanks) -> PawnCounts {
        pawn_counts(own, enemy)
    }
}

/// Writes influence and lines by the assembly routines.
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
pub(in crate::kernels) fn write_in_assembly(record: &mut CellRecord) {
    write_by_pieces(&super::asm::ROUTINES, record);
}

/// Writes influence piece by piece, then the lines of the kings.
#[inline(always)]
fn write_by_pieces(routines: &TwinRoutines, record: &mut CellRecord) {
    let cells = &mut record.nucleus.cells;
    let count = (record.pieces_num as usize).min(PIECES_ROOM);
    (routines.influence)(cells, &record.pieces[..count]);
    let side = record.side();
    let (own, enemy) = (record.king(side), record.king(!side));
    (routines.lines)(&mut record.nucleus.cells, own, enemy);
}
