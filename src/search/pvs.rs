//! Principal variation search, step by step.

use super::context::Context;
use super::frame::Frame;
use super::instance::Instance;
use super::picker::Picker;
use super::profile::Profile;
use super::table::{Bound, Entry, from_table, holds_at, to_table};
use crate::board::Board;
use crate::types::score::{INFINITE, is_mate, mate_in, mated_in};
use crate::types::{Move, PieceType, Score};

/// The reduction of a null move (Axon II, section V.A).
const NULL_REDUCTION: i32 = 2;
/// Quiet moves remembered for the history heuristic's malus.
const TRIED: usize = 32;

/// The least depth at which the table is asked, in its corner for shallow searches.
const SHALLOW: i32 = 2;
/// Nodes of this depth were shallow ones in the iteration before.
const ONCE_SHALLOW: i32 = SHALLOW + 1;

/// The window and place of a node.
#[derive(Clone, Copy)]
pub struct Node {
    /// Scores up to here are too low to matter.
    pub alpha: Score,
    /// Scores from here on are too high to be reached.
    pub beta: Score,
    /// Plies left.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
}

/// Searches a position that was made but not looked at; returns its score for the side to move.
#[inline(always)]
pub fn pvs<B: Instance, P: Profile, const PV: bool>(
    context: &mut Context<'_>,
    stack: &mut [Frame<B>],
    node: Node,
) -> Score {
    let Node { mut alpha, mut beta, depth, ply } = node;
    let [frame, rest @ ..] = stack else { return 0 };
    if rest.is_empty() {
        return 0;
    }
    let kernel = frame.board.kernel();
    frame.pv_length = 0;

    // 1. Draws by repetition and by the fifty-move rule; the latter not when it is mate.
    let key = frame.board.state().key;
    context.set_key(ply, key);
    if context.is_repetition(&frame.board, ply) {
        return context.draw(ply);
    }

    // 2. No line is worth more than the mate already found.
    alpha = alpha.max(mated_in(ply));
    beta = beta.min(mate_in(ply + 1));
    if alpha >= beta {
        return alpha;
    }

    // 3. Bring the matrix up to date, while the table's line is on its way to the cache.
    frame.board.rebuild();
    context.statistics.rebuilds += 1;
    let in_check = frame.board.in_check();
    if frame.board.state().halfmove >= 100 && !(in_check && has_no_move(frame)) {
        return context.draw(ply);
    }

    // 4. The transposition table. Most nodes that ask it are two plies above the quiescence search;
    // these have a corner of it that stays in the cache.
    let known = match depth {
        ..SHALLOW => None,
        SHALLOW => context.table.probe_shallow(key),
        ONCE_SHALLOW => context.table.probe(key).or_else(|| context.table.probe_shallow(key)),
        _ => context.table.probe(key),
    };
    let mut table_move = Move::NONE;
    if let Some(entry) = known {
        table_move = entry.best;
        let score = from_table(entry.score, ply);
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
            Bound::None => false,
        };
        let believed = holds_at(entry.score, frame.board.state().halfmove);
        if !PV && decides && i32::from(entry.depth) >= depth && believed {
            return score;
        }
    }

    // 5. Null move: if passing is good enough, so is the best move.
    let after_null_move = frame.last_move.is_none();
    let may_pass = !PV && !after_null_move && !in_check && depth >= 2;
    if may_pass && has_pieces(&frame.board) && !is_mate(beta) {
        context.statistics.evaluations += 1;
        frame.evaluation = frame.board.evaluate(&frame.accumulator, &context.evaluation);
        if frame.evaluation >= beta
            && let Some(score) = pass::<B, P>(context, frame, rest, &node, beta)
        {
            return score;
        }
        if context.stopped {
            return 0;
        }
    }

    // 6. The moves, best first.
    let mut best = -INFINITE;
    let mut best_move = Move::NONE;
    let mut bound = Bound::Upper;
    let mut count = 0;
    let mut tried = [Move::NONE; TRIED];
    let mut tried_length = 0;
    let mut picker = Picker::new(table_move, frame.killers);
    while let Some(chess_move) = picker.next(
        &frame.board,
        in_check,
        (context.variant, &mut frame.pieces),
        &mut frame.moves,
        context.history,
    ) {
        let Some(child) = rest.first_mut() else { break };
        if depth > ONCE_SHALLOW {
            context.table.prefetch(frame.board.likely_key_after(chess_move));
        }
        let into = (&mut child.board, &mut child.accumulator);
        frame.board.advance(&frame.accumulator, chess_move, into);
        child.last_move = chess_move;
        if context.enter(ply + 1) {
            return 0;
        }

        // 7. The first move with the whole window, the others with an empty one around alpha.
        let new_depth = depth - 1;
        let mut score = 0;
        if !PV || count > 0 {
            let window = (-alpha - 1, -alpha);
            score = -descend::<B, P, false>(kernel, context, rest, window, new_depth, ply + 1);
        }
        if PV && (count == 0 || score > alpha) && !context.stopped {
            score =
                -descend::<B, P, true>(kernel, context, rest, (-beta, -alpha), new_depth, ply + 1);
        }
        if context.stopped {
            return 0;
        }
        count += 1;

        // 8. A new best move; a cut-off when it is too good to be allowed.
        if score > best {
            best = score;
            if score > alpha {
                best_move = chess_move;
                if PV && let Some(child) = rest.first() {
                    frame.set_pv(chess_move, child);
                }
                if score >= beta {
                    bound = Bound::Lower;
                    context.statistics.cutoffs += 1;
                    context.statistics.first_move_cutoffs += u64::from(count == 1);
                    if chess_move.is_quiet() {
                        reward(context, frame, chess_move, &tried[..tried_length], depth);
                    }
                    break;
                }
                alpha = score;
                bound = Bound::Exact;
            }
        }
        if chess_move.is_quiet() && tried_length < TRIED {
            tried[tried_length] = chess_move;
            tried_length += 1;
        }
    }

    // 9. No legal move: mate or stalemate.
    if count == 0 {
        return if in_check { mated_in(ply) } else { context.draw(ply) };
    }

    // 10. Remember.
    if depth >= SHALLOW {
        let entry = Entry {
            best: best_move,
            score: to_table(best, ply),
            evaluation: frame.evaluation,
            depth: depth.min(127) as i8,
            bound,
        };
        if depth == SHALLOW {
            context.table.store_shallow(key, entry);
        } else {
            context.table.store(key, entry);
        }
    }
    best
}

/// Goes one ply down, to the quiescence search when no depth is left.
#[inline(always)]
fn descend<B: Instance, P: Profile, const PV: bool>(
    kernel: B::Kernel,
    context: &mut Context<'_>,
    stack: &mut [Frame<B>],
    (alpha, beta): (Score, Score),
    depth: i32,
    ply: usize,
) -> Score {
    if depth <= 0 {
        context.statistics.quiescence_nodes += 1;
        B::quiescence::<P, PV>(kernel, context, stack, alpha, beta, ply)
    } else {
        B::pvs::<P, PV>(kernel, context, stack, Node { alpha, beta, depth, ply })
    }
}

/// Passes and searches with less depth; the score if it is beta or more.
#[inline(always)]
fn pass<B: Instance, P: Profile>(
    context: &mut Context<'_>,
    frame: &Frame<B>,
    rest: &mut [Frame<B>],
    node: &Node,
    beta: Score,
) -> Option<Score> {
    let kernel = frame.board.kernel();
    let child = rest.first_mut()?;
    frame.board.make_null(&mut child.board);
    child.accumulator = frame.accumulator;
    child.last_move = Move::NONE;
    let depth = node.depth - 1 - NULL_REDUCTION;
    let ply = node.ply + 1;
    let score = if depth <= 0 {
        -B::quiescence::<P, false>(kernel, context, rest, -beta, -beta + 1, ply)
    } else {
        let window = Node { alpha: -beta, beta: -beta + 1, depth, ply };
        -B::pvs::<P, false>(kernel, context, rest, window)
    };
    // A mate found after passing is no proof of a mate.
    (score >= beta && !context.stopped).then_some(if is_mate(score) { beta } else { score })
}

/// True when the side to move has more than king and pawns, so that zugzwang is unlikely.
#[inline(always)]
fn has_pieces<B: Board>(board: &B) -> bool {
    let own = board.planes().color(board.side());
    own & !(board.planes().kind(PieceType::Pawn) | board.planes().kind(PieceType::King)) != 0
}

/// True when the position is mate or stalemate.
#[cold]
#[inline(never)]
pub fn has_no_move<B: Board>(frame: &mut Frame<B>) -> bool {
    frame.moves.list.clear();
    crate::movegen::generate::<B, { crate::movegen::ALL }>(&frame.board, &mut frame.moves.list);
    frame.moves.list.is_empty()
}

/// Remembers a quiet move that cut off, and that those before it did not.
#[inline(always)]
fn reward<B: Board>(
    context: &mut Context<'_>,
    frame: &mut Frame<B>,
    chess_move: Move,
    tried: &[Move],
    depth: i32,
) {
    if frame.killers[0] != chess_move {
        frame.killers = [chess_move, frame.killers[0]];
    }
    let side = frame.board.side();
    let bonus = (depth * depth * 4).min(1200);
    context.history.add(side, chess_move, bonus);
    for &other in tried {
        context.history.add(side, other, -bonus);
    }
}
