//! A node of the main search, step by step.

use super::move_loop::search_moves;
use super::pruning::prune_node;
use super::recursion::{MainSearch, Node};
use super::singular::{Singular, singular_extension};
use super::state::{NodeState, evaluate};
use crate::instance::{NodeFn, SearchBoard};
use crate::stack::{StackEntry, UNKNOWN};
use crate::table::{TableBound, TableEntry, from_table, holds_at, to_table};
use crate::tables::TableValue;
use crate::window::DepthWindow;
use crate::worker::Worker;
use nucleus_core::types::score::mated_in;
use nucleus_core::types::{Move, Score};

/// The plies added to a node's depth when a score of endgame tables is stored.
const TABLE_DEPTH: i32 = 6;

impl<B: SearchBoard, const PV: bool> NodeFn<B> for MainSearch<PV> {
    type Window = Node;

    #[inline(always)]
    fn run(worker: &mut Worker<'_>, stack: &mut [StackEntry<B>], node: Node) -> Score {
        search::<B, PV>(worker, stack, node)
    }
}

/// Searches a position whose matrix is not yet rebuilt; returns its score for the side to move.
#[inline(always)]
fn search<B: SearchBoard, const PV: bool>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<B>],
    mut node: Node,
) -> Score {
    let ply = node.at.ply;
    let Some(entry) = stack.first_mut() else { return 0 };
    entry.pv_length = 0;

    // Step 1. Immediate draw by repetition.
    let key = entry.board.state().key;
    worker.set_key(ply, key);
    if worker.is_repetition(&entry.board, ply) {
        return worker.draw_score(ply);
    }

    // Step 2. Mate distance pruning.
    node.at.window = node.at.window.within_mates(ply);
    if node.at.window.is_empty() {
        return node.at.window.alpha;
    }

    // Step 3. Rebuild the matrix; return a draw by the fifty-move rule unless it is mate. A search that
    // excludes a move finds it rebuilt.
    if node.excluded.is_none() {
        entry.board.rebuild();
        worker.statistics.rebuilds += 1;
    }
    let in_check = entry.board.in_check();
    if entry.board.state().halfmove >= 100 && !(in_check && entry.has_no_move()) {
        return worker.draw_score(ply);
    }

    // Step 4. Transposition table lookup; outside the principal variation its score may suffice.
    let uses_table =
        node.excluded.is_none() && (PV || node.at.depth >= worker.parameters.table_depth);
    let known = if uses_table { worker.shared.table.probe(key) } else { None };
    let table_score = known.map_or(0, |stored| from_table(stored.score, ply));
    if !PV
        && let Some(stored) = known
        && i32::from(stored.depth) >= node.at.depth
        && stored.bound.decides(table_score, node.at.window)
        && holds_at(stored.score, entry.board.state().halfmove)
    {
        return table_score;
    }

    // Step 5. Static evaluation of the position, from the table if it has one.
    if !in_check && node.excluded.is_none() {
        entry.evaluation = match known {
            Some(stored) if stored.evaluation != UNKNOWN => stored.evaluation,
            _ => evaluate(worker, entry),
        };
    }

    // Endgame tables, if they lack the root's position (Umko, 2.5).
    if worker.shared.tables.is_some()
        && node.excluded.is_none()
        && let Some(score) = probe_tables(worker, entry, &node)
    {
        return score;
    }
    let mut state = NodeState::new(entry, known, table_score, in_check);
    if !in_check && node.excluded.is_none() && entry.earlier[0] != UNKNOWN {
        learn_from_change(worker, entry, &mut node);
    }
    if !state.table_move.is_none() && node.at.depth > worker.parameters.table_depth {
        worker.shared.table.prefetch(entry.board.likely_key_after(state.table_move));
    }
    if stack.len() < 2 {
        return state.evaluation as Score;
    }

    // Step 6. Prune the node: futility, null move, ProbCut.
    if !PV
        && !in_check
        && node.excluded.is_none()
        && let Some(score) = prune_node::<B>(worker, stack, &node, &state)
    {
        return score;
    }

    // Step 7. Internal iterative deepening or reduction if a required table move is missing.
    let wants_move = state.table_move.is_none() && (PV || node.cut_node) && node.excluded.is_none();
    if wants_move && node.at.depth >= worker.parameters.iid_depth {
        internal_iterative_deepening::<B, PV>(worker, stack, &node, &mut state);
        if worker.stopped {
            return 0;
        }
    }
    // Without a table move the order of moves is poor, so the node is searched one ply shallower. The table
    // move found now improves the order in the next iteration.
    if wants_move && state.table_move.is_none() && node.at.depth >= worker.parameters.iir_depth {
        node.at.depth -= 1;
    }

    // Step 8. Singular extension: tests if the table's move is the only good one.
    if node.at.depth >= worker.parameters.margins.singular_depth {
        match singular_extension(worker, stack, &node, &state, PV) {
            Singular::Extend(plies) => state.extension = plies,
            Singular::Cut(score) => return score,
        }
        if worker.stopped {
            return 0;
        }
    }

    // Steps 9 to 18. Loop through the moves.
    let result = search_moves::<B, PV>(worker, stack, &mut node, &mut state);
    if worker.stopped {
        return 0;
    }

    // Step 19. Check for mate and stalemate; with the only move excluded, fail low.
    if result.count == 0 {
        return if !node.excluded.is_none() {
            node.at.window.alpha
        } else if in_check {
            mated_in(ply)
        } else {
            worker.draw_score(ply)
        };
    }

    // Step 20. Store the result in the transposition table.
    if uses_table {
        let stored = TableEntry {
            best: result.best_move,
            score: to_table(result.best, ply),
            evaluation: stack.first().map_or(UNKNOWN, |entry| entry.evaluation),
            depth: node.at.depth.min(127) as i8,
            bound: result.bound,
            pv: PV || state.was_pv(),
        };
        worker.shared.table.store(key, stored);
        worker.tell_entry(key, stored);
    }
    result.best
}

/// Uses the change of the evaluation by the last move: rewards or punishes a quiet one in the history, and
/// corrects the depth of a node that was reduced.
#[inline(always)]
fn learn_from_change<B: SearchBoard>(
    worker: &mut Worker<'_>,
    entry: &StackEntry<B>,
    node: &mut Node,
) {
    let margins = &worker.parameters.margins;
    let rise = i32::from(entry.evaluation) + i32::from(entry.earlier[0]);
    if margins.hindsight != 0 {
        if entry.reduction >= 3 && rise <= 0 {
            node.at.depth += 1;
        } else if entry.reduction >= 2 && node.at.depth >= 2 && rise > margins.hindsight {
            node.at.depth -= 1;
        }
    }
    let last = entry.last_move;
    if margins.bonus_difference != 0 && !last.is_none() && last.is_quiet() {
        let bonus = -rise * margins.bonus_difference / 100;
        let bonus = bonus.clamp(-margins.bonus_most, margins.bonus_most);
        worker.histories.quiets.add(!entry.board.side(), entry.was_threatened, last, bonus);
    }
}

/// Returns the score of endgame tables for a node right after a capture or a pawn move, if the score ends the
/// node. Within the window, only a draw or a mate at a known distance ends it.
#[cold]
#[inline(never)]
fn probe_tables<B: SearchBoard>(
    worker: &mut Worker<'_>,
    entry: &StackEntry<B>,
    node: &Node,
) -> Option<Score> {
    let tables = worker.shared.tables?;
    let (planes, state) = (entry.board.planes(), entry.board.state());
    let men = planes.occupied().count_ones();
    if state.halfmove != 0
        || state.castling.0 != 0
        || state.en_passant.is_some()
        || men > tables.men()
        || men == tables.men() && node.at.depth < tables.probe_depth()
    {
        return None;
    }
    let value = tables.probe(planes, state)?;
    worker.statistics.table_hits += 1;
    let score = value.score(node.at.ply, worker.draw_score(node.at.ply));
    let bound = match value {
        TableValue::Win => TableBound::Lower,
        TableValue::Loss => TableBound::Upper,
        _ => TableBound::Exact,
    };
    if !bound.decides(score, node.at.window) {
        return None;
    }
    // The entry gets a greater depth than the node, so that it is kept longer.
    let stored = TableEntry {
        best: Move::NONE,
        score: to_table(score, node.at.ply),
        evaluation: if entry.board.in_check() { UNKNOWN } else { entry.evaluation },
        depth: (node.at.depth + TABLE_DEPTH).min(127) as i8,
        bound,
        pv: false,
    };
    worker.shared.table.store(state.key, stored);
    Some(score)
}

/// Internal iterative deepening (Umko, 2.2): finds a table move by a search two plies shallower in
/// the principal variation, of half the depth elsewhere. The search does not begin with a null
/// move, whose cut-off would leave no table move.
#[cold]
#[inline(never)]
fn internal_iterative_deepening<B: SearchBoard, const PV: bool>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<B>],
    node: &Node,
    state: &mut NodeState,
) {
    let depth = if PV { node.at.depth - 2 } else { node.at.depth / 2 };
    let at = DepthWindow { depth, ..node.at };
    let shallower = Node { at, allow_null: false, ..*node };
    let Some(entry) = stack.first() else { return };
    worker.search_node::<_, MainSearch<PV>>(entry.board.kernel(), stack, shallower);
    let Some(entry) = stack.first_mut() else { return };
    entry.pv_length = 0;
    state.known = worker.shared.table.probe(state.key);
    if let Some(stored) = state.known {
        state.table_score = from_table(stored.score, node.at.ply);
        if !stored.best.is_none() && (state.in_check || entry.board.is_playable(stored.best)) {
            state.table_move = stored.best;
        }
    }
}
