//! The moves that are left of a node, as hooks search them in an order of their own.

use super::moves::{Picked, try_move};
use super::picker::MovePicker;
use super::share::FullNode;
use super::update::update_histories;
use crate::hooks::{DeferredMove, DeferredOutcome, NodePlace, RemainingMoves, SearchHooks};
use crate::node_result::{NodeResult, Pruned, ScoreEffect};
use crate::search_types::SearchTypes;
use crate::sharing::NodeRest;
use crate::stack::StackEntry;
use crate::table::TranspositionTable;
use crate::window::DepthWindow;
use crate::worker::Worker;
use nucleus_core::board::Board;
use nucleus_core::types::{Move, Score};

/// Has the hooks search the moves that are left of a node; returns the result of all its moves.
#[cold]
#[inline(never)]
pub fn search_with_hooks<I: SearchTypes>(
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    shared: FullNode,
    rest: NodeRest<MovePicker>,
    result: NodeResult,
) -> NodeResult {
    let Some((entry, below)) = stack.split_first_mut() else { return result };
    worker.statistics.splits += 1;
    let mut moves = FullRemainingMoves::<'_, '_, I> { worker, entry, below, shared, rest, result };
    I::Hooks::search_moves(&mut moves);
    moves.result
}

/// The moves that are left of a node of this searcher.
struct FullRemainingMoves<'n, 'w, I: SearchTypes> {
    worker: &'n mut Worker<'w, I>,
    entry: &'n mut StackEntry<I>,
    below: &'n mut [StackEntry<I>],
    shared: FullNode,
    rest: NodeRest<MovePicker>,
    result: NodeResult,
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
        let DepthWindow { depth, ply, .. } = self.shared.node.at;
        let halfmove = self.entry.board.state().halfmove;
        NodePlace { key: self.shared.state.key, halfmove, depth, ply }
    }

    fn alpha(&self) -> Score {
        self.shared.node.at.window.alpha
    }

    fn take_all(&mut self) -> Vec<DeferredMove> {
        let Self { worker, entry, shared, rest, result, .. } = self;
        let mut taken = Vec::new();
        let view = shared.state.histories(worker);
        while let Some(chess_move) = rest.picker.next(&entry.board, &mut entry.moves, view) {
            result.count += 1;
            let (losing, count) = (rest.picker.is_at_bad_captures(), result.count);
            taken.push(DeferredMove { chess_move, losing, count });
        }
        taken
    }

    fn search(&mut self, deferred: DeferredMove) -> DeferredOutcome {
        let place = self.place();
        let Self { worker, entry, below, shared, rest, result } = self;
        let FullNode { node, state } = shared;
        let DeferredMove { chess_move, losing, count } = deferred;
        let picked = Picked { chess_move, best: result.best, count, losing };
        let score = match try_move::<I>(worker, entry, below, node, state, picked, rest.pv) {
            Ok(score) => score,
            // Evasions are all searched.
            Err(Pruned::Quiets) if !state.in_check => return DeferredOutcome::QuietsPruned,
            Err(_) => return DeferredOutcome::Pruned,
        };
        if worker.stopped {
            return DeferredOutcome::Over;
        }
        let effect = result.update(&mut node.at.window, chess_move, score);
        if rest.pv {
            entry.update_pv(effect, chess_move, below);
        }
        if effect == ScoreEffect::CutsOff {
            worker.statistics.cutoffs += 1;
            update_histories(worker, entry, node, state, chess_move, &rest.tried);
            return DeferredOutcome::Over;
        }
        rest.tried.push(chess_move);
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
