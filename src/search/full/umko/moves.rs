//! Moves generated with their scores by Umko's schemes.

use crate::instance::SearchBoard;
use crate::ordering::{Histories, ScoredMoves, captured, promotion_score, victim_score};
use crate::see::exchange_gains;
use nucleus_core::types::Move;

/// Upper bound of the score of an evasion that loses.
const LOSING: i16 = -10_000;
/// Base of the scores of captures and promotions.
const CAPTURE: i16 = 20_000;

/// Fills the list with all evasions and scores them: the table's move, captures by their victims,
/// quiet moves by history.
#[inline(never)]
pub fn generate_scored_evasions<B: SearchBoard>(
    board: &B,
    table_move: Move,
    moves: &mut ScoredMoves,
    histories: &Histories,
) {
    moves.list.clear();
    board.generate_evasions(&mut moves.list);
    let side = board.side();
    for (score, &chess_move) in moves.scores.iter_mut().zip(moves.list.iter()) {
        // History scores are at most 8,192 in absolute value, capture scores at most 9,000.
        *score = if chess_move == table_move {
            i16::MAX
        } else if chess_move.is_quiet() {
            histories.quiets.score(side, false, chess_move)
        } else {
            CAPTURE + capture_score(board, chess_move) / 8
        };
    }
}

/// Fills the list like [`generate_scored_evasions`], but moves that lose material by static
/// exchange evaluation, quiet or captures, come last.
#[inline(never)]
pub fn generate_judged_evasions<B: SearchBoard>(
    board: &B,
    table_move: Move,
    moves: &mut ScoredMoves,
    histories: &Histories,
) {
    generate_scored_evasions(board, table_move, moves, histories);
    for (score, &chess_move) in moves.scores.iter_mut().zip(moves.list.iter()) {
        if chess_move != table_move && !exchange_gains(board, chess_move, 0) {
            // The scores keep their order; they lie between -29,096 and -14,494.
            *score = LOSING - 15_000 + *score / 2;
        }
    }
}

/// Returns a score by most valuable victim, least valuable attacker and promotion.
#[inline(always)]
pub fn capture_score<B: SearchBoard>(board: &B, chess_move: Move) -> i16 {
    victim_score(board, chess_move, captured(board, chess_move)) + promotion_score(chess_move)
}

/// Fills the list with captures and promotions and scores them.
#[inline(never)]
pub fn generate_scored_captures<B: SearchBoard>(board: &B, moves: &mut ScoredMoves) {
    moves.list.clear();
    board.generate_noisy(&mut moves.list);
    for (score, &chess_move) in moves.scores.iter_mut().zip(moves.list.iter()) {
        *score = capture_score(board, chess_move);
    }
}

/// Appends the quiet moves with their scores, which are by history alone.
#[inline(never)]
pub fn generate_quiets_by_history<B: SearchBoard>(
    board: &B,
    moves: &mut ScoredMoves,
    histories: &Histories,
) {
    let first = moves.list.len();
    board.generate_quiets(&mut moves.list);
    let side = board.side();
    let scored = moves.scores.iter_mut().zip(moves.list.iter()).skip(first);
    for (score, &chess_move) in scored {
        *score = histories.quiets.score(side, false, chess_move);
    }
}
