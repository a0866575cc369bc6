//! The recursive functions of this searcher as types, and their arguments.

use crate::instance::SearchBoard;
use crate::ordering::PieceTo;
use crate::parameters::Schemes;
use crate::stack::StackEntry;
use crate::window::{DepthWindow, Window};
use crate::worker::Worker;
use nucleus_core::types::{Move, Score};

/// The arguments of a node of the main search.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Window, depth and ply of the node.
    pub at: DepthWindow,
    /// True if a cut-off is expected.
    pub cut_node: bool,
    /// False after a null move, in its verification, and in internal iterative deepening.
    pub allow_null: bool,
    /// A move that is not searched, so that the others are measured (singular extensions); usually none.
    pub excluded: Move,
}

impl Node {
    /// Returns a node of a normal search: no move is excluded, null move is allowed.
    #[inline(always)]
    pub const fn new(window: Window, depth: i32, ply: usize, cut_node: bool) -> Self {
        let at = DepthWindow { window, depth, ply };
        Self { at, cut_node, allow_null: true, excluded: Move::NONE }
    }
}

/// The node function of the main search (`node`), as a type.
pub struct MainSearch<const PV: bool>;

/// The node function of the quiescence search (`quiescence`); its first ply also tries checks.
pub struct Quiescence<const PV: bool, const FIRST: bool>;

/// The node function of the quiescence search for a rebuilt position in check (`quiescence`).
pub struct QuiescenceEvasions<const PV: bool>;

/// The node function of Umko's quiescence search (`umko`).
pub struct UmkoQuiescence<const PV: bool, const FIRST: bool>;

/// Makes a move into the next stack entry.
#[inline(always)]
pub fn make<B: SearchBoard>(
    worker: &Worker<'_>,
    entry: &StackEntry<B>,
    rest: &mut [StackEntry<B>],
    chess_move: Move,
) {
    let Some(child) = rest.first_mut() else { return };
    entry.advance(&worker.evaluator, chess_move, child);
    let kind = entry.board.kind_on(chess_move.from());
    entry.lead_to(child, chess_move, PieceTo::new(kind, chess_move.to(), entry.board.side()));
}

/// Starts the quiescence search that the parameters select.
#[inline(always)]
pub fn quiesce<B: SearchBoard, const PV: bool>(
    kernel: B::Kernel,
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<B>],
    at: DepthWindow,
) -> Score {
    match worker.parameters.schemes {
        Schemes::Tuned => worker.search_node::<_, Quiescence<PV, true>>(kernel, stack, at),
        Schemes::Umko => worker.search_node::<_, UmkoQuiescence<PV, true>>(kernel, stack, at),
    }
}

/// Searches the position below a move; with no depth left, by quiescence search.
#[inline(always)]
pub fn search_or_quiesce<B: SearchBoard, const PV: bool>(
    kernel: B::Kernel,
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<B>],
    node: Node,
) -> Score {
    if node.at.depth <= 0 {
        quiesce::<B, PV>(kernel, worker, stack, node.at)
    } else {
        worker.search_node::<_, MainSearch<PV>>(kernel, stack, node)
    }
}
