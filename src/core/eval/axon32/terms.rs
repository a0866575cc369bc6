//! The terms of every position: those that a kernel counts over the cells, and a few others.

use super::accumulator::CellAccumulator;
use super::masks::tally_masks;
use super::pawns::passers;
use crate::eval::fixed;
use crate::eval::tally::{Sum, Tally};
use crate::eval::values::Values;
use crate::eval::weights::Weight;
use crate::kernels::Variant;
use crate::kernels::axon32::{CellKernel, TermFacts};
use crate::matrix::cell::{self, Cell};
use crate::matrix::record::{self, CellRecord, entry_square};
use crate::types::{Color, PieceType};

/// Returns the seven influence bits of a colour on a cell.
#[inline(always)]
const fn influence(cell: Cell, color: Color) -> u32 {
    cell >> cell::influence_shift(color) & 0x7f
}

/// Adds every term that the accumulator does not contain.
#[inline(always)]
pub fn terms<K: CellKernel>(
    kernel: K,
    variant: Variant,
    record: &CellRecord,
    kept: &CellAccumulator,
    values: &Values,
    sum: &mut Sum<'_>,
) {
    let facts =
        TermFacts { files: kept.structure().files, kings: record.kings, side: record.side() };
    let cells = &record.nucleus.cells;
    let counted = kernel.cell_terms(variant, cells, record.pieces(), &facts, values.of_cells());
    sum.total = sum.total.wrapping_add(counted.total);
    let pair = |color| i32::from(kept.count(color, PieceType::Bishop) > 1);
    sum.count(Weight::BishopPair, pair(Color::White), pair(Color::Black));
    tally_steps(record, kept, sum);
    if counted.masked {
        tally_masks(record, variant, sum);
    }
    let [white, black] =
        Color::ALL.map(|color| danger(counted.attacked[color.index()], kept, color));
    sum.pick(Weight::Danger0, white as usize, black as usize);
    if record.flag_on_move & record::CASTLING != 0 {
        tally_opening(record, kept, sum);
    }
}

/// Counts the squares before passers beyond the fifth rank.
#[inline(always)]
fn tally_steps(record: &CellRecord, kept: &CellAccumulator, sum: &mut Sum<'_>) {
    let passed = kept.structure().passed;
    if passed[0] | passed[1] == 0 {
        return;
    }
    let (mut blocked, mut free) = ([0; 2], [0; 2]);
    for color in Color::ALL {
        for passer in passers(passed[color.index()]).filter(|passer| passer.rank >= 5) {
            let stop = record.cell(passer.square(color, 1));
            let taken = stop & cell::FIGURE != 0;
            blocked[color.index()] += i32::from(taken);
            let held = taken || influence(stop, !color) != 0;
            free[color.index()] += i32::from(!held);
        }
    }
    sum.count(Weight::Blocked, blocked[0], blocked[1]);
    sum.count(Weight::FreeStep, free[0], free[1]);
}

/// The index of the last row of king danger, from the first.
const MOST_DANGER: u32 = Weight::Danger15 as u32 - Weight::Danger0 as u32;

/// Returns the danger row of a colour's king from the units of attack on it.
#[inline(always)]
fn danger(units: u32, kept: &CellAccumulator, color: Color) -> u32 {
    let queenless = kept.count(!color, PieceType::Queen) == 0;
    let shift = if queenless { fixed::QUEENLESS_SHIFT } else { 0 };
    (units >> shift).min(MOST_DANGER)
}

/// Counts castling rights, the opening plan, and a queen developed before the minor pieces.
#[inline(never)]
fn tally_opening(record: &CellRecord, kept: &CellAccumulator, sum: &mut Sum<'_>) {
    let rights = (record.flag_on_move & record::CASTLING) >> record::CASTLING_SHIFT;
    let rights = [rights & 3, rights >> 2];
    let counts = rights.map(|rights| (rights & 1) as i32 + (rights >> 1) as i32);
    sum.count(Weight::CastlingRight, counts[0], counts[1]);
    let homes = Color::ALL.map(|color| Home::from_record(record, color));
    let steps = Color::ALL.map(|color| {
        let at = color.index();
        homes[at].plan_steps(record, kept, color, rights[at] != 0)
    });
    sum.count(Weight::OpeningPlan, steps[0], steps[1]);
    let early = Color::ALL.map(|color| {
        let home = &homes[color.index()];
        let out = kept.count(color, PieceType::Queen) > home.queens;
        if rights[color.index()] != 0 && out { home.minors } else { 0 }
    });
    sum.count(Weight::EarlyQueen, early[0], early[1]);
}

/// The pieces on a colour's first rank.
struct Home {
    minors: i32,
    queens: i32,
}

impl Home {
    fn from_record(record: &CellRecord, color: Color) -> Self {
        let minor =
            cell::piece_bit(color, PieceType::Knight) | cell::piece_bit(color, PieceType::Bishop);
        let queen = cell::piece_bit(color, PieceType::Queen);
        let first = 56 * color as u32;
        let mut home = Self { minors: 0, queens: 0 };
        for square in first..first + 8 {
            home.minors += i32::from(record.cell(square) & minor != 0);
            home.queens += i32::from(record.cell(square) & queen != 0);
        }
        home
    }

    /// Returns the number of consecutive opening-plan steps done, from the first.
    fn plan_steps(
        &self,
        record: &CellRecord,
        kept: &CellAccumulator,
        color: Color,
        has_rights: bool,
    ) -> i32 {
        let pawn = cell::piece_bit(color, PieceType::Pawn);
        let flip = 56 * color as u32;
        let king = record.king(color) ^ flip;
        if record.cell(11 ^ flip) & record.cell(12 ^ flip) & pawn != 0 {
            0
        } else if self.minors > 1 {
            1
        } else if has_rights || king >= 8 || matches!(king, 3..=5) {
            2
        } else if !has_active_rook(record, kept, color) {
            3
        } else if self.queens != 0 {
            4
        } else {
            5
        }
    }
}

/// Returns true if a rook is on a file without own pawns or in the centre.
fn has_active_rook(record: &CellRecord, kept: &CellAccumulator, color: Color) -> bool {
    let rook = cell::piece_bit(color, PieceType::Rook);
    record.pieces().iter().any(|&entry| {
        let file = entry_square(entry) & 7;
        entry & rook != 0
            && (matches!(file, 3 | 4) || kept.structure().is_file_without(color, file))
    })
}
