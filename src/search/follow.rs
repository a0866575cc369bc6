//! The root as a process searches it by Lazy SMP that does not lead the search: as the leading one
//! does, and ahead of it where it has ended first.

use std::time::Duration;

use super::hooks::{RootSearch, SearchHooks};
use super::info::RootMove;
use super::limits::MAX_PLY;
use super::profile::Profile;
use super::root::{AspirationWindow, root_moves};
use super::root_moves::search_root;
use super::search_types::SearchTypes;
use super::stack::StackEntry;
use super::worker::Worker;
use nucleus_core::types::Score;
use nucleus_core::types::score::INFINITE;

/// The time that a thread waits that has searched the root as deep as it goes.
const AT_THE_END: Duration = Duration::from_millis(1);

/// Searches the root as the leading process does ([`SearchHooks::next_root_search`]), until the search
/// is over.
pub fn follow<I: SearchTypes, P: Profile>(worker: &mut Worker<'_, I>, stack: &mut [StackEntry<I>]) {
    let mut moves = root_moves(&stack[0].board, worker.shared.limits);
    let most = MAX_PLY as u32 - 8;
    let mut depth = 1;
    let mut window = AspirationWindow::open();
    while !worker.has_to_leave() {
        if let Some(search) = worker.hooks.next_root_search() {
            (depth, window) = (search.depth.min(most), AspirationWindow::of(search.window));
            bring_first(&mut moves, search);
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
        RootMove::sort(&mut moves);
        // What the leading process will do next, most likely.
        let score = moves[0].score;
        if window.holds(score) {
            depth += 1;
            window = AspirationWindow::around::<P>(&worker.parameters, score, depth);
            begin_anew(&mut moves, score);
        }
    }
}

/// Makes the scores those of an iteration that begins.
fn begin_anew(moves: &mut [RootMove], best: Score) {
    for root in moves {
        root.score = -INFINITE;
        root.previous = best;
    }
}

/// Brings the move to the front that the leading process searches first.
fn bring_first(moves: &mut [RootMove], search: RootSearch) {
    begin_anew(moves, -INFINITE);
    if let Some(index) = moves.iter().position(|root| root.chess_move == search.first) {
        moves[..=index].rotate_right(1);
    }
}
