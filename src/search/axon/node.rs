//! Principal variation search, step by step.

use super::picker::AxonPicker;
use super::quiescence::AxonQuiescence;
use super::share::{AxonRest, share_moves};
use crate::hooks::SearchHooks;
use crate::instance::{NodeFn, SearchKernel};
use crate::search_types::{SearchTypes, TokenOf};
use crate::stack::{StackEntry, UNKNOWN};
use crate::table::{TableBound, TableEntry, from_table, holds_at, to_table};
use crate::worker::Worker;
use nucleus_core::board::Board;
use nucleus_core::types::score::{INFINITE, MATE_BOUND, is_mate, mate_in, mated_in};
use nucleus_core::types::{Move, PieceType, Score};

/// The reduction of a null move (Axon II, section V.A).
const NULL_REDUCTION: i32 = 2;
/// Quiet moves remembered for the history heuristic's malus.
const TRIED: usize = 32;

/// The least depth at which the table is probed, in its buckets for shallow searches.
const SHALLOW: i32 = 2;
/// Nodes of this depth were at the shallow depth in the iteration before.
pub const ONCE_SHALLOW: i32 = SHALLOW + 1;

/// The window, depth and ply of a node.
#[derive(Clone, Copy, Debug)]
pub struct DepthWindow {
    /// Scores up to here are too low to matter.
    pub alpha: Score,
    /// Scores from here on are too high to be reached.
    pub beta: Score,
    /// Plies left; in the quiescence search 0 where quiet checks are tried, else less.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
}

/// A node of the main search.
pub struct Pvs<const PV: bool>;

impl<const PV: bool> NodeFn for Pvs<PV> {
    type Window = DepthWindow;

    #[inline(always)]
    fn run<I: SearchTypes>(
        worker: &mut Worker<'_, I>,
        stack: &mut [StackEntry<I>],
        node: DepthWindow,
    ) -> Score {
        pvs::<I, PV>(worker, stack, node)
    }
}

/// Searches a position that was made but not rebuilt; returns its score for the side to move.
#[inline(always)]
fn pvs<I: SearchTypes, const PV: bool>(
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    node: DepthWindow,
) -> Score {
    let DepthWindow { mut alpha, mut beta, depth, ply } = node;
    let [entry, rest @ ..] = stack else { return 0 };
    if rest.is_empty() {
        return 0;
    }
    entry.pv_length = 0;
    let kernel = entry.board.kernel();

    // 1. Immediate draw by repetition.
    let key = entry.board.state().key;
    worker.set_key(ply, key);
    if worker.is_repetition(&entry.board, ply) {
        return worker.draw_score(ply);
    }

    // 2. Mate distance pruning: no line is better than a mate already found nearer the root.
    alpha = alpha.max(mated_in(ply));
    beta = beta.min(mate_in(ply + 1));
    if alpha >= beta {
        return alpha;
    }

    // 3. Rebuild the matrix; a draw by the fifty-move rule unless it is mate.
    entry.board.rebuild();
    worker.statistics.rebuilds += 1;
    let in_check = entry.board.in_check();
    if entry.board.state().halfmove >= 100 && !(in_check && entry.has_no_move()) {
        return worker.draw_score(ply);
    }

    // 4. Transposition table lookup. Most nodes that probe it are two plies above the quiescence
    // search; these have buckets of their own that stay in the cache.
    let known = match depth {
        ..SHALLOW => None,
        SHALLOW => worker.shared.table.probe_shallow(key),
        // Not `or_else`: a closure is a function without this level's features.
        ONCE_SHALLOW => match worker.shared.table.probe(key) {
            None => worker.shared.table.probe_shallow(key),
            stored => stored,
        },
        _ => worker.shared.table.probe(key),
    };
    let mut table_move = Move::NONE;
    if let Some(stored) = known {
        table_move = stored.best;
        let score = from_table(stored.score, ply);
        let decides = stored.bound.decides(score, alpha, beta);
        let believed = holds_at(stored.score, entry.board.state().halfmove);
        if !PV && decides && i32::from(stored.depth) >= depth && believed {
            return score;
        }
    }

    // 5. Null move search: a position that is good enough without moving is so with the best move.
    // Good enough may mean that it is not mated as soon as in another line.
    let after_null_move = entry.last_move.is_none();
    let allow_null = !PV && !after_null_move && !in_check && depth >= 2;
    if allow_null && has_pieces(&entry.board) && beta < MATE_BOUND {
        if is_good_enough(worker, entry, beta)
            && let Some(score) = null_move::<I>(worker, entry, rest, &node, beta)
        {
            return score;
        }
        if worker.stopped {
            return 0;
        }
    }

    // 6. Loop through the moves.
    let mut best = -INFINITE;
    let mut best_move = Move::NONE;
    let mut bound = TableBound::Upper;
    let mut count = 0;
    let mut tried = [Move::NONE; TRIED];
    let mut tried_length = 0;
    let mut picker = AxonPicker::new(table_move, entry.killers);
    while let Some(chess_move) = picker.next(
        &entry.board,
        in_check,
        (worker.variant, &mut entry.pieces),
        &mut entry.moves,
        &worker.histories.quiets,
    ) {
        let Some(child) = rest.first_mut() else { break };
        if depth > ONCE_SHALLOW {
            worker.shared.table.prefetch(entry.board.likely_key_after(chess_move));
        }
        entry.advance(worker, chess_move, child);
        child.last_move = chess_move;
        if worker.enter(ply + 1) {
            return 0;
        }

        // 7. Principal variation search.
        let window = DepthWindow { alpha, beta, depth, ply };
        let score = search_move::<I>(kernel, worker, rest, window, (PV, count == 0));
        if worker.stopped {
            return 0;
        }
        count += 1;

        // 8. Check for a new best move and for a cut-off.
        if score > best {
            best = score;
            if score > alpha {
                best_move = chess_move;
                if PV && let Some(child) = rest.first() {
                    entry.set_pv(chess_move, child);
                }
                if score >= beta {
                    bound = TableBound::Lower;
                    worker.statistics.cutoffs += 1;
                    worker.statistics.first_move_cutoffs += u64::from(count == 1);
                    if chess_move.is_quiet() {
                        update_histories(worker, entry, chess_move, &tried[..tried_length], depth);
                    }
                    break;
                }
                alpha = score;
                bound = TableBound::Exact;
            }
        }
        if chess_move.is_quiet() && tried_length < TRIED {
            tried[tried_length] = chess_move;
            tried_length += 1;
        }

        // The first move is searched: the others may be shared (Young Brothers Wait).
        if depth >= worker.split_depth && worker.is_help_waiting(depth) {
            let result = AxonResult { best, best_move, bound, count };
            let window = DepthWindow { alpha, beta, depth, ply };
            let (picker, tried) = (picker.clone(), tried[..tried_length].to_vec());
            let rest = AxonRest { picker, tried, in_check, pv: PV };
            let result = share_moves::<I>(worker, stack, window, rest, result);
            if worker.stopped {
                return 0;
            }
            store(worker, (key, depth, ply), &result);
            return result.best;
        }
    }

    // 9. Check for mate and stalemate.
    if count == 0 {
        return if in_check { mated_in(ply) } else { worker.draw_score(ply) };
    }

    // 10. Store the result in the transposition table.
    let result = AxonResult { best, best_move, bound, count };
    store(worker, (key, depth, ply), &result);
    best
}

/// What the moves of a node came to.
#[derive(Clone, Copy)]
pub struct AxonResult {
    /// The best score.
    pub best: Score,
    /// Its move, when it raised alpha.
    pub best_move: Move,
    /// What the score says about the true one.
    pub bound: TableBound,
    /// How many moves there were.
    pub count: usize,
}

/// Stores what the moves of a node came to.
#[inline(always)]
fn store<I: SearchTypes>(
    worker: &mut Worker<'_, I>,
    (key, depth, ply): (u64, i32, usize),
    result: &AxonResult,
) {
    if depth >= SHALLOW {
        let stored = TableEntry {
            best: result.best_move,
            score: to_table(result.best, ply),
            // Nobody asks for it.
            evaluation: UNKNOWN,
            depth: depth.min(127) as i8,
            bound: result.bound,
        };
        if depth == SHALLOW {
            worker.shared.table.store_shallow(key, stored);
        } else {
            worker.shared.table.store(key, stored);
            worker.hooks.stored(key, stored);
        }
    }
}

/// Searches the position after a move: the first move of the principal variation with the full
/// window, the others with a null window, searched again when they raise alpha.
#[inline(always)]
pub fn search_move<I: SearchTypes>(
    kernel: TokenOf<I>,
    worker: &mut Worker<'_, I>,
    rest: &mut [StackEntry<I>],
    DepthWindow { alpha, beta, depth, ply }: DepthWindow,
    (pv, first): (bool, bool),
) -> Score {
    let below = DepthWindow { alpha: -beta, beta: -alpha, depth: depth - 1, ply: ply + 1 };
    let mut score = 0;
    if !pv || !first {
        let window = DepthWindow { alpha: -alpha - 1, ..below };
        score = -search_or_quiesce::<I, false>(kernel, worker, rest, window);
    }
    if pv && (first || score > alpha) && !worker.stopped {
        let beta = -worker.newest_alpha(ply, alpha);
        let window = DepthWindow { beta, ..below };
        score = -search_or_quiesce::<I, true>(kernel, worker, rest, window);
    }
    score
}

/// Searches the position below a move: the quiescence search when no depth is left.
#[inline(always)]
pub fn search_or_quiesce<I: SearchTypes, const PV: bool>(
    kernel: TokenOf<I>,
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    node: DepthWindow,
) -> Score {
    if node.depth <= 0 {
        worker.statistics.quiescence_nodes += 1;
        let first = DepthWindow { depth: worker.quiescence_depth, ..node };
        kernel.search_node::<I, AxonQuiescence<PV>>(worker, stack, first)
    } else {
        kernel.search_node::<I, Pvs<PV>>(worker, stack, node)
    }
}

/// True when the static evaluation is at least beta; where material decides, nothing else is looked
/// at.
#[inline(always)]
fn is_good_enough<I: SearchTypes>(
    worker: &mut Worker<'_, I>,
    entry: &StackEntry<I>,
    beta: Score,
) -> bool {
    let [least, most] = entry.evaluation_range(worker);
    if least >= beta || most < beta {
        return least >= beta;
    }
    worker.statistics.evaluations += 1;
    entry.evaluate(worker) >= beta
}

/// Makes a null move and searches with less depth; the score if it is beta or more.
#[inline(always)]
fn null_move<I: SearchTypes>(
    worker: &mut Worker<'_, I>,
    entry: &StackEntry<I>,
    rest: &mut [StackEntry<I>],
    node: &DepthWindow,
    beta: Score,
) -> Option<Score> {
    let kernel = entry.board.kernel();
    let child = rest.first_mut()?;
    entry.board.make_null(&mut child.board);
    child.accumulator = entry.accumulator;
    child.last_move = Move::NONE;
    let depth = node.depth - 1 - NULL_REDUCTION;
    let window = DepthWindow { alpha: -beta, beta: -beta + 1, depth, ply: node.ply + 1 };
    let score = if depth <= 0 {
        let first = DepthWindow { depth: worker.quiescence_depth, ..window };
        -kernel.search_node::<I, AxonQuiescence<false>>(worker, rest, first)
    } else {
        -kernel.search_node::<I, Pvs<false>>(worker, rest, window)
    };
    // A mate found after a null move is no proof of a mate.
    (score >= beta && !worker.stopped).then_some(if is_mate(score) { beta } else { score })
}

/// True when the side to move has more than king and pawns, so that zugzwang is unlikely.
#[inline(always)]
fn has_pieces<B: Board>(board: &B) -> bool {
    let own = board.planes().color(board.side());
    own & !(board.planes().kind(PieceType::Pawn) | board.planes().kind(PieceType::King)) != 0
}

/// Rewards a quiet move that cut off: killer and history bonus, and a malus for those before it.
#[inline(always)]
pub fn update_histories<I: SearchTypes>(
    worker: &mut Worker<'_, I>,
    entry: &mut StackEntry<I>,
    chess_move: Move,
    tried: &[Move],
    depth: i32,
) {
    if entry.killers[0] != chess_move {
        entry.killers = [chess_move, entry.killers[0]];
    }
    let side = entry.board.side();
    let bonus = (depth * depth * 4).min(1200);
    worker.histories.quiets.add(side, chess_move, bonus);
    for &other in tried {
        worker.histories.quiets.add(side, other, -bonus);
    }
}
