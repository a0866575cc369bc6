//! The pruning of nodes (reverse futility, null move, ProbCut) and of moves.

use super::picker::capture_score;
use super::recursion::{MainSearch, Node, make, quiesce, search_or_quiesce};
use super::state::NodeState;
use crate::instance::SearchBoard;
use crate::node_result::Pruned;
use crate::ordering::PieceTo;
use crate::parameters::Parameters;
use crate::see::exchange_gains;
use crate::stack::{StackEntry, UNKNOWN};
use crate::window::{DepthWindow, Window};
use crate::worker::Worker;
use nucleus_core::board::Board;
use nucleus_core::types::score::{MATE_BOUND, is_mate};
use nucleus_core::types::{Move, PieceType, Score};

/// Returns the score of a node whose moves need no search, or 0 if the search was stopped. The node
/// is outside the principal variation and not in check.
#[inline(always)]
pub fn prune_node<B: SearchBoard>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<B>],
    node: &Node,
    state: &NodeState,
) -> Option<Score> {
    if stack.first().is_some_and(|entry| reverse_futility(&worker.parameters, entry, node, state)) {
        return Some(state.evaluation as Score);
    }
    if let Some(score) = null_move(worker, stack, node, state) {
        return Some(score);
    }
    if node.at.depth >= worker.parameters.probcut_depth
        && let Some(score) = probcut(worker, stack, node, state)
    {
        return Some(score);
    }
    worker.stopped.then_some(0)
}

/// Reverse futility pruning: the evaluation is so far above beta that the opponent's reply cannot
/// bring it below. Not applied if zugzwang is likely.
#[inline(always)]
fn reverse_futility<B: SearchBoard>(
    parameters: &Parameters,
    entry: &StackEntry<B>,
    node: &Node,
    state: &NodeState,
) -> bool {
    let margin = parameters.margins.reverse_margin * (node.at.depth - i32::from(state.improving));
    node.at.depth <= parameters.margins.reverse_depth
        && !is_mate(node.at.window.beta)
        && state.evaluation - margin >= i32::from(node.at.window.beta)
        && state.evaluation < i32::from(MATE_BOUND)
        && count_pieces(&entry.board) > 1
}

/// Null move search: if a null move reaches beta, the best move reaches beta, too. Beta may be a
/// score of being mated, which a later mate exceeds. In possible zugzwang and at high depth, a
/// search without null move verifies the result.
#[inline(always)]
fn null_move<B: SearchBoard>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<B>],
    node: &Node,
    state: &NodeState,
) -> Option<Score> {
    let DepthWindow { window: Window { beta, .. }, depth, ply } = node.at;
    let pieces = count_pieces(&stack.first()?.board);
    if !worker.parameters.null_move
        || depth < 2
        || !node.allow_null
        || pieces == 0
        || ply < worker.verified_until
        || state.evaluation < i32::from(beta)
        || beta >= MATE_BOUND
    {
        return None;
    }
    // The table already has a score below beta, so a null move would fail low.
    if state.fails_low_in_table(beta, depth - worker.parameters.margins.null_base) {
        return None;
    }
    let above = ((state.evaluation - i32::from(beta)) / worker.parameters.margins.null_step).min(3);
    let null_depth = depth
        - worker.parameters.margins.null_base
        - depth / worker.parameters.margins.null_divisor
        - above;
    let (entry, rest) = stack.split_first_mut()?;
    let kernel = entry.board.kernel();
    let child = rest.first_mut()?;
    worker.shared.table.prefetch(entry.board.state().key ^ nucleus_core::types::zobrist::side());
    entry.board.make_null(&mut child.board);
    entry.board.accumulate_null(&worker.evaluator, &entry.accumulators, &mut child.accumulators);
    if worker.evaluator.is_antisymmetric() {
        child.known_eval = -entry.evaluation;
    }
    entry.lead_to(child, Move::NONE, PieceTo::NONE);
    let window = Window::below(beta);
    let below = Node {
        allow_null: false,
        ..Node::new(window.reversed(), null_depth, ply + 1, !node.cut_node)
    };
    let score = -search_or_quiesce::<B, false>(kernel, worker, rest, below);
    if let Some(child) = rest.first_mut() {
        child.known_eval = UNKNOWN;
    }
    if score < beta || worker.stopped {
        return None;
    }
    // A mate after a null move does not prove a mate.
    let score = if is_mate(score) { beta } else { score };
    let zugzwang_threatens = pieces == 1;
    if !zugzwang_threatens && depth < worker.parameters.margins.null_verify
        || worker.verified_until != 0
    {
        return Some(score);
    }
    worker.verified_until = ply + 3 * null_depth.max(1) as usize / 4 + 1;
    let again = Node { allow_null: false, ..Node::new(window, null_depth, ply, false) };
    let verified = search_or_quiesce::<B, false>(kernel, worker, stack, again);
    worker.verified_until = 0;
    (verified >= beta && !worker.stopped).then_some(score)
}

/// Returns the number of pieces other than king and pawns that the side to move has.
#[inline(always)]
fn count_pieces<B: Board>(board: &B) -> u32 {
    let planes = board.planes();
    let own = planes.color(board.side());
    (own & !(planes.kind(PieceType::Pawn) | planes.kind(PieceType::King))).count_ones()
}

/// ProbCut: a capture that is far above beta in a shallow search is likely above it in a deep one.
#[cold]
#[inline(never)]
fn probcut<B: SearchBoard>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<B>],
    node: &Node,
    state: &NodeState,
) -> Option<Score> {
    let DepthWindow { window: Window { beta, .. }, depth, ply } = node.at;
    let goal = beta.saturating_add(worker.parameters.margins.probcut_margin as Score);
    if is_mate(beta) || state.fails_low_in_table(goal, depth - 3) {
        return None;
    }
    let (entry, rest) = stack.split_first_mut()?;
    let kernel = entry.board.kernel();
    let needed = i32::from(goal) - state.evaluation;
    entry.moves.list.clear();
    entry.board.generate_noisy(&mut entry.moves.list);
    for (score, &chess_move) in entry.moves.scores.iter_mut().zip(entry.moves.list.iter()) {
        *score = capture_score(&entry.board, chess_move, worker.histories);
    }
    let mut next = 0;
    while let Some(chess_move) = entry.moves.take_best(entry.board.kernel(), next) {
        next += 1;
        if !exchange_gains(&entry.board, chess_move, needed.max(0)) {
            continue;
        }
        make(worker, entry, rest, chess_move);
        if worker.enter(ply + 1) {
            return None;
        }
        let window = Window::below(goal).reversed();
        let at = DepthWindow { window, depth: 0, ply: ply + 1 };
        let mut score = -quiesce::<B, false>(kernel, worker, rest, at);
        if score >= goal && !worker.stopped && depth > 4 {
            let child = Node::new(window, depth - 4, ply + 1, !node.cut_node);
            score = -worker.search_node::<_, MainSearch<false>>(kernel, rest, child);
        }
        if worker.stopped {
            return None;
        }
        if score >= goal {
            state.store_lower_bound(worker, node, chess_move, score, depth - 3, entry.evaluation);
            return Some(score);
        }
    }
    None
}

/// A move before it is made, with its properties.
#[derive(Clone, Copy)]
pub struct Candidate {
    /// Move to prune or search.
    pub chess_move: Move,
    /// The piece type that moves.
    pub kind: PieceType,
    /// The number of moves before this one.
    pub count: usize,
    /// Depth of the move's search after the reduction.
    pub reduced_depth: i32,
    /// History score of the move.
    pub history: i32,
    /// True if the move gives check.
    pub gives_check: bool,
    /// True for a killer or the counter-move.
    pub refutation: bool,
}

/// Late move pruning: returns the number of moves after which quiet moves are skipped.
#[inline(always)]
pub fn max_moves(parameters: &Parameters, node: &Node, state: &NodeState) -> usize {
    if node.at.depth > parameters.margins.late_depth {
        return usize::MAX;
    }
    (parameters.margins.late_base + node.at.depth * node.at.depth) as usize
        >> u32::from(!state.improving)
}

/// Returns the result of late move, futility, history and static exchange pruning of a move. Checks
/// are exempt from futility and history pruning; with `keeps_checks`, also from late move pruning.
#[inline(always)]
pub fn prune_move<B: Board>(
    parameters: &Parameters,
    board: &B,
    node: &Node,
    state: &NodeState,
    candidate: Candidate,
) -> Option<Pruned> {
    let Candidate { chess_move, count, reduced_depth, history, gives_check, .. } = candidate;
    let loses = |margin: i32| {
        node.at.depth <= parameters.margins.exchange_depth
            && !exchange_gains(board, chess_move, -margin)
    };
    if !chess_move.is_quiet() {
        return loses(parameters.margins.exchange_capture * node.at.depth).then_some(Pruned::Move);
    }
    let others = if state.keeps_checks { Pruned::Move } else { Pruned::Quiets };
    if count >= max_moves(parameters, node, state) && !(gives_check && state.keeps_checks) {
        return Some(others);
    }
    if gives_check {
        return loses(parameters.margins.exchange_capture * node.at.depth).then_some(Pruned::Move);
    }
    if reduced_depth <= parameters.margins.history_depth
        && history < -parameters.margins.history_margin * node.at.depth
    {
        return Some(Pruned::Move);
    }
    let futile = state.evaluation
        + parameters.margins.futility_base
        + parameters.margins.futility_margin * reduced_depth;
    if !state.in_check
        && reduced_depth <= parameters.margins.futility_depth
        && futile <= i32::from(node.at.window.alpha)
    {
        return Some(others);
    }
    let defended = board.is_influenced(chess_move.to(), !board.side());
    (defended && loses(parameters.margins.exchange_quiet * reduced_depth)).then_some(Pruned::Move)
}
