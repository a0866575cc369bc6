//! The moves of a node shared among threads (Young Brothers Wait).

use super::Full;
use super::picker::MovePicker;
use super::recursion::Node;
use super::state::NodeState;
use super::update::update_histories;
use crate::instance::SearchBoard;
use crate::node_result::NodeResult;
use crate::parallel::SharedMove;
use crate::sharing::{NodeRest, share_moves};
use crate::stack::StackEntry;
use crate::worker::Worker;

/// A node of this searcher whose moves are shared.
#[derive(Clone, Copy)]
pub struct FullNode {
    /// The arguments of the node.
    pub node: Node,
    /// State of the node before its moves were searched.
    pub state: NodeState,
}

/// Shares the remaining moves of a node and searches some of them; returns the result of all its
/// moves.
#[cold]
#[inline(never)]
pub fn share_rest<B: SearchBoard>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<B>],
    shared: FullNode,
    mut rest: NodeRest<MovePicker>,
    result: NodeResult,
) -> NodeResult {
    let Some(entry) = stack.first_mut() else { return result };
    let FullNode { node, state } = shared;
    let mut moves = Vec::new();
    let view = state.histories(worker);
    while let Some(chess_move) = rest.picker.next(&entry.board, &mut entry.moves, view) {
        if chess_move != node.excluded {
            moves.push(SharedMove { chess_move, losing: rest.picker.is_at_bad_captures() });
        }
    }
    let shared = share_moves::<Full<B>>(worker, stack, shared, node.at, rest.pv, moves, result);
    if shared.cut
        && let Some(entry) = stack.first_mut()
    {
        shared.tried.into_iter().for_each(|chess_move| rest.tried.push(chess_move));
        update_histories(worker, entry, &node, &state, shared.result.best_move, &rest.tried);
    }
    shared.result
}
