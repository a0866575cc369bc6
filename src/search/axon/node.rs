//! Principal variation search, step by step.

use super::picker::AxonPicker;
use super::recursion::{AxonQuiescence, Pvs, search_move};
use super::share::share_rest;
use super::update::{ONCE_SHALLOW, SHALLOW, prefetch_child, update_histories};
use crate::instance::{NodeFn, SearchBoard};
use crate::node_result::{NodeResult, ScoreEffect};
use crate::ordering::Tried;
use crate::sharing::NodeRest;
use crate::stack::{StackEntry, UNKNOWN};
use crate::table::{TableEntry, from_table, holds_at, to_table};
use crate::window::{DepthWindow, Window};
use crate::worker::Worker;
use nucleus_core::types::score::{MATE_BOUND, is_mate, mated_in};
use nucleus_core::types::{Move, Score};

/// The reduction of a null move (Axon II, section V.A).
const NULL_REDUCTION: i32 = 2;

impl<B: SearchBoard, const PV: bool> NodeFn<B> for Pvs<PV> {
    type Window = DepthWindow;

    #[inline(always)]
    fn run(worker: &mut Worker<'_>, stack: &mut [StackEntry<B>], at: DepthWindow) -> Score {
        pvs::<B, PV>(worker, stack, at)
    }
}

/// Searches a position whose matrix is not yet rebuilt; returns its score for the side to move.
#[inline(always)]
fn pvs<B: SearchBoard, const PV: bool>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<B>],
    mut at: DepthWindow,
) -> Score {
    let DepthWindow { depth, ply, .. } = at;
    let [entry, rest @ ..] = stack else { return 0 };
    if rest.is_empty() {
        return 0;
    }
    entry.pv_length = 0;
    let kernel = entry.board.kernel();

    // Step 1. Immediate draw by repetition.
    let key = entry.board.key();
    worker.set_key(ply, key);
    if worker.is_repetition(&entry.board, ply) {
        return worker.draw_score(ply);
    }

    // Step 2. Mate distance pruning.
    at.window = at.window.within_mates(ply);
    if at.window.is_empty() {
        return at.window.alpha;
    }

    // Step 3. Rebuild the matrix; return a draw by the fifty-move rule unless it is mate.
    worker.statistics.rebuilds += entry.board.rebuild_check();
    let in_check = entry.board.in_check();
    if entry.board.halfmove() >= 100 {
        worker.statistics.rebuilds += entry.board.complete();
        if !(in_check && entry.has_no_move()) {
            return worker.draw_score(ply);
        }
    }

    // Step 4. Transposition table lookup. Most nodes that probe are two plies above the quiescence
    // search; these have their own buckets, which stay in the cache.
    let known = match depth {
        ..SHALLOW => None,
        SHALLOW => worker.shared.table.probe_shallow(key),
        // A closure, as for `or_else`, would lack this level's target features.
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
        let decides = stored.bound.decides(score, at.window);
        let believed = holds_at(stored.score, entry.board.halfmove());
        if !PV && decides && i32::from(stored.depth) >= depth && believed {
            return score;
        }
    }

    // Step 5. Null move search: if a null move reaches beta, the best move reaches beta, too. Beta
    // may be a score of being mated, which the score of a later mate reaches.
    let after_null_move = entry.last_move.is_none();
    let allow_null = !PV && !after_null_move && !in_check && depth >= 2;
    if allow_null && entry.board.has_pieces(&entry.accumulators) && at.window.beta < MATE_BOUND {
        if is_good_enough(worker, entry, at.window.beta)
            && let Some(score) = null_move::<B>(worker, entry, rest, at)
        {
            return score;
        }
        if worker.stopped {
            return 0;
        }
    }

    // Step 6. Loop through the moves.
    worker.statistics.rebuilds += entry.board.complete();
    let mut result = NodeResult::EMPTY;
    let mut tried = Tried::new();
    let mut picker = AxonPicker::new(table_move, entry.killers, in_check, worker.variant);
    while let Some(chess_move) =
        picker.next(&entry.board, &mut entry.pieces, &mut entry.moves, &worker.histories.quiets)
    {
        let Some(child) = rest.first_mut() else { break };
        prefetch_child(worker, entry, depth, chess_move);
        entry.advance(&worker.evaluator, chess_move, child);
        child.last_move = chess_move;
        if worker.enter(ply + 1) {
            return 0;
        }

        // Step 7. Principal variation search.
        let score = search_move::<B>(kernel, worker, rest, at, PV, result.count == 0);
        if worker.stopped {
            return 0;
        }
        result.count += 1;

        // Step 8. Check for a new best move and for a cut-off.
        let effect = result.update(&mut at.window, chess_move, score);
        if PV {
            entry.update_pv(effect, chess_move, rest);
        }
        if effect == ScoreEffect::CutsOff {
            worker.statistics.cutoffs += 1;
            worker.statistics.first_move_cutoffs += u64::from(result.count == 1);
            if chess_move.is_quiet() {
                update_histories(worker, entry, chess_move, &tried, depth);
            }
            break;
        }
        if chess_move.is_quiet() {
            tried.push(chess_move);
        }

        // Step 9. After the first move the others may be shared (Young Brothers Wait).
        if depth >= worker.split_depth && worker.is_help_waiting(depth) {
            let rest = NodeRest { picker: picker.clone(), tried: tried.clone(), pv: PV };
            let result = share_rest::<B>(worker, stack, at, rest, result);
            if worker.stopped {
                return 0;
            }
            store(worker, key, at, &result);
            return result.best;
        }
    }

    // Step 10. Check for mate and stalemate.
    if result.count == 0 {
        return if in_check { mated_in(ply) } else { worker.draw_score(ply) };
    }

    // Step 11. Store the result in the transposition table.
    store(worker, key, at, &result);
    result.best
}

/// Stores the result of the moves of a node in the transposition table.
#[inline(always)]
fn store(worker: &mut Worker<'_>, key: u64, at: DepthWindow, result: &NodeResult) {
    if at.depth >= SHALLOW {
        let stored = TableEntry {
            best: result.best_move,
            score: to_table(result.best, at.ply),
            // This searcher does not read the stored evaluation.
            evaluation: UNKNOWN,
            depth: at.depth.min(127) as i8,
            bound: result.bound,
            pv: false,
        };
        if at.depth == SHALLOW {
            worker.shared.table.store_shallow(key, stored);
        } else {
            worker.shared.table.store(key, stored);
            worker.tell_entry(key, stored);
        }
    }
}

/// Returns true if the static evaluation is at least beta; if material decides, nothing else is
/// computed.
#[inline(always)]
fn is_good_enough<B: SearchBoard>(
    worker: &mut Worker<'_>,
    entry: &mut StackEntry<B>,
    beta: Score,
) -> bool {
    let [least, most] = entry.evaluation_range(&worker.evaluator);
    if least >= beta || most < beta {
        return least >= beta;
    }
    worker.statistics.rebuilds += entry.board.complete();
    worker.statistics.evaluations += 1;
    entry.evaluate(&worker.evaluator) >= beta
}

/// Searches a null move with less depth. Returns a score of beta or more, with beta for a mate.
#[inline(always)]
fn null_move<B: SearchBoard>(
    worker: &mut Worker<'_>,
    entry: &StackEntry<B>,
    rest: &mut [StackEntry<B>],
    at: DepthWindow,
) -> Option<Score> {
    let beta = at.window.beta;
    let kernel = entry.board.kernel();
    let child = rest.first_mut()?;
    entry.board.make_null(&mut child.board);
    entry.board.accumulate_null(&worker.evaluator, &entry.accumulators, &mut child.accumulators);
    child.last_move = Move::NONE;
    let window = Window::below(beta).reversed();
    let depth = at.depth - 1 - NULL_REDUCTION;
    let below = DepthWindow { window, depth, ply: at.ply + 1 };
    let score = if depth <= 0 {
        let first = DepthWindow { depth: worker.quiescence_depth, ..below };
        -worker.search_node::<_, AxonQuiescence<false>>(kernel, rest, first)
    } else {
        -worker.search_node::<_, Pvs<false>>(kernel, rest, below)
    };
    // A mate after a null move does not prove a mate.
    (score >= beta && !worker.stopped).then_some(if is_mate(score) { beta } else { score })
}
