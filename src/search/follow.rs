//! What a rank does that searches the root beside the one that leads: the same, and ahead of it
//! where it has ended first.

use std::time::Duration;

use super::info::RootMove;
use super::instance::Instance;
use super::limits::MAX_PLY;
use super::parallel::RootCall;
use super::profile::Profile;
use super::root::{AspirationWindow, root_moves};
use super::root_moves::search_root;
use super::stack::StackEntry;
use super::worker::Worker;
use nucleus_core::types::Score;
use nucleus_core::types::score::INFINITE;

/// How long a rank waits that has searched the root as deep as it goes.
const AT_THE_END: Duration = Duration::from_millis(1);

/// Searches the root as the leading rank does, until the search is over.
pub fn follow<I: Instance, P: Profile>(worker: &mut Worker<'_, I>, stack: &mut [StackEntry<I>]) {
    let mut moves = root_moves(&stack[0].board, worker.shared.limits);
    let most = MAX_PLY as u32 - 8;
    let mut depth = 1;
    let mut window = AspirationWindow::open();
    while !worker.has_to_leave() {
        if let Some(call) = worker.follow_call() {
            (depth, window) = (call.depth.min(most), AspirationWindow::of(call.window));
            bring_first(&mut moves, call);
        } else if depth > most || moves.is_empty() {
            std::thread::sleep(AT_THE_END);
            continue;
        }
        worker.begin_iteration(depth as usize);
        search_root::<I, P>(worker, stack, &mut moves, depth, window.bounds());
        if worker.stopped {
            worker.stopped = false;
            continue;
        }
        moves.sort_by_key(|root| std::cmp::Reverse(root.score));
        // What the leading rank will do next, most likely.
        let score = moves[0].score;
        if window.holds(score) {
            depth += 1;
            window = AspirationWindow::around::<P>(score, depth);
            begin_anew(&mut moves, score);
        }
    }
}

fn begin_anew(moves: &mut [RootMove], best: Score) {
    for root in moves {
        root.score = -INFINITE;
        root.previous = best;
    }
}

/// The leading rank's first move comes first here, too.
fn bring_first(moves: &mut [RootMove], call: RootCall) {
    begin_anew(moves, -INFINITE);
    if let Some(index) = moves.iter().position(|root| root.chess_move == call.first) {
        moves[..=index].rotate_right(1);
    }
}
