//! The loop that picks, searches and compares the moves of a node.

use super::moves::{Picked, try_move};
use super::picker::MovePicker;
use super::pruning::max_moves;
use super::recursion::Node;
use super::share::{FullNode, share_rest};
use super::state::NodeState;
use super::update::update_histories;
use crate::checks::{discoverers, is_short_of_flights, may_check_quietly};
use crate::instance::SearchBoard;
use crate::node_result::{NodeResult, Pruned, ScoreEffect};
use crate::ordering::Tried;
use crate::sharing::NodeRest;
use crate::stack::StackEntry;
use crate::worker::Worker;
use nucleus_core::types::score::MATE_BOUND;

/// Searches the moves of a node, best first, until one fails high or none is left; alpha rises with
/// the best score.
#[inline(always)]
pub fn search_moves<B: SearchBoard, const PV: bool>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<B>],
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

    // Step 9. Loop through the moves.
    loop {
        // Late move pruning skips the later quiet moves, so they need not be generated.
        if result.count >= max_moves && result.best > -MATE_BOUND && !state.keeps_checks {
            picker.skip_quiets();
        }
        let view = state.histories(worker);
        let Some(chess_move) = picker.next(&entry.board, &mut entry.moves, view) else { break };
        if chess_move == node.excluded {
            continue;
        }
        result.count += 1;

        // Steps 10 to 16. Prune or search the move.
        let losing = picker.is_at_bad_captures();
        let picked = Picked { chess_move, best: result.best, count: result.count, losing };
        let score = match try_move::<B>(worker, entry, rest, node, state, picked, PV) {
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

        // Step 18. After the first move the others may be shared (Young Brothers Wait).
        if node.at.depth >= worker.split_depth && worker.is_help_waiting(node.at.depth) {
            let rest = NodeRest { picker: picker.clone(), tried: tried.clone(), pv: PV };
            let shared = FullNode { node: *node, state: *state };
            return share_rest::<B>(worker, stack, shared, rest, result);
        }
    }
    result
}
