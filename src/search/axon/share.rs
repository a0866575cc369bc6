//! The moves of a node shared among threads (Young Brothers Wait).

use super::Axon;
use super::picker::AxonPicker;
use super::update::update_histories;
use crate::instance::SearchBoard;
use crate::node_result::NodeResult;
use crate::parallel::SharedMove;
use crate::sharing::{NodeRest, share_moves};
use crate::stack::StackEntry;
use crate::window::DepthWindow;
use crate::worker::Worker;

/// This searcher's node at a split point: helpers need only its position, window and depth.
#[derive(Clone, Copy, Debug)]
pub struct AxonNode;

/// Shares the remaining moves of a node and searches some of them; returns the result of all its
/// moves.
#[cold]
#[inline(never)]
pub fn share_rest<B: SearchBoard>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<B>],
    at: DepthWindow,
    mut rest: NodeRest<AxonPicker>,
    result: NodeResult,
) -> NodeResult {
    let Some(entry) = stack.first_mut() else { return result };
    let mut moves = Vec::new();
    let StackEntry { board, pieces, moves: list, .. } = entry;
    while let Some(chess_move) = rest.picker.next(board, pieces, list, &worker.histories.quiets) {
        moves.push(SharedMove { chess_move, losing: false });
    }
    let shared = share_moves::<Axon<B>>(worker, stack, AxonNode, at, rest.pv, moves, result);
    if shared.cut
        && shared.result.best_move.is_quiet()
        && let Some(entry) = stack.first_mut()
    {
        let quiets = shared.tried.into_iter().filter(|chess_move| chess_move.is_quiet());
        quiets.for_each(|chess_move| rest.tried.push(chess_move));
        update_histories(worker, entry, shared.result.best_move, &rest.tried, at.depth);
    }
    shared.result
}
