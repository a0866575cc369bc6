//! The moves that are left of a node, as hooks search them in an order of their own.

use super::moves::{MoveOutcome, MovesResult, Picked, try_move};
use super::recursion::Node;
use super::share::FullRest;
use super::state::NodeState;
use super::update::update_histories;
use crate::hooks::{DeferredMove, DeferredOutcome, NodePlace, RemainingMoves, SearchHooks};
use crate::search_types::SearchTypes;
use crate::stack::StackEntry;
use crate::table::{TableBound, TranspositionTable};
use crate::worker::Worker;
use nucleus_core::board::Board;
use nucleus_core::types::{Move, Score};

/// Has the hooks search the moves that are left of a node; returns what all its moves came to.
#[cold]
#[inline(never)]
pub fn search_with_hooks<I: SearchTypes>(
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    (node, state): (Node, NodeState),
    rest: FullRest,
    result: MovesResult,
) -> MovesResult {
    let Some((entry, below)) = stack.split_first_mut() else { return result };
    worker.statistics.splits += 1;
    let mut moves =
        FullRemainingMoves::<'_, '_, I> { worker, entry, below, node, state, rest, result };
    I::Hooks::search_moves(&mut moves);
    moves.result
}

/// The moves that are left of a node of this searcher.
struct FullRemainingMoves<'n, 'w, I: SearchTypes> {
    worker: &'n mut Worker<'w, I>,
    entry: &'n mut StackEntry<I>,
    below: &'n mut [StackEntry<I>],
    node: Node,
    state: NodeState,
    rest: FullRest,
    result: MovesResult,
}

impl<I: SearchTypes> RemainingMoves for FullRemainingMoves<'_, '_, I> {
    type Hooks = I::Hooks;
    type Board = I::Board;

    fn hooks(&self) -> &I::Hooks {
        &self.worker.hooks
    }

    fn table(&self) -> &TranspositionTable {
        self.worker.shared.table
    }

    fn board(&self) -> &I::Board {
        &self.entry.board
    }

    fn place(&self) -> NodePlace {
        let Node { depth, ply, .. } = self.node;
        let halfmove = self.entry.board.state().halfmove;
        NodePlace { key: self.state.key, halfmove, depth, ply }
    }

    fn alpha(&self) -> Score {
        self.node.alpha
    }

    fn take_all(&mut self) -> Vec<DeferredMove> {
        let Self { worker, entry, state, rest, result, .. } = self;
        let mut taken = Vec::new();
        let view = state.histories(worker);
        while let Some(chess_move) = rest.picker.next(&entry.board, &mut entry.moves, view) {
            result.count += 1;
            let (losing, count) = (rest.picker.is_at_bad_captures(), result.count);
            taken.push(DeferredMove { chess_move, losing, count });
        }
        taken
    }

    fn search(&mut self, deferred: DeferredMove) -> DeferredOutcome {
        let place = self.place();
        let Self { worker, entry, below, node, state, rest, result } = self;
        let kernel = entry.board.kernel();
        let DeferredMove { chess_move, losing, count } = deferred;
        let FullRest { tried, counter, pv, .. } = rest;
        let picked = Picked { chess_move, best: result.best, count, losing, counter: *counter };
        let score = match try_move::<I>(kernel, worker, (entry, below), (node, state), picked, *pv)
        {
            MoveOutcome::Searched(score) => score,
            MoveOutcome::Skipped => return DeferredOutcome::Pruned,
            // Evasions are all searched.
            MoveOutcome::QuietsSkipped if state.in_check => return DeferredOutcome::Pruned,
            MoveOutcome::QuietsSkipped => return DeferredOutcome::QuietsPruned,
        };
        if worker.stopped {
            return DeferredOutcome::Over;
        }
        if score > result.best {
            result.best = score;
            if score > node.alpha {
                result.best_move = chess_move;
                if *pv && let Some(child) = below.first() {
                    entry.set_pv(chess_move, child);
                }
                if score >= node.beta {
                    result.bound = TableBound::Lower;
                    worker.statistics.cutoffs += 1;
                    update_histories(worker, entry, node, state, (chess_move, tried));
                    return DeferredOutcome::Over;
                }
                node.alpha = score;
                result.bound = TableBound::Exact;
            }
        }
        tried.push(chess_move);
        if chess_move != result.best_move {
            worker.hooks.failed_low(worker.shared.table, place, chess_move, score);
        }
        DeferredOutcome::Searched
    }

    fn note_refuted(&mut self, chess_move: Move, score: Score) {
        self.result.best = self.result.best.max(score);
        self.rest.tried.push(chess_move);
    }
}
