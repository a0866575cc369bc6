//! The evaluation: material and position, from the side to move's view (Axon evaluation 2024).

mod accumulator;
mod weights;

pub use accumulator::Accumulator;

use crate::board::{Board, is_dead};
use crate::matrix::InfluenceKind;
use crate::types::{Color, Score, score};

/// Evaluates a rebuilt position in centipawns, positive when the side to move is better.
///
/// `accumulator` holds the parts that are kept up to date move by move.
#[inline(always)]
pub fn evaluate<B: Board>(board: &B, accumulator: &Accumulator) -> Score {
    if is_dead(board.planes()) {
        return score::DRAW;
    }
    let (middlegame, endgame) = accumulator.placement();
    let phase = accumulator.phase();
    let placement = (middlegame * phase + endgame * (Accumulator::FULL_PHASE - phase))
        / Accumulator::FULL_PHASE;
    let total = placement + mobility(board, Color::White) - mobility(board, Color::Black);
    let sign = if board.side() == Color::White { total } else { -total };
    sign.clamp(-29_999, 29_999) as Score
}

/// Squares influenced, by kind of man, those the opponent's pawns influence left out (III.A).
#[inline(always)]
fn mobility<B: Board>(board: &B, color: Color) -> i32 {
    let influence = board.influence();
    let safe = !board.planes().color(color) & !influence.of(!color, InfluenceKind::Pawn);
    weights::MOBILITY
        .iter()
        .map(|&(kind, weight)| (influence.of(color, kind) & safe).count_ones() as i32 * weight)
        .sum()
}
