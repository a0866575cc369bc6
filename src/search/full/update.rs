//! Bonus and malus for the histories.

use super::recursion::Node;
use super::state::{NodeState, is_threatened};
use crate::instance::SearchBoard;
use crate::ordering::{PieceTo, Tried, captured};
use crate::stack::StackEntry;
use crate::worker::Worker;
use nucleus_core::types::Move;

/// Rewards a move that cut off: raises its history scores, and lowers those of the moves searched
/// before it. A quiet move also becomes a killer and the counter-move.
#[inline(never)]
pub fn update_histories<B: SearchBoard>(
    worker: &mut Worker<'_>,
    entry: &mut StackEntry<B>,
    node: &Node,
    state: &NodeState,
    chess_move: Move,
    tried: &Tried,
) {
    let (margins, depth) = (&worker.parameters.margins, node.at.depth);
    let bonus = depth * (depth * margins.bonus_square + margins.bonus_slope);
    let bonus = bonus.min(margins.bonus_most);
    if chess_move.is_quiet() {
        entry.add_killer(chess_move);
        worker.histories.set_counter(state.before, chess_move);
    }
    update_move(worker, &entry.board, state, chess_move, bonus);
    for &other in tried.moves() {
        // A cut-off by a capture does not show that the quiet moves before it were bad.
        if other.is_quiet() == chess_move.is_quiet() || !other.is_quiet() {
            update_move(worker, &entry.board, state, other, -bonus);
        }
    }
}

/// Raises or lowers a move's score in the histories that it belongs to.
#[inline(always)]
fn update_move<B: SearchBoard>(
    worker: &mut Worker<'_>,
    board: &B,
    state: &NodeState,
    chess_move: Move,
    bonus: i32,
) {
    let side = board.side();
    let piece_to = PieceTo::new(board.kind_on(chess_move.from()), chess_move.to(), side);
    if chess_move.is_quiet() {
        let threatened = is_threatened(worker, board, state, chess_move);
        worker.histories.quiets.add(side, threatened, chess_move, bonus);
        worker.histories.add_continuation(state.before, piece_to, bonus);
    } else {
        worker.histories.add_capture(piece_to, captured(board, chess_move), bonus);
    }
}
