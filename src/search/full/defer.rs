//! The moves of a node at which other ranks are, too: what they search is left to them.

use super::moves::{MoveOutcome, MovesResult, Picked, try_move};
use super::parameters::ParameterSet;
use super::recursion::Node;
use super::schemes::{MovePicker, Schemes};
use super::share::FullRest;
use super::state::NodeState;
use super::update::update_histories;
use crate::instance::Instance;
use crate::stack::StackEntry;
use crate::table::TableBound;
use crate::worker::Worker;
use nucleus_core::board::Board;
use nucleus_core::types::Move;

/// A move that is left of a node.
struct LeftMove {
    chess_move: Move,
    losing: bool,
    /// Its place among the moves of the node, from 1: moves are pruned and reduced by it.
    count: usize,
}

/// Searches the moves that are left of a node, those first that no other rank searches; what all
/// its moves came to.
#[cold]
#[inline(never)]
pub fn search_beside_others<I: Instance, S: ParameterSet>(
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    (mut node, state): (Node, NodeState),
    rest: FullRest<<S::Schemes as Schemes>::Picker>,
    mut result: MovesResult,
) -> MovesResult {
    let Some((entry, below)) = stack.split_first_mut() else { return result };
    let kernel = entry.board.kernel();
    let FullRest { mut picker, mut tried, counter, pv } = rest;
    worker.statistics.splits += 1;
    let mut left = Vec::new();
    let view = state.histories(worker);
    while let Some(chess_move) = picker.next(&entry.board, &mut entry.moves, view) {
        result.count += 1;
        let (losing, count) = (picker.is_at_bad_captures(), result.count);
        left.push(LeftMove { chess_move, losing, count });
    }
    let (key, place) = (state.key, (node.depth, node.ply));
    let halfmove = entry.board.state().halfmove;
    loop {
        // What other ranks have found to fail low meanwhile.
        left.retain(|one: &LeftMove| {
            let bound = (node.alpha, halfmove);
            let Some(score) = worker.failure_elsewhere((key, one.chess_move), place, bound) else {
                return true;
            };
            result.best = result.best.max(score);
            tried.push(one.chess_move);
            false
        });
        if left.is_empty() {
            return result;
        }
        let moves = left.iter().map(|one| one.chess_move);
        let next = worker.choose_move(&entry.board, node.depth, moves);
        let LeftMove { chess_move, losing, count } = left.remove(next);
        let best = result.best;
        let picked = Picked { chess_move, best, count, losing, counter };
        let score =
            match try_move::<I, S>(kernel, worker, (entry, below), (&node, &state), picked, pv) {
                MoveOutcome::Searched(score) => score,
                MoveOutcome::Skipped => continue,
                MoveOutcome::QuietsSkipped => {
                    // Evasions are all searched.
                    left.retain(|one| state.in_check || !one.chess_move.is_quiet());
                    continue;
                }
            };
        if worker.stopped {
            return result;
        }
        if score > result.best {
            result.best = score;
            if score > node.alpha {
                result.best_move = chess_move;
                if pv && let Some(child) = below.first() {
                    entry.set_pv(chess_move, child);
                }
                if score >= node.beta {
                    result.bound = TableBound::Lower;
                    worker.statistics.cutoffs += 1;
                    update_histories(worker, entry, &node, &state, (chess_move, &tried));
                    return result;
                }
                node.alpha = score;
                result.bound = TableBound::Exact;
            }
        }
        if chess_move != result.best_move {
            worker.tell_failure((key, chess_move), place, score);
        }
        tried.push(chess_move);
    }
}
