//! Bonus and malus for the histories.

use super::recursion::Node;
use super::state::NodeState;
use crate::ordering::{PieceTo, captured};
use crate::search_types::SearchTypes;
use crate::stack::StackEntry;
use crate::worker::Worker;
use nucleus_core::board::Board;
use nucleus_core::types::Move;

/// Moves of a node that are recorded for the malus.
const MAX_TRIED: usize = 32;

/// Moves that were searched and did not cut off.
#[derive(Clone)]
pub struct Tried {
    moves: [Move; MAX_TRIED],
    length: usize,
}

impl Tried {
    /// None yet.
    #[inline(always)]
    pub const fn new() -> Self {
        Self { moves: [Move::NONE; MAX_TRIED], length: 0 }
    }

    /// Records a move.
    #[inline(always)]
    pub fn push(&mut self, chess_move: Move) {
        if let Some(slot) = self.moves.get_mut(self.length) {
            *slot = chess_move;
            self.length += 1;
        }
    }
}

/// Rewards a move that cut off: killer, counter-move and a history bonus, and a malus for the moves
/// searched before it.
#[inline(never)]
pub fn update_histories<I: SearchTypes>(
    worker: &mut Worker<'_, I>,
    entry: &mut StackEntry<I>,
    node: &Node,
    state: &NodeState,
    (chess_move, tried): (Move, &Tried),
) {
    let bonus = (node.depth * node.depth * 8 + node.depth * 24).min(1400);
    if chess_move.is_quiet() {
        if entry.killers[0] != chess_move {
            entry.killers = [chess_move, entry.killers[0]];
        }
        worker.histories.set_counter(state.before, chess_move);
    }
    update_move(worker, &entry.board, state, chess_move, bonus);
    for &other in &tried.moves[..tried.length] {
        // A capture's cut-off says nothing about the quiet moves.
        if other.is_quiet() == chess_move.is_quiet() || !other.is_quiet() {
            update_move(worker, &entry.board, state, other, -bonus);
        }
    }
}

/// Makes a move better or worse in the histories that it belongs to.
#[inline(always)]
fn update_move<I: SearchTypes>(
    worker: &mut Worker<'_, I>,
    board: &I::Board,
    state: &NodeState,
    chess_move: Move,
    bonus: i32,
) {
    let side = board.side();
    let piece_to = PieceTo::new(board.kind_on(chess_move.from()), chess_move.to(), side);
    if chess_move.is_quiet() {
        worker.histories.quiets.add(side, chess_move, bonus);
        worker.histories.add_continuation(state.before, piece_to, bonus);
    } else {
        worker.histories.add_capture(piece_to, captured(board, chess_move), bonus);
    }
}
