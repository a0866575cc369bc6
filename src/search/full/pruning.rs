//! Nodes that end, and moves that are left out, without being searched.

use super::parameters::PARAMETERS;
use super::search::Here;
use super::see::exchange_gains;
use super::{Calm, Node, Search, below};
use crate::board::Board;
use crate::search::context::Context;
use crate::search::frame::{Frame, UNKNOWN};
use crate::search::instance::Instance;
use crate::types::score::{MATE_BOUND, is_mate};
use crate::types::{Move, PieceType, Score};

/// True when a node's evaluation is so far above beta that no quiet line will lose it all. Not
/// where zugzwang threatens: there having to move can.
#[inline(always)]
pub fn is_far_above<B: Instance>(frame: &Frame<B>, node: &Node, here: &Here) -> bool {
    let margin = PARAMETERS.reverse_margin * (node.depth - i32::from(here.improving));
    node.depth <= PARAMETERS.reverse_depth
        && !is_mate(node.beta)
        && here.evaluation - margin >= i32::from(node.beta)
        && here.evaluation < i32::from(MATE_BOUND)
        && pieces(frame) > 1
}

/// Razoring: far below alpha and with little depth left, only captures can help; their verdict
/// when they do not.
#[inline(always)]
pub fn razor<B: Instance>(
    context: &mut Context<'_>,
    stack: &mut [Frame<B>],
    node: &Node,
    here: &Here,
) -> Option<Score> {
    let margin = PARAMETERS.razor_base + PARAMETERS.razor_margin * node.depth;
    if PARAMETERS.razor_depth == 0
        || node.depth > PARAMETERS.razor_depth
        || here.evaluation + margin > i32::from(node.alpha)
        || is_mate(node.alpha)
    {
        return None;
    }
    let kernel = stack.first()?.board.kernel();
    let window = (node.alpha, node.alpha + 1, node.ply);
    let score = B::step::<Calm<false, true>>(kernel, context, stack, window);
    (score <= node.alpha).then_some(score)
}

/// Null move: if passing is good enough, so is the best move. Verified by a search without
/// passing where zugzwang threatens, and at high depth.
#[inline(always)]
pub fn pass<B: Instance>(
    context: &mut Context<'_>,
    stack: &mut [Frame<B>],
    node: &Node,
    here: &Here,
) -> Option<Score> {
    let Node { beta, depth, ply, .. } = *node;
    let pieces = pieces(stack.first()?);
    if PARAMETERS.null == 0
        || depth < 2
        || !node.may_pass
        || pieces == 0
        || ply < context.memory.verified_until
        || here.evaluation < i32::from(beta)
        || is_mate(beta)
    {
        return None;
    }
    // The table already says that the position is worth less than beta.
    if here.fails_low_in_table(beta, depth - PARAMETERS.null_base) {
        return None;
    }
    let above = ((here.evaluation - i32::from(beta)) / PARAMETERS.null_step).min(3);
    let left = depth - PARAMETERS.null_base - depth / PARAMETERS.null_divisor - above;
    let (frame, rest) = stack.split_first_mut()?;
    let kernel = frame.board.kernel();
    let child = rest.first_mut()?;
    context.table.prefetch(frame.board.state().key ^ crate::board::zobrist::side());
    frame.board.make_null(&mut child.board);
    child.accumulator = frame.accumulator;
    child.foreseen = -frame.evaluation;
    context.memory.note_move(ply, super::memory::Played::NOTHING);
    let window = Node { may_pass: false, ..Node::empty(1 - beta, left, ply + 1, !node.cut) };
    let score = -below::<B, false>(kernel, context, rest, window);
    if let Some(child) = rest.first_mut() {
        child.foreseen = UNKNOWN;
    }
    if score < beta || context.stopped {
        return None;
    }
    // A mate found after passing is no proof of a mate.
    let score = if is_mate(score) { beta } else { score };
    let threatened = pieces == 1;
    if !threatened && depth < PARAMETERS.null_verify || context.memory.verified_until != 0 {
        return Some(score);
    }
    context.memory.verified_until = ply + 3 * left.max(1) as usize / 4 + 1;
    let again = Node { may_pass: false, ..Node::empty(beta, left, ply, false) };
    let verified = below::<B, false>(kernel, context, stack, again);
    context.memory.verified_until = 0;
    (verified >= beta && !context.stopped).then_some(score)
}

/// How many men other than king and pawns the side to move has.
#[inline(always)]
fn pieces<B: Board>(frame: &Frame<B>) -> u32 {
    let men = frame.board.planes();
    let own = men.color(frame.board.side());
    (own & !(men.kind(PieceType::Pawn) | men.kind(PieceType::King))).count_ones()
}

/// ProbCut: a capture that a shallow search finds far above beta will be above it in a deep one.
#[inline(always)]
pub fn probable_cut<B: Instance>(
    context: &mut Context<'_>,
    stack: &mut [Frame<B>],
    node: &Node,
    here: &Here,
) -> Option<Score> {
    let Node { beta, depth, ply, .. } = *node;
    let goal = beta.saturating_add(PARAMETERS.probcut_margin as Score);
    if PARAMETERS.probcut_depth == 99
        || depth < PARAMETERS.probcut_depth
        || is_mate(beta)
        || here.fails_low_in_table(goal, depth - 3)
    {
        return None;
    }
    let (frame, rest) = stack.split_first_mut()?;
    let kernel = frame.board.kernel();
    let needed = i32::from(goal) - here.evaluation;
    frame.moves.list.clear();
    frame.board.push_noisy(&mut frame.moves.list);
    for (score, &chess_move) in frame.moves.scores.iter_mut().zip(frame.moves.list.iter()) {
        *score = super::picker::capture_score(&frame.board, chess_move, context.memory);
    }
    let mut next = 0;
    while let Some(chess_move) = frame.moves.take_best(frame.board.kernel(), next) {
        next += 1;
        if !exchange_gains(&frame.board, chess_move, needed.max(0)) {
            continue;
        }
        super::moves::make(context, frame, rest, chess_move, ply);
        if context.enter(ply + 1) {
            return None;
        }
        let mut score =
            -B::step::<Calm<false, true>>(kernel, context, rest, (-goal, -goal + 1, ply + 1));
        if score >= goal && !context.stopped && depth > 4 {
            let window = Node::empty(1 - goal, depth - 4, ply + 1, !node.cut);
            score = -B::step::<Search<false>>(kernel, context, rest, window);
        }
        if context.stopped {
            return None;
        }
        if score >= goal {
            super::search::store(context, node, here, (score, chess_move, depth - 3));
            return Some(score);
        }
    }
    None
}

/// What is known of a move before it is made.
#[derive(Clone, Copy)]
pub struct Candidate {
    /// The move.
    pub chess_move: Move,
    /// How many moves came before it.
    pub count: usize,
    /// The depth after its reduction.
    pub reduced: i32,
    /// Its history.
    pub history: i32,
    /// It gives check.
    pub checks: bool,
}

/// What to do with a late or losing move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Search it.
    Keep,
    /// Leave it out.
    Skip,
    /// Leave it out, and all quiet moves after it.
    SkipQuiets,
}

/// Late move pruning: as many moves are looked at before quiet ones are left out.
#[inline(always)]
pub fn most_moves(node: &Node, here: &Here) -> usize {
    if node.depth > PARAMETERS.late_depth {
        return usize::MAX;
    }
    (PARAMETERS.late_base + node.depth * node.depth) as usize >> u32::from(!here.improving)
}

/// Late move, futility, history and exchange pruning; only once a move that is not mated is known.
#[inline(always)]
pub fn judge<B: Board>(board: &B, node: &Node, here: &Here, candidate: Candidate) -> Verdict {
    let p = &PARAMETERS;
    let Candidate { chess_move, count, reduced, history, checks } = candidate;
    if !chess_move.is_quiet() {
        let lost = -p.exchange_capture * node.depth;
        let hopeless = node.depth <= p.exchange_depth && !exchange_gains(board, chess_move, lost);
        return if hopeless { Verdict::Skip } else { Verdict::Keep };
    }
    if count >= most_moves(node, here) {
        return Verdict::SkipQuiets;
    }
    if checks {
        let lost = -p.exchange_capture * node.depth;
        let hopeless = node.depth <= p.exchange_depth && !exchange_gains(board, chess_move, lost);
        return if hopeless { Verdict::Skip } else { Verdict::Keep };
    }
    if reduced <= p.history_depth && history < -p.history_margin * node.depth {
        return Verdict::Skip;
    }
    let reach = here.evaluation + p.futility_base + p.futility_margin * reduced;
    if !here.in_check && reduced <= p.futility_depth && reach <= i32::from(node.alpha) {
        return Verdict::SkipQuiets;
    }
    let defended = board.is_influenced(chess_move.to(), !board.side());
    let lost = -p.exchange_quiet * reduced;
    if defended && node.depth <= p.exchange_depth && !exchange_gains(board, chess_move, lost) {
        return Verdict::Skip;
    }
    Verdict::Keep
}
