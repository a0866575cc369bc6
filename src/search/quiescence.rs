//! The quiescence search: captures until the position is calm enough to be evaluated.

use super::context::Context;
use super::frame::Frame;
use super::instance::Instance;
use super::picker::{VALUE, capture_score, is_good_capture, take_best};
use super::profile::Profile;
use crate::eval::evaluate;
use crate::movegen::generate::{NOISY, QUIET, generate_evasions, generate_free};
use crate::types::score::{INFINITE, mated_in};
use crate::types::{Move, Score};

/// A capture must lift the score to within this of alpha, beyond the man it takes.
const DELTA: i32 = 150;

/// Searches a position that was made but not looked at; returns its score for the side to move.
#[inline(always)]
pub fn quiescence<B: Instance, P: Profile>(
    context: &mut Context<'_>,
    stack: &mut [Frame<B>],
    mut alpha: Score,
    beta: Score,
    ply: usize,
) -> Score {
    let [frame, rest @ ..] = stack else { return 0 };
    frame.pv_length = 0;

    // 1. Bring the matrix up to date.
    frame.board.rebuild();
    context.statistics.rebuilds += 1;
    let in_check = frame.board.in_check();

    // 2. Stand pat, unless in check.
    let mut best = -INFINITE;
    let mut floor = 0;
    if !in_check {
        context.statistics.evaluations += 1;
        best = evaluate(&frame.board, &frame.accumulator);
        if best >= beta || rest.is_empty() {
            return best;
        }
        alpha = alpha.max(best);
        floor = i32::from(best) + DELTA;
    } else if rest.is_empty() {
        return 0;
    }

    // 3. Generate what may change the picture: all evasions, or the captures worth a look.
    frame.moves.list.clear();
    if in_check {
        generate_evasions::<B, { NOISY | QUIET }>(&frame.board, &mut frame.moves.list);
        if frame.moves.list.is_empty() {
            return mated_in(ply);
        }
    } else {
        generate_free::<B, NOISY>(&frame.board, &mut frame.moves.list);
    }
    for (score, &chess_move) in frame.moves.scores.iter_mut().zip(frame.moves.list.iter()) {
        *score = capture_score(&frame.board, chess_move);
    }

    // 4. Search them, the most valuable victim first.
    let mut next = 0;
    while let Some((chess_move, _)) = take_best(&mut frame.moves, next) {
        next += 1;
        if !in_check && !is_promising(&frame.board, chess_move, floor, alpha) {
            continue;
        }
        let Some(child) = rest.first_mut() else { break };
        frame.board.make(chess_move, &mut child.board);
        child.accumulator = frame.accumulator.after(&frame.board, chess_move, &child.board);
        context.statistics.quiescence_nodes += 1;
        if context.enter(ply + 1) {
            return best;
        }
        let score = -B::quiescence::<P>(context, rest, -beta, -alpha, ply + 1);
        if context.stopped {
            return best;
        }
        if score > best {
            best = score;
            if score > alpha {
                alpha = score;
                if score >= beta {
                    break;
                }
            }
        }
    }
    best
}

/// True when a capture neither loses material by the cells nor is too small to matter.
#[inline(always)]
fn is_promising<B: Instance>(board: &B, chess_move: Move, floor: i32, alpha: Score) -> bool {
    if chess_move.is_promotion() {
        return is_good_capture(board, chess_move);
    }
    let taken = if chess_move.is_en_passant() {
        VALUE[0]
    } else {
        VALUE[board.kind_on(chess_move.to()).index()]
    };
    floor + i32::from(taken) > i32::from(alpha) && is_good_capture(board, chess_move)
}
