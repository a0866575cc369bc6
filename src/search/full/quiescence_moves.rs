//! The search of one move in the tuned quiescence search and in Umko's.

use super::recursion::make;
use crate::instance::{NodeFn, SearchBoard};
use crate::node_result::{NodeResult, ScoreEffect};
use crate::stack::StackEntry;
use crate::window::DepthWindow;
use crate::worker::Worker;
use nucleus_core::types::Move;

/// Makes a move and searches the child as `F`; returns true if the node needs no further move.
#[inline(always)]
pub fn try_move<B: SearchBoard, F: NodeFn<B, Window = DepthWindow>, const PV: bool>(
    worker: &mut Worker<'_>,
    entry: &mut StackEntry<B>,
    rest: &mut [StackEntry<B>],
    at: &mut DepthWindow,
    chess_move: Move,
    result: &mut NodeResult,
) -> bool {
    make(worker, entry, rest, chess_move);
    worker.statistics.quiescence_nodes += 1;
    if worker.enter(at.ply + 1) {
        return true;
    }
    result.count += 1;
    let score = -worker.search_node::<_, F>(entry.board.kernel(), rest, at.child(at.depth));
    if worker.stopped {
        return true;
    }
    let effect = result.update(&mut at.window, chess_move, score);
    if PV {
        entry.update_pv(effect, chess_move, rest);
    }
    effect == ScoreEffect::CutsOff
}
