//! The move loop: pruned, extended, reduced, searched, compared.

use super::deferred::search_with_hooks;
use super::extensions::extension;
use super::picker::MovePicker;
use super::pruning::{Candidate, MovePruning, max_moves, prune_move};
use super::recursion::{Node, make, search_or_quiesce};
use super::reductions::REDUCTIONS;
use super::share::{FullRest, share_moves};
use super::state::NodeState;
use super::update::{Tried, update_histories};
use crate::checks::{discoverers, gives_check, is_short_of_flights, may_check_quietly};
use crate::hooks::{NodePlace, SearchHooks};
use crate::parameters::MARGINS;
use crate::search_types::{SearchTypes, TokenOf};
use crate::stack::StackEntry;
use crate::table::TableBound;
use crate::worker::Worker;
use nucleus_core::board::Board;
use nucleus_core::types::score::{INFINITE, MATE_BOUND};
use nucleus_core::types::{Move, Score};

/// What the moves of a node came to.
pub struct MovesResult {
    /// The best score.
    pub best: Score,
    /// Its move, when it raised alpha.
    pub best_move: Move,
    /// What the score says about the true one.
    pub bound: TableBound,
    /// How many moves there were, pruned ones counted.
    pub count: usize,
}

/// Searches the moves of a node, best first, until one fails high or none is left; alpha rises with
/// the best score.
#[inline(always)]
pub fn search_moves<I: SearchTypes, const PV: bool>(
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    node: &mut Node,
    state: &mut NodeState,
) -> MovesResult {
    let mut result =
        MovesResult { best: -INFINITE, best_move: Move::NONE, bound: TableBound::Upper, count: 0 };
    let Some((entry, rest)) = stack.split_first_mut() else { return result };
    let kernel = entry.board.kernel();
    state.discoverers = discoverers(&entry.board);
    state.short_of_flights = is_short_of_flights(&entry.board);
    let mut tried = Tried::new();
    let counter = worker.histories.counter(state.before);
    let mut picker = if state.in_check {
        let view = state.histories(worker);
        MovePicker::evasions(
            worker.parameters.schemes,
            &entry.board,
            state.table_move,
            &mut entry.moves,
            view,
        )
    } else {
        let refutations = [entry.killers[0], entry.killers[1], counter];
        MovePicker::new(worker.parameters.schemes, state.table_move, refutations)
    };
    state.forced = state.in_check && entry.moves.list.len() <= worker.parameters.forced_replies;
    state.keeps_checks = worker.parameters.keep_mating_checks
        && state.short_of_flights
        && may_check_quietly(&entry.board);
    let max_moves = max_moves(&worker.parameters, node, state);

    // A node that is expected to fail low has to have all its moves searched: hooks that order them
    // need not wait for the first.
    let halfmove = entry.board.state().halfmove;
    let place = NodePlace { key: state.key, halfmove, depth: node.depth, ply: node.ply };
    if I::Hooks::ACTIVE
        && !PV
        && !node.cut_node
        && node.excluded.is_none()
        && worker.hooks.orders_moves(place)
    {
        let rest = FullRest { picker, tried, counter, pv: PV };
        return search_with_hooks::<I>(worker, stack, (*node, *state), rest, result);
    }

    // Step 9. Loop through the moves.
    loop {
        // Late move pruning: quiet moves that come too late need not be generated.
        if result.count >= max_moves && result.best > -MATE_BOUND && !state.keeps_checks {
            picker.skip_quiets();
        }
        let view = state.histories(worker);
        let Some(chess_move) = picker.next(&entry.board, &mut entry.moves, view) else { break };
        if chess_move == node.excluded {
            continue;
        }
        result.count += 1;

        // Steps 10 to 16. Prune or search it.
        let losing = picker.is_at_bad_captures();
        let (best, count) = (result.best, result.count);
        let picked = Picked { chess_move, best, count, losing, counter };
        let score = match try_move::<I>(kernel, worker, (entry, rest), (node, state), picked, PV) {
            MoveOutcome::Searched(score) => score,
            MoveOutcome::Skipped => continue,
            MoveOutcome::QuietsSkipped => {
                picker.skip_quiets();
                continue;
            }
        };
        if worker.stopped {
            return result;
        }

        // Step 17. Check for a new best move and for a cut-off.
        if score > result.best {
            result.best = score;
            if score > node.alpha {
                result.best_move = chess_move;
                if PV && let Some(child) = rest.first() {
                    entry.set_pv(chess_move, child);
                }
                if score >= node.beta {
                    result.bound = TableBound::Lower;
                    worker.statistics.cutoffs += 1;
                    worker.statistics.first_move_cutoffs += u64::from(result.count == 1);
                    update_histories(worker, entry, node, state, (chess_move, &tried));
                    break;
                }
                node.alpha = score;
                result.bound = TableBound::Exact;
            }
        }
        tried.push(chess_move);

        // Step 18. The first move is searched: the others may be shared (Young Brothers Wait).
        if node.depth >= worker.split_depth && worker.is_help_waiting(node.depth) {
            let rest = FullRest { picker: picker.clone(), tried: tried.clone(), counter, pv: PV };
            return share_moves::<I>(worker, stack, (*node, *state), rest, result);
        }
        if I::Hooks::ACTIVE && node.excluded.is_none() {
            if chess_move != result.best_move {
                worker.hooks.failed_low(worker.shared.table, place, chess_move, score);
            }
            if worker.hooks.orders_moves(place) {
                let rest =
                    FullRest { picker: picker.clone(), tried: tried.clone(), counter, pv: PV };
                return search_with_hooks::<I>(worker, stack, (*node, *state), rest, result);
            }
        }
    }
    result
}

/// A move as it is picked, and what was known then.
#[derive(Clone, Copy)]
pub struct Picked {
    /// The move.
    pub chess_move: Move,
    /// The best score so far.
    pub best: Score,
    /// How many moves there were with this one.
    pub count: usize,
    /// A capture that loses material.
    pub losing: bool,
    /// The quiet move that refuted the last one.
    pub counter: Move,
}

/// What became of a move.
pub enum MoveOutcome {
    /// It has this score, unless the search was stopped.
    Searched(Score),
    /// It was left out.
    Skipped,
    /// It was left out, and all quiet moves after it may be.
    QuietsSkipped,
}

/// Prunes a move, or makes and searches it, extended or reduced; `pv` in the principal variation.
#[inline(always)]
pub fn try_move<I: SearchTypes>(
    kernel: TokenOf<I>,
    worker: &mut Worker<'_, I>,
    (entry, rest): (&StackEntry<I>, &mut [StackEntry<I>]),
    (node, state): (&Node, &NodeState),
    picked: Picked,
    pv: bool,
) -> MoveOutcome {
    // Step 10. What is known of the move before it is made.
    let Picked { chess_move, best, count, losing, counter } = picked;
    let quiet = chess_move.is_quiet();
    let side = entry.board.side();
    let kind = entry.board.kind_on(chess_move.from());
    let gives_check = gives_check(&entry.board, chess_move, state.discoverers);
    let history = if quiet { state.histories(worker).quiet(side, chess_move, kind) } else { 0 };
    let refutation = quiet && (entry.killers.contains(&chess_move) || chess_move == counter);
    let mut candidate =
        Candidate { chess_move, kind, count: count - 1, reduced_depth: 0, history, gives_check };
    let reduction = reduction(node, state, &candidate, (pv, refutation));
    candidate.reduced_depth = (node.depth - 1 - reduction).max(0);

    // Step 11. Pruning at shallow depth.
    if best > -MATE_BOUND {
        match prune_move(&worker.parameters, &entry.board, (node, state), candidate) {
            MovePruning::Keep => {}
            MovePruning::Skip => return MoveOutcome::Skipped,
            MovePruning::SkipQuiets => return MoveOutcome::QuietsSkipped,
        }
    }

    // Step 12. Extensions.
    let extension = if chess_move == state.table_move && state.extension != 0 {
        state.extension
    } else if worker.may_extend(node.ply) {
        extension(&worker.parameters, entry, (node, state), &candidate, pv)
    } else {
        0
    };

    // Step 13. Make the move.
    if node.depth > worker.parameters.table_depth {
        worker.shared.table.prefetch(entry.board.likely_key_after(chess_move));
    }
    make(worker, entry, rest, chess_move);
    if worker.enter(node.ply + 1) {
        return MoveOutcome::Searched(0);
    }
    let new_depth = node.depth - 1 + extension;
    if new_depth <= 0 {
        worker.statistics.quiescence_nodes += 1;
    }

    // Steps 14 to 16. Search it.
    let late = count > 1 && node.depth >= worker.parameters.late_reduction_depth;
    let forcing =
        gives_check && !MARGINS.reduce_checks || state.in_check && !MARGINS.reduce_evasions;
    let reducible = late && !forcing && (quiet || losing);
    let reduction = if reducible { reduction.clamp(0, (new_depth - 1).max(0)) } else { 0 };
    let first = count == 1;
    let depths = (new_depth, reduction);
    MoveOutcome::Searched(search_move::<I>(kernel, worker, rest, node, depths, (pv, first)))
}

/// Searches the position after a move to a depth: with a null window, reduced at first, and with
/// the full window where it belongs to the principal variation.
#[inline(always)]
fn search_move<I: SearchTypes>(
    kernel: TokenOf<I>,
    worker: &mut Worker<'_, I>,
    rest: &mut [StackEntry<I>],
    node: &Node,
    (new_depth, reduction): (i32, i32),
    (pv, first): (bool, bool),
) -> Score {
    let mut score = -INFINITE;
    if !pv || !first {
        // Step 14. Late move reductions.
        let cut_node = reduction > 0 || !node.cut_node;
        let child = Node::null_window(-node.alpha, new_depth - reduction, node.ply + 1, cut_node);
        score = -search_or_quiesce::<I, false>(kernel, worker, rest, child);
        // Step 15. Full-depth search when the reduced one fails high.
        if score > node.alpha && reduction > 0 && !worker.stopped {
            let child = Node::null_window(-node.alpha, new_depth, node.ply + 1, !node.cut_node);
            score = -search_or_quiesce::<I, false>(kernel, worker, rest, child);
        }
    }
    // Step 16. Full-window search of the first move and of those that raise alpha.
    if pv && (first || score > node.alpha) && !worker.stopped {
        let alpha = worker.newest_alpha(node.ply, node.alpha);
        let child = Node::full_window(-node.beta, -alpha, new_depth, node.ply + 1);
        score = -search_or_quiesce::<I, true>(kernel, worker, rest, child);
    }
    score
}

/// Late move reductions: plies by which a move would be reduced, by its place, its history, whether
/// it gives check, and whether it is a killer or the counter-move.
#[inline(always)]
fn reduction(
    node: &Node,
    state: &NodeState,
    candidate: &Candidate,
    (pv, refutation): (bool, bool),
) -> i32 {
    REDUCTIONS.get(node.depth, candidate.count + 1) - i32::from(pv)
        + i32::from(node.cut_node)
        + i32::from(!state.improving)
        - i32::from(candidate.gives_check)
        - i32::from(state.in_check)
        - i32::from(refutation)
        - (candidate.history / MARGINS.reduction_history).clamp(-2, 2)
}
