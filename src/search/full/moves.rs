//! The moves of a node: made, extended, reduced, searched; the best one rewarded.

use super::checks::{discoverers, gives_check};
use super::memory::Played;
use super::parameters::PARAMETERS;
use super::picker::{Knowledge, Picker, taken};
use super::pruning::{Candidate, Verdict, judge};
use super::search::Here;
use super::see::exchange_gains;
use super::{Node, below, pruning};
use crate::board::Board;
use crate::search::context::Context;
use crate::search::frame::Frame;
use crate::search::instance::Instance;
use crate::search::table::Bound;
use crate::types::score::{INFINITE, MATE_BOUND};
use crate::types::{Move, PieceType, Score};

/// Moves of each sort that are remembered for the histories' malus.
const TRIED: usize = 32;

/// What the moves of a node came to.
pub struct Found {
    /// The best score.
    pub best: Score,
    /// Its move, when it lifted alpha.
    pub best_move: Move,
    /// What the score is worth.
    pub bound: Bound,
    /// How many moves there were, those left out counted.
    pub count: usize,
}

/// Moves that did not cut off.
struct Tried {
    moves: [Move; TRIED],
    length: usize,
}

impl Tried {
    #[inline(always)]
    fn push(&mut self, chess_move: Move) {
        if let Some(slot) = self.moves.get_mut(self.length) {
            *slot = chess_move;
            self.length += 1;
        }
    }
}

/// Searches the moves of a node, best first, until one is too good or none is left.
#[inline(always)]
pub fn search_moves<B: Instance, const PV: bool>(
    context: &mut Context<'_>,
    stack: &mut [Frame<B>],
    node: &Node,
    here: &Here,
) -> Found {
    let mut found = Found { best: -INFINITE, best_move: Move::NONE, bound: Bound::Upper, count: 0 };
    let Some((frame, rest)) = stack.split_first_mut() else { return found };
    let kernel = frame.board.kernel();
    let mut here = *here;
    here.discoverers = discoverers(&frame.board);
    let mut node = *node;
    let mut tried = Tried { moves: [Move::NONE; TRIED], length: 0 };
    let counter = context.memory.counter(here.before);
    let mut picker = if here.in_check {
        let known = Knowledge::of(context, here.before);
        Picker::evasions(&frame.board, here.table_move, &mut frame.moves, known)
    } else {
        Picker::new(here.table_move, [frame.killers[0], frame.killers[1], counter])
    };
    let single = here.in_check && frame.moves.list.len() == 1;
    let beta = node.beta;

    let most = pruning::most_moves(&node, &here);
    loop {
        // Quiet moves that come too late need not be generated.
        if found.count >= most && found.best > -MATE_BOUND {
            picker.skip_quiets();
        }
        let known = Knowledge::of(context, here.before);
        let Some(chess_move) = picker.next(&frame.board, &mut frame.moves, known) else { break };
        if chess_move == node.excluded {
            continue;
        }
        found.count += 1;

        // 1. What is known of the move.
        let quiet = chess_move.is_quiet();
        let side = frame.board.side();
        let kind = frame.board.kind_on(chess_move.from());
        let played = Played::new(kind, chess_move.to(), side);
        let checks = gives_check(&frame.board, chess_move, here.discoverers);
        let history = if quiet {
            i32::from(context.history.score(side, chess_move))
                + context.memory.continuation(here.before, played)
        } else {
            0
        };
        let special = quiet && (frame.killers.contains(&chess_move) || chess_move == counter);
        let reduction =
            reduction::<PV>(context, &node, &here, (found.count - 1, history, checks, special));

        // 2. Late and losing moves are left out.
        if found.best > -MATE_BOUND {
            let candidate = Candidate {
                chess_move,
                count: found.count - 1,
                reduced: (node.depth - 1 - reduction).max(0),
                history,
                checks,
            };
            match judge(&frame.board, &node, &here, candidate) {
                Verdict::Keep => {}
                Verdict::Skip => continue,
                Verdict::SkipQuiets => {
                    picker.skip_quiets();
                    continue;
                }
            }
        }

        // 3. Forcing moves are searched deeper.
        let extension = if chess_move == here.table_move && here.extension != 0 {
            here.extension
        } else if context.memory.may_extend(node.ply) {
            extension(&frame.board, &node, (chess_move, kind), (checks, single))
        } else {
            0
        };

        // 4. The move.
        if node.depth > PARAMETERS.table_depth {
            context.table.prefetch(frame.board.likely_key_after(chess_move));
        }
        make(context, frame, rest, chess_move, node.ply);
        if context.enter(node.ply + 1) {
            return found;
        }
        let new_depth = node.depth - 1 + extension;
        if new_depth <= 0 {
            context.statistics.quiescence_nodes += 1;
        }

        // 5. Late moves with less depth, all but the first with an empty window around alpha.
        let late = found.count > 1 && node.depth >= PARAMETERS.late_reduction_depth;
        let forcing = checks && PARAMETERS.reduce_checks == 0
            || here.in_check && PARAMETERS.reduce_evasions == 0;
        let reducible = late && !forcing && (quiet || picker.is_at_bad_captures());
        let reduction = if reducible { reduction.clamp(0, (new_depth - 1).max(0)) } else { 0 };
        let mut score = -INFINITE;
        if !PV || found.count > 1 {
            let window = Node::empty(
                -node.alpha,
                new_depth - reduction,
                node.ply + 1,
                reduction > 0 || !node.cut,
            );
            score = -below::<B, false>(kernel, context, rest, window);
            if score > node.alpha && reduction > 0 && !context.stopped {
                let window = Node::empty(-node.alpha, new_depth, node.ply + 1, !node.cut);
                score = -below::<B, false>(kernel, context, rest, window);
            }
        }
        if PV && (found.count == 1 || score > node.alpha) && !context.stopped {
            let window = Node::open(-beta, -node.alpha, new_depth, node.ply + 1);
            score = -below::<B, true>(kernel, context, rest, window);
        }
        if context.stopped {
            return found;
        }

        // 6. A new best move; a cut-off when it is too good to be allowed.
        if score > found.best {
            found.best = score;
            if score > node.alpha {
                found.best_move = chess_move;
                if PV && let Some(child) = rest.first() {
                    frame.set_pv(chess_move, child);
                }
                if score >= beta {
                    found.bound = Bound::Lower;
                    context.statistics.cutoffs += 1;
                    context.statistics.first_move_cutoffs += u64::from(found.count == 1);
                    reward(context, frame, &node, &here, (chess_move, &tried));
                    break;
                }
                node.alpha = score;
                found.bound = Bound::Exact;
            }
        }
        tried.push(chess_move);
    }
    found
}

/// Makes a move into the next frame and fetches its table entry.
#[inline(always)]
pub fn make<B: Instance>(
    context: &mut Context<'_>,
    frame: &Frame<B>,
    rest: &mut [Frame<B>],
    chess_move: Move,
    ply: usize,
) {
    let Some(child) = rest.first_mut() else { return };
    let into = (&mut child.board, &mut child.accumulator);
    frame.board.advance(&frame.accumulator, chess_move, into);
    let kind = frame.board.kind_on(chess_move.from());
    context.memory.note_move(ply, Played::new(kind, chess_move.to(), frame.board.side()));
}

/// Plies by which a move would be reduced; its place, history, whether it gives check, and whether
/// it is a killer or the counter-move.
#[inline(always)]
fn reduction<const PV: bool>(
    context: &Context<'_>,
    node: &Node,
    here: &Here,
    (before, history, checks, special): (usize, i32, bool, bool),
) -> i32 {
    context.memory.reductions.get(node.depth, before + 1) - i32::from(PV)
        + i32::from(node.cut)
        + i32::from(!here.improving)
        - i32::from(checks)
        - i32::from(here.in_check)
        - i32::from(special)
        - (history / PARAMETERS.reduction_history).clamp(-2, 2)
}

/// Plies by which a move is extended.
#[inline(always)]
fn extension<B: Board>(
    board: &B,
    node: &Node,
    (chess_move, kind): (Move, PieceType),
    (checks, single): (bool, bool),
) -> i32 {
    let p = &PARAMETERS;
    let sound = |chess_move| exchange_gains(board, chess_move, 0);
    let check = checks && (p.check_extension == 2 || p.check_extension == 1 && sound(chess_move));
    let only = single && p.single_reply == 1;
    let passed = node.depth <= p.passed_depth
        && kind == PieceType::Pawn
        && matches!(chess_move.to().relative(board.side()).rank(), 6)
        && sound(chess_move);
    i32::from(check || only || passed)
}

/// Remembers a move that cut off, and that those before it did not.
#[inline(never)]
fn reward<B: Board>(
    context: &mut Context<'_>,
    frame: &mut Frame<B>,
    node: &Node,
    here: &Here,
    (chess_move, tried): (Move, &Tried),
) {
    let bonus = (node.depth * node.depth * 8 + node.depth * 24).min(1400);
    if chess_move.is_quiet() {
        if frame.killers[0] != chess_move {
            frame.killers = [chess_move, frame.killers[0]];
        }
        context.memory.set_counter(here.before, chess_move);
    }
    learn(context, &frame.board, here, chess_move, bonus);
    for &other in &tried.moves[..tried.length] {
        // A quiet move is no better because a capture before it was bad, and the other way round.
        if other.is_quiet() == chess_move.is_quiet() || !other.is_quiet() {
            learn(context, &frame.board, here, other, -bonus);
        }
    }
}

/// Makes a move better or worse in the histories that know it.
#[inline(always)]
fn learn<B: Board>(
    context: &mut Context<'_>,
    board: &B,
    here: &Here,
    chess_move: Move,
    bonus: i32,
) {
    let side = board.side();
    let played = Played::new(board.kind_on(chess_move.from()), chess_move.to(), side);
    if chess_move.is_quiet() {
        context.history.add(side, chess_move, bonus);
        context.memory.add_continuation(here.before, played, bonus);
    } else {
        context.memory.add_capture(played, taken(board, chess_move), bonus);
    }
}
