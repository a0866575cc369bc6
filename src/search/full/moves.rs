//! The pruning, extension, reduction and search of a move.

use super::extensions::extension;
use super::pruning::{Candidate, prune_move};
use super::recursion::{MainSearch, Node, make, quiesce, search_or_quiesce};
use super::reductions::late_reduction;
use super::state::{NodeState, is_threatened};
use crate::checks::gives_check;
use crate::instance::SearchBoard;
use crate::node_result::Pruned;
use crate::parameters::{Margins, ReductionDivisors};
use crate::stack::StackEntry;
use crate::window::{DepthWindow, Window};
use crate::worker::Worker;
use nucleus_core::types::score::{INFINITE, MATE_BOUND};
use nucleus_core::types::{Move, Score};

/// A picked move, and the state of its node at that time.
#[derive(Clone, Copy)]
pub struct Picked {
    /// Move that was picked.
    pub chess_move: Move,
    /// The best score so far.
    pub best: Score,
    /// The number of moves so far, including this one.
    pub count: usize,
    /// True for a capture that loses material.
    pub losing: bool,
}

/// Prunes a move, or makes and searches it, extended or reduced; `pv` is true in the principal variation.
#[inline(always)]
pub fn try_move<B: SearchBoard>(
    worker: &mut Worker<'_>,
    entry: &StackEntry<B>,
    rest: &mut [StackEntry<B>],
    node: &Node,
    state: &NodeState,
    picked: Picked,
    pv: bool,
) -> Result<Score, Pruned> {
    // Step 10. Properties of the move before it is made.
    let Picked { chess_move, best, count, losing } = picked;
    let quiet = chess_move.is_quiet();
    let side = entry.board.side();
    let kind = entry.board.kind_on(chess_move.from());
    let gives_check = gives_check(&entry.board, chess_move, state.discoverers);
    let threatened = quiet && is_threatened(worker, &entry.board, state, chess_move);
    let history =
        if quiet { state.histories(worker).quiet(side, threatened, chess_move, kind) } else { 0 };
    let refutation = quiet && (entry.killers.contains(&chess_move) || chess_move == state.counter);
    let mut candidate = Candidate {
        chess_move,
        kind,
        count: count - 1,
        reduced_depth: 0,
        history,
        gives_check,
        refutation,
    };
    let (margins, divisors) = (&worker.parameters.margins, &worker.divisors);
    let reduction = reduction(margins, divisors, node, state, &candidate, pv);
    candidate.reduced_depth = (node.at.depth - 1 - reduction).max(0);

    // Step 11. Pruning at shallow depth.
    if best > -MATE_BOUND
        && let Some(pruned) = prune_move(&worker.parameters, &entry.board, node, state, candidate)
    {
        return Err(pruned);
    }

    // Step 12. Extensions.
    let extension = if chess_move == state.table_move && state.extension != 0 {
        state.extension
    } else if worker.may_extend(node.at.ply) {
        extension(&worker.parameters, entry, node, state, &candidate, pv)
    } else {
        0
    };

    // Step 13. Make the move.
    if node.at.depth > worker.parameters.table_depth {
        worker.shared.table.prefetch(entry.board.likely_key_after(chess_move));
    }
    make(worker, entry, rest, chess_move);
    if let Some(child) = rest.first_mut() {
        child.was_threatened = threatened;
    }
    if worker.enter(node.at.ply + 1) {
        return Ok(0);
    }
    let new_depth = node.at.depth - 1 + extension;
    if new_depth <= 0 {
        worker.statistics.quiescence_nodes += 1;
    }

    // Steps 14 to 16. Search the move.
    let late = count > 1 && node.at.depth >= worker.parameters.late_reduction_depth;
    let reducible = late && !gives_check && !state.in_check && (quiet || losing);
    let reduction = if reducible { reduction.clamp(0, (new_depth - 1).max(0)) } else { 0 };
    let depth = MoveDepth { new_depth, reduction, first: count == 1 };
    Ok(search_move::<B>(entry.board.kernel(), worker, rest, node, depth, pv))
}

/// The depth to which a move is searched.
struct MoveDepth {
    new_depth: i32,
    /// Plies of the initial reduction, in the search with a null window.
    reduction: i32,
    /// True for the first move of the node.
    first: bool,
}

/// Searches the position after a move to a depth: with a null window, reduced at first, and with
/// the full window if it belongs to the principal variation.
#[inline(always)]
fn search_move<B: SearchBoard>(
    kernel: B::Kernel,
    worker: &mut Worker<'_>,
    rest: &mut [StackEntry<B>],
    node: &Node,
    MoveDepth { new_depth, reduction, first }: MoveDepth,
    pv: bool,
) -> Score {
    let Window { alpha, beta } = node.at.window;
    let ply = node.at.ply + 1;
    let mut score = -INFINITE;
    if !pv || !first {
        let window = Window::above(alpha).reversed();
        if new_depth <= 0 {
            let at = DepthWindow { window, depth: new_depth, ply };
            score = -quiesce::<B, false>(kernel, worker, rest, at);
        } else {
            // Step 14. Late move reductions.
            let cut_node = reduction > 0 || !node.cut_node;
            let child = Node::new(window, new_depth - reduction, ply, cut_node);
            note_reduction(rest, reduction);
            score = -worker.search_node::<_, MainSearch<false>>(kernel, rest, child);
            note_reduction(rest, 0);
            // Step 15. Full-depth search when the reduced one fails high.
            if score > alpha && reduction > 0 && !worker.stopped {
                let child = Node::new(window, new_depth, ply, !node.cut_node);
                score = -worker.search_node::<_, MainSearch<false>>(kernel, rest, child);
            }
        }
    }
    // Step 16. Full-window search of the first move and of moves that raise alpha.
    if pv && (first || score > alpha) && !worker.stopped {
        let alpha = worker.newest_alpha(node.at.ply, alpha);
        let child = Node::new(Window { alpha, beta }.reversed(), new_depth, ply, false);
        score = -search_or_quiesce::<B, true>(kernel, worker, rest, child);
    }
    score
}

/// Records the plies by which the next node is reduced.
#[inline(always)]
fn note_reduction<B: SearchBoard>(rest: &mut [StackEntry<B>], reduction: i32) {
    if let Some(child) = rest.first_mut() {
        child.reduction = reduction;
    }
}

/// Returns the plies of a late move reduction: by depth and the move's number, less or more for
/// properties of the node, and for a check, a killer or counter-move, and the history.
#[inline(always)]
fn reduction(
    margins: &Margins,
    divisors: &ReductionDivisors,
    node: &Node,
    state: &NodeState,
    candidate: &Candidate,
    pv: bool,
) -> i32 {
    let history = divisors.history.divide(candidate.history * 1024).clamp(-2048, 2048);
    let history = if margins.reduction_whole == 0 { history } else { history / 1024 * 1024 };
    let terms = [
        (pv, -margins.reduction_pv),
        (node.cut_node, margins.reduction_cut),
        (!state.improving, margins.reduction_worse),
        (candidate.gives_check, -1024),
        (state.in_check, -1024),
        (candidate.refutation, -margins.reduction_refutation),
        (!pv && state.was_pv(), -margins.reduction_table_pv),
    ];
    let terms: i32 = terms.map(|(holds, term)| if holds { term } else { 0 }).iter().sum();
    let (base, divisor) = (margins.reduction_base, divisors.logarithms);
    let plies = late_reduction(base, divisor, node.at.depth, candidate.count + 1);
    (plies + terms - history) >> 10
}
