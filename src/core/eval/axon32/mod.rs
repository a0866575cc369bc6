//! The evaluation of [`crate::board::Axon32Board`]: the same terms and values, computed from the
//! cells in 32-bit words.
//!
//! - `terms`: the counts of the level's kernel over the cells, and the other terms
//! - `masks`: masked pieces, where bits of the cells indicate candidates
//! - `ending`: terms that apply only in endings
//! - `pawns`: pawn structure, from a byte of ranks for each file
//! - `accumulator`: the parts updated from ply to ply
//! - `words`: the interface to 64-bit words and to known endings

mod accumulator;
mod ending;
mod masks;
mod pawns;
mod terms;
mod words;

pub use accumulator::CellAccumulator;
pub use words::cells_of;

use super::endgame::Knowledge;
use super::fixed;
use super::tally::Sum;
use super::values::Values;
use super::{Options, bounded, from_side, tapered};
use crate::kernels::axon32::CellKernel;
use crate::matrix::cell;
use crate::matrix::record::CellRecord;
use crate::types::{Color, PieceType, Score, score};

/// Evaluates a rebuilt record in centipawns, positive when the side to move is better.
#[inline(always)]
pub fn evaluate<K: CellKernel>(
    kernel: K,
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
    terms::terms(kernel, record, kept, values, &mut sum);
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

/// Returns the lowest and highest value that [`evaluate`] can give, from the material and the bound of
/// the positional part.
#[inline(always)]
pub fn range(
    values: &Values,
    side: Color,
    kept: &CellAccumulator,
    options: &Options,
) -> [Score; 2] {
    let (material, lifted) = (kept.material(), kept.structure().lifts);
    bounded(side, material, lifted, options, || material_part(values, kept, options))
}

/// Returns the material of both sides and the terms of an advantage in it, White positive.
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
