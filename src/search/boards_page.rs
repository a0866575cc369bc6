//! The board of a search in a page: the matrix alone, since each further board would add a copy of the search.

use super::info::{SearchInfo, SearchOutcome};
use super::ordering::Histories;
use super::task::SearchTask;
use super::thread::{ThreadStart, run_profile};
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::kernels::portable;

/// Runs a thread of a search on the matrix board.
pub fn run_on_board(
    task: &SearchTask,
    thread: usize,
    histories: &mut Histories,
    report: &mut dyn FnMut(&SearchInfo),
) -> SearchOutcome {
    let root = RulesBoard::new(&task.setup, portable::Token);
    run_profile(ThreadStart { task, thread, root, histories }, report)
}
