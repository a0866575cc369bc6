//! The evaluation of [`crate::board::Axon32Board`]: the same terms and values, computed from the
//! cells in 32-bit words.
//!
//! - `terms`: the counts of the level's kernel over the cells, and the other terms
//! - `masks`: masked pieces, where bits of the cells indicate candidates
//! - `ending`: terms that apply only in endings
//! - `pawns`: pawn structure, from a byte of ranks for each file
//! - `accumulator`: the parts updated from ply to ply
//! - `words`: the interface to known endings, which need planes

mod accumulator;
mod ending;
mod masks;
mod pawns;
mod terms;
mod words;

pub use accumulator::CellAccumulator;
pub use words::cells_of;

use super::endgame::Knowledge;
use super::evaluator::{Method, evaluate_otherwise};
use super::fixed;
use super::tally::Sum;
use super::values::Values;
use super::{Accumulators, EvaluatedBoard, Evaluator, Options, bounded, from_side, tapered};
use crate::board::{Axon32Board, Board};
use crate::kernels::Kernel;
use crate::kernels::Variant;
use crate::kernels::axon32::CellKernel;
use crate::matrix::cell;
use crate::matrix::record::CellRecord;
use crate::types::{Color, Move, PieceType, Score, score};

impl<K: Kernel> EvaluatedBoard for Axon32Board<K> {
    #[inline(always)]
    fn accumulate(&self, evaluator: &Evaluator<'_>) -> Accumulators {
        let cells =
            CellAccumulator::new(self.kernel(), self.variant(), evaluator.values, self.matrix());
        Accumulators { cells, ..Accumulators::default() }
    }

    #[inline(always)]
    fn accumulate_move(
        &self,
        evaluator: &Evaluator<'_>,
        before: &Accumulators,
        chess_move: Move,
        child: &Self,
        after: &mut Accumulators,
    ) {
        let (kernel, values) = (self.kernel(), evaluator.values);
        after.cells = before.cells.after(
            kernel,
            self.variant(),
            values,
            self.record(),
            chess_move,
            child.record(),
        );
    }

    #[inline(always)]
    fn accumulate_null(&self, _: &Evaluator<'_>, before: &Accumulators, after: &mut Accumulators) {
        after.cells = before.cells;
    }

    #[inline(always)]
    fn static_evaluation(
        &self,
        evaluator: &Evaluator<'_>,
        accumulators: &mut Accumulators,
    ) -> Score {
        let (kernel, kept) = (self.kernel(), &accumulators.cells);
        match evaluator.method {
            Method::Additive if !evaluator.has_patterns => evaluate(
                kernel,
                self.variant(),
                evaluator.values,
                self.record(),
                kept,
                &evaluator.options,
            ),
            _ => kernel.outlined_with(evaluate_otherwise, evaluator, self, accumulators),
        }
    }

    #[inline(always)]
    fn evaluation_range(&self, evaluator: &Evaluator<'_>, kept: &Accumulators) -> [Score; 2] {
        let (kept, options) = (&kept.cells, &evaluator.range_options);
        let (material, lifted) = (kept.material(), kept.structure().lifts);
        bounded(self.side(), material, lifted, options, || {
            material_part(evaluator.values, kept, options)
        })
    }

    #[inline(always)]
    fn has_pieces(&self, accumulators: &Accumulators) -> bool {
        accumulators.cells.has_pieces(self.side())
    }
}

/// Evaluates a rebuilt record in centipawns, positive when the side to move is better.
#[inline(always)]
fn evaluate<K: CellKernel>(
    kernel: K,
    variant: Variant,
    values: &Values,
    record: &CellRecord,
    kept: &CellAccumulator,
    options: &Options,
) -> Score {
    let material = kept.material();
    let ending = material.pieces <= fixed::MOST_PIECES;
    if ending && is_candidate(kept) {
        match words::known(record, any_check(record)) {
            Knowledge::Draw => return score::DRAW,
            Knowledge::Win(value) => return from_side(record.side(), value),
            Knowledge::None => {}
        }
    }
    let mut sum = Sum::from(values, kept.position());
    terms::terms(kernel, variant, record, kept, values, &mut sum);
    let mut lifted = kept.structure().lifts;
    if ending {
        lifted |= ending::ending_terms(record, kept, material, &mut sum);
    }
    let position = tapered(sum.total, material.pieces);
    let bound = if lifted { i32::from(Options::UNBOUNDED) } else { i32::from(options.bound) };
    let mut total = material_part(values, kept, options) + position.clamp(-bound, bound);
    if ending {
        total = total * winnable(record, kept, total > 0) / fixed::WINNABLE;
    }
    from_side(record.side(), total)
}

/// Returns the material balance plus the trade terms of the side ahead, White positive.
#[inline(always)]
fn material_part(values: &Values, kept: &CellAccumulator, options: &Options) -> i32 {
    kept.material().value(values, kept.both(PieceType::Pawn))
        + options.material.correction(|color, kind| kept.count(color, kind))
}

/// Returns true if the ending may be a known one.
#[inline(always)]
fn is_candidate(kept: &CellAccumulator) -> bool {
    let none = |kind| kept.both(kind) == 0;
    let pieces: i32 = PieceType::ALL.into_iter().map(|kind| kept.both(kind)).sum();
    kept.is_bare(Color::White)
        || kept.is_bare(Color::Black)
        || none(PieceType::Pawn)
            && (none(PieceType::Rook) && none(PieceType::Queen)
                || pieces == fixed::EQUAL_ENDING as i32)
}

/// Returns the part of the evaluation, in 64ths, that remains if the better side can hardly win.
#[inline(always)]
fn winnable(record: &CellRecord, kept: &CellAccumulator, white_is_better: bool) -> i32 {
    let better = if white_is_better { Color::White } else { Color::Black };
    let none = |kind| kept.both(kind) == 0;
    let only_bishops = none(PieceType::Knight)
        && none(PieceType::Rook)
        && none(PieceType::Queen)
        && !none(PieceType::Bishop);
    if kept.count(better, PieceType::Pawn) == 0 || only_bishops {
        return words::winnable(record, white_is_better);
    }
    fixed::WINNABLE
}

/// Returns true if either king is in check.
fn any_check(record: &CellRecord) -> bool {
    Color::ALL
        .into_iter()
        .any(|color| record.cell(record.king(color)) & cell::influence_mask(!color) != 0)
}
