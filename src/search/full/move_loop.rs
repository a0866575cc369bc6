//! The move loop: picked, searched, compared.

use super::deferred::search_with_hooks;
use super::moves::{Picked, try_move};
use super::picker::MovePicker;
use super::pruning::max_moves;
use super::recursion::Node;
use super::share::{FullNode, share_rest};
use super::state::NodeState;
use super::update::update_histories;
use crate::checks::{discoverers, is_short_of_flights, may_check_quietly};
use crate::hooks::{NodePlace, SearchHooks};
use crate::node_result::{NodeResult, Pruned, ScoreEffect};
use crate::ordering::Tried;
use crate::search_types::SearchTypes;
use crate::sharing::NodeRest;
use crate::stack::StackEntry;
use crate::worker::Worker;
use nucleus_core::board::Board;
use nucleus_core::types::score::MATE_BOUND;

/// Searches the moves of a node, best first, until one fails high or none is left; alpha rises with
/// the best score.
#[inline(always)]
pub fn search_moves<I: SearchTypes, const PV: bool>(
    worker: &mut Worker<'_, I>,
    stack: &mut [StackEntry<I>],
    node: &mut Node,
    state: &mut NodeState,
) -> NodeResult {
    let mut result = NodeResult::EMPTY;
    let Some((entry, rest)) = stack.split_first_mut() else { return result };
    state.discoverers = discoverers(&entry.board);
    state.short_of_flights = is_short_of_flights(&entry.board);
    let mut tried = Tried::new();
    state.counter = worker.histories.counter(state.before);
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
        let refutations = [entry.killers[0], entry.killers[1], state.counter];
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
    let place = NodePlace { key: state.key, halfmove, depth: node.at.depth, ply: node.at.ply };
    if I::Hooks::ACTIVE
        && !PV
        && !node.cut_node
        && node.excluded.is_none()
        && worker.hooks.orders_moves(place)
    {
        let (shared, rest) =
            (FullNode { node: *node, state: *state }, NodeRest { picker, tried, pv: PV });
        return search_with_hooks::<I>(worker, stack, shared, rest, result);
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
        let picked = Picked { chess_move, best: result.best, count: result.count, losing };
        let score = match try_move::<I>(worker, entry, rest, node, state, picked, PV) {
            Ok(score) => score,
            Err(Pruned::Move) => continue,
            Err(Pruned::Quiets) => {
                picker.skip_quiets();
                continue;
            }
        };
        if worker.stopped {
            return result;
        }

        // Step 17. Check for a new best move and for a cut-off.
        let effect = result.update(&mut node.at.window, chess_move, score);
        if PV {
            entry.update_pv(effect, chess_move, rest);
        }
        if effect == ScoreEffect::CutsOff {
            worker.statistics.cutoffs += 1;
            worker.statistics.first_move_cutoffs += u64::from(result.count == 1);
            update_histories(worker, entry, node, state, chess_move, &tried);
            break;
        }
        tried.push(chess_move);

        // Step 18. The first move is searched: the others may be shared (Young Brothers Wait), or
        // searched as the hooks order them.
        let shares = node.at.depth >= worker.split_depth && worker.is_help_waiting(node.at.depth);
        let mut defers = false;
        if I::Hooks::ACTIVE && !shares && node.excluded.is_none() {
            if chess_move != result.best_move {
                worker.hooks.failed_low(worker.shared.table, place, chess_move, score);
            }
            defers = worker.hooks.orders_moves(place);
        }
        if shares || defers {
            let left = NodeRest { picker: picker.clone(), tried: tried.clone(), pv: PV };
            let shared = FullNode { node: *node, state: *state };
            return match shares {
                true => share_rest::<I>(worker, stack, shared, left, result),
                false => search_with_hooks::<I>(worker, stack, shared, left, result),
            };
        }
    }
    result
}
