//! Umko's quiescence search: with a table, and with all evasions of a check.

use super::quiescence_picker::UmkoQuiescencePicker;
use crate::full::quiescence_moves::try_move;
use crate::full::recursion::UmkoQuiescence;
use crate::full::state::evaluate;
use crate::instance::{NodeFn, SearchBoard};
use crate::node_result::NodeResult;
use crate::ordering::captured;
use crate::see::value;
use crate::stack::StackEntry;
use crate::table::{TableBound, TableEntry, from_table, holds_at, to_table};
use crate::window::{DepthWindow, Window};
use crate::worker::Worker;
use nucleus_core::types::score::mated_in;
use nucleus_core::types::{Move, Score};

impl<B: SearchBoard, const PV: bool, const FIRST: bool> NodeFn<B> for UmkoQuiescence<PV, FIRST> {
    type Window = DepthWindow;

    #[inline(always)]
    fn run(worker: &mut Worker<'_>, stack: &mut [StackEntry<B>], at: DepthWindow) -> Score {
        umko_quiescence::<B, PV, FIRST>(worker, stack, at)
    }
}

/// A node below the first ply.
type Below<const PV: bool> = UmkoQuiescence<PV, false>;

/// Searches a position whose matrix is not yet rebuilt; returns its score for the side to move.
#[inline(always)]
fn umko_quiescence<B: SearchBoard, const PV: bool, const FIRST: bool>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<B>],
    mut at: DepthWindow,
) -> Score {
    let DepthWindow { window: Window { alpha, beta }, ply, .. } = at;
    let Some((entry, rest)) = stack.split_first_mut() else { return 0 };
    entry.pv_length = 0;

    // Step 1. Immediate draw by repetition: evasions and checks may repeat.
    let key = entry.board.state().key;
    worker.set_key(ply, key);
    if worker.is_repetition(&entry.board, ply) {
        return worker.draw_score(ply);
    }

    // Step 2. Rebuild the matrix; return a draw by the fifty-move rule unless it is mate.
    entry.board.rebuild();
    worker.statistics.rebuilds += 1;
    let in_check = entry.board.in_check();
    if entry.board.state().halfmove >= 100 && !(in_check && entry.has_no_move()) {
        return worker.draw_score(ply);
    }

    // Step 3. Transposition table lookup; only depth 0 has checks.
    let depth = if FIRST { 0 } else { -1 };
    let known = worker.shared.table.probe(key);
    let mut table_move = Move::NONE;
    if let Some(stored) = known {
        let score = from_table(stored.score, ply);
        if !PV
            && stored.depth >= depth
            && stored.bound.decides(score, at.window)
            && holds_at(stored.score, entry.board.state().halfmove)
        {
            return score;
        }
        // Below depth 0 the scheme has no quiet move: a quiet table move at every ply, from the main search,
        // would make the search endless. In check, the picker tests if the move is an evasion.
        let usable = !stored.best.is_none() && (FIRST || !stored.best.is_quiet());
        if in_check || usable && entry.board.is_playable(stored.best) {
            table_move = stored.best;
        }
    }

    // Step 4. Stand pat.
    let mut result = NodeResult::EMPTY;
    let mut evaluation = 0;
    if !in_check {
        evaluation = evaluate(worker, entry);
        if evaluation >= beta {
            return evaluation;
        }
        result.best = evaluation;
        at.window.alpha = alpha.max(evaluation);
    }
    if rest.is_empty() {
        return evaluation;
    }

    // Step 5. Loop through the moves of the scheme.
    let floor = i32::from(evaluation) + worker.parameters.margins.delta;
    let mut picker = if in_check {
        let histories = &*worker.histories;
        UmkoQuiescencePicker::evasions(&entry.board, table_move, &mut entry.moves, histories)
    } else {
        UmkoQuiescencePicker::new(table_move, FIRST && worker.parameters.quiescence_checks)
    };
    while let Some(chess_move) = picker.next(&entry.board, &mut entry.moves) {
        // Futility: the capture does not raise the score near alpha.
        let plain = chess_move.is_capture() && !chess_move.is_promotion();
        if !in_check
            && plain
            && floor + value(captured(&entry.board, chess_move)) <= i32::from(at.window.alpha)
        {
            continue;
        }
        if try_move::<B, Below<PV>, PV>(worker, entry, rest, &mut at, chess_move, &mut result) {
            break;
        }
    }
    if worker.stopped {
        return result.best;
    }

    // Step 6. Mate.
    if in_check && result.count == 0 {
        return mated_in(ply);
    }

    // Step 7. Store the result in the transposition table, unless a deeper one is there.
    if known.is_none_or(|stored| stored.depth <= depth) {
        let bound = if result.best >= beta {
            TableBound::Lower
        } else if PV && result.best > alpha {
            TableBound::Exact
        } else {
            TableBound::Upper
        };
        let stored = TableEntry {
            best: result.best_move,
            score: to_table(result.best, ply),
            evaluation,
            depth,
            bound,
            pv: false,
        };
        worker.shared.table.store(key, stored);
    }
    result.best
}
