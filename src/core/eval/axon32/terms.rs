//! The terms outside accumulator and endings: counts of a kernel over the cells, and a few others.

use super::accumulator::CellAccumulator;
use super::masks::tally_masks;
use super::pawns::passers;
use crate::eval::fixed;
use crate::eval::tally::{Sum, Tally};
use crate::eval::values::Values;
use crate::eval::weights::Weight;
use crate::kernels::Variant;
use crate::kernels::axon32::{CellKernel, OpeningFacts, TermFacts};
use crate::matrix::cell::{self, Cell};
use crate::matrix::record::{self, CellRecord};
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
        let queens = Color::ALL.map(|color| kept.count(color, PieceType::Queen));
        let facts = OpeningFacts { files: kept.structure().files, queens };
        let weights = [Weight::CastlingRight, Weight::OpeningPlan, Weight::EarlyQueen];
        let opening =
            kernel.opening_value(variant, record, &facts, &weights.map(|w| values.weight(w)));
        sum.total = sum.total.wrapping_add(opening);
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
