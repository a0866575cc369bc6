//! The selection of a search's board and profile as types.

use super::axon::Axon;
use super::info::{SearchInfo, SearchOutcome};
use super::ordering::Histories;
use super::task::SearchTask;
use super::thread::{ThreadStart, run, run_profile};
use nucleus_core::board::BoardType;
use nucleus_core::with_board;

/// Runs a thread of a search on the board of the options.
pub fn run_on_board(
    task: &SearchTask,
    thread: usize,
    histories: &mut Histories,
    report: &mut dyn FnMut(&SearchInfo),
) -> SearchOutcome {
    let options = &task.options;
    if options.board_type() == BoardType::Axon32 {
        return with_board!(axon32: options.choice, &task.setup, board => {
            run::<Axon<_>>(ThreadStart { task, thread, root: board, histories }, report)
        });
    }
    with_board!(planes: options.choice, options.board_type(), &task.setup, board => {
        run_profile(ThreadStart { task, thread, root: board, histories }, report)
    })
}
