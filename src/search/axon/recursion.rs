//! The recursive functions of this searcher as types, and the search below a move.

use crate::instance::SearchBoard;
use crate::stack::StackEntry;
use crate::window::{DepthWindow, Window};
use crate::worker::Worker;
use nucleus_core::types::Score;

/// The node function of the main search (`node`), as a type.
pub struct Pvs<const PV: bool>;

/// The node function of the quiescence search (`quiescence`), as a type.
pub struct AxonQuiescence<const PV: bool>;

/// Searches the position after a move: the first move of a PV node with the full window, others
/// with a null window and, in a PV node, again with the full window if they raise alpha.
#[inline(always)]
pub fn search_move<B: SearchBoard>(
    kernel: B::Kernel,
    worker: &mut Worker<'_>,
    rest: &mut [StackEntry<B>],
    at: DepthWindow,
    pv: bool,
    first: bool,
) -> Score {
    let below = at.child(at.depth - 1);
    let alpha = at.window.alpha;
    let mut score = 0;
    if !pv || !first {
        let window = Window::above(alpha).reversed();
        let null = DepthWindow { window, ..below };
        score = -search_or_quiesce::<B, false>(kernel, worker, rest, null);
    }
    if pv && (first || score > alpha) && !worker.stopped {
        let beta = -worker.newest_alpha(at.ply, alpha);
        let window = Window { beta, ..below.window };
        score =
            -search_or_quiesce::<B, true>(kernel, worker, rest, DepthWindow { window, ..below });
    }
    score
}

/// Searches the position below a move; with no depth left, by quiescence search.
#[inline(always)]
pub fn search_or_quiesce<B: SearchBoard, const PV: bool>(
    kernel: B::Kernel,
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<B>],
    at: DepthWindow,
) -> Score {
    if at.depth <= 0 {
        worker.statistics.quiescence_nodes += 1;
        let first = DepthWindow { depth: worker.quiescence_depth, ..at };
        worker.search_node::<_, AxonQuiescence<PV>>(kernel, stack, first)
    } else {
        worker.search_node::<_, Pvs<PV>>(kernel, stack, at)
    }
}
