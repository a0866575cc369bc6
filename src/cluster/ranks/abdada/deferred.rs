//! The order of moves at a node that another rank searches, too: its moves are deferred.

use super::failed_moves::stored_failure;
use super::searching_table::SearchingTable;
use nucleus_core::board::Board;
use nucleus_core::types::Move;
use nucleus_search::TranspositionTable;
use nucleus_search::distributed::{DeferredOutcome, RemainingMoves};

/// Searches the moves that are left of a node, those first that no other rank searches; `searching`
/// returns the nodes that ranks are at.
pub fn search_deferred<M: RemainingMoves>(
    moves: &mut M,
    searching: impl Fn(&M::Hooks) -> &SearchingTable,
) {
    let mut left = moves.take_all();
    loop {
        // What other ranks have found to fail low meanwhile.
        left.retain(|one| {
            let alpha = moves.alpha();
            let known = stored_failure(moves.table(), moves.place(), one.chess_move);
            let refuted = known.filter(|&score| score <= alpha);
            if let Some(score) = refuted {
                moves.note_refuted(one.chess_move, score);
            }
            refuted.is_none()
        });
        if left.is_empty() {
            return;
        }
        let (searching, order) = (searching(moves.hooks()), left.iter().map(|one| one.chess_move));
        let next = choose_move(searching, moves.table(), moves.board(), moves.place().depth, order);
        match moves.search(left.remove(next)) {
            DeferredOutcome::Searched | DeferredOutcome::Pruned => {}
            DeferredOutcome::QuietsPruned => left.retain(|one| !one.chess_move.is_quiet()),
            DeferredOutcome::Over => return,
        }
    }
}

/// Returns the place of the move to search next at a node of this depth at which other ranks are, too.
pub fn choose_move<B: Board>(
    searching: &SearchingTable,
    table: &TranspositionTable,
    board: &B,
    depth: i32,
    moves: impl Iterator<Item = Move>,
) -> usize {
    let is_known = |key| {
        let stored = table.probe(key);
        stored.is_some_and(|stored| i32::from(stored.depth) >= depth - 1)
    };
    let children = moves.map(|chess_move| board.likely_key_after(chess_move));
    searching.choose(board.state().key, children, is_known)
}
