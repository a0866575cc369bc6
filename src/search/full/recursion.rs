//! The recursive functions of this searcher as types, and what they are called with.

use crate::hooks::{LeftNode, NodePlace, SearchHooks, TrackedNode};
use crate::ordering::PieceTo;
use crate::parameters::Schemes;
use crate::search_types::{SearchTypes, TokenOf};
use crate::stack::StackEntry;
use crate::window::{DepthWindow, Window};
use crate::worker::Worker;
use nucleus_core::board::Board;
use nucleus_core::types::{Move, Score};

/// A node of the main search: window, depth and ply, and what is expected of it.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Window, depth and ply.
    pub at: DepthWindow,
    /// True where a cut-off is expected.
    pub cut_node: bool,
    /// False right after a null move.
    pub allow_null: bool,
    /// A move that is left out, to see how good the others are (singular extensions).
    pub excluded: Move,
}

impl Node {
    /// A node in the main line of the search: any move, null move allowed.
    #[inline(always)]
    pub const fn new(window: Window, depth: i32, ply: usize, cut_node: bool) -> Self {
        let at = DepthWindow { window, depth, ply };
        Self { at, cut_node, allow_null: true, excluded: Move::NONE }
    }
}

/// A node of the main search (`node`).
pub struct MainSearch<const PV: bool>;

/// A node of the quiescence search; its first ply tries checks, too (`quiescence`).
pub struct Quiescence<const PV: bool, const FIRST: bool>;

/// A node of the quiescence search whose side to move is in check, rebuilt (`quiescence`).
pub struct QuiescenceEvasions<const PV: bool>;

/// A node of Umko's quiescence search (`umko`).
pub struct UmkoQuiescence<const PV: bool, const FIRST: bool>;

/// Makes a move into the next stack entry.
#[inline(always)]
pub fn make<I: SearchTypes>(
    worker: &Worker<'_, I>,
    entry: &StackEntry<I>,
    rest: &mut [StackEntry<I>],
    chess_move: Move,
) {
    let Some(child) = rest.first_mut() else { return };
    entry.advance(&worker.evaluator, chess_move, child);
    let kind = entry.board.kind_on(chess_move.from());
    entry.lead_to(child, chess_move, PieceTo::new(kind, chess_move.to(), entry.board.side()));
}

/// Searches a position by the quiescence search of the parameters, whose first ply it is.
#[inline(always)]
pub fn quiesce<I: SearchTypes, const PV: bool>(
    kernel: TokenOf<I>,
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    at: DepthWindow,
) -> Score {
    match worker.parameters.schemes {
        Schemes::Tuned => worker.search_node::<Quiescence<PV, true>>(kernel, stack, at),
        Schemes::Umko => worker.search_node::<UmkoQuiescence<PV, true>>(kernel, stack, at),
    }
}

/// Searches the position below a move: the quiescence search when no depth is left.
#[inline(always)]
pub fn search_or_quiesce<I: SearchTypes, const PV: bool>(
    kernel: TokenOf<I>,
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    node: Node,
) -> Score {
    if node.at.depth <= 0 {
        quiesce::<I, PV>(kernel, worker, stack, node.at)
    } else {
        if I::Hooks::ACTIVE && worker.hooks.tracks_node(node.at.depth) {
            return search_tracked::<I, PV>(kernel, worker, stack, node);
        }
        worker.search_node::<MainSearch<PV>>(kernel, stack, node)
    }
}

/// Searches a node whose beginning and end are told to the hooks.
#[cold]
#[inline(never)]
fn search_tracked<I: SearchTypes, const PV: bool>(
    kernel: TokenOf<I>,
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    node: Node,
) -> Score {
    let Some(entry) = stack.first() else { return 0 };
    let (state, verified_until) = (entry.board.state(), worker.verified_until);
    let DepthWindow { window, depth, ply } = node.at;
    let place = NodePlace { key: state.key, halfmove: state.halfmove, depth, ply };
    let last_move = entry.last_move;
    worker.hooks.enter_node(TrackedNode { place, last_move, window, pv: PV });
    let score = worker.search_node::<MainSearch<PV>>(kernel, stack, node);
    // A node that is left may be within the verification of a null move.
    worker.verified_until = verified_until;
    let Some(LeftNode { score, leaves_all }) = worker.hooks.leave_node() else { return score };
    worker.stopped = leaves_all || worker.has_to_leave();
    score
}
