//! Perft on a board and a level chosen at run time, compiled once in this file, for speed.

use nucleus_core::board::{BoardType, Setup};
use nucleus_core::kernels::Choice;
use nucleus_core::movegen::{self, PerftMode};
use nucleus_core::types::Move;
use nucleus_core::with_board;

/// Returns the number of leaves `depth` plies below a position.
pub fn perft(
    choice: Choice,
    board_type: BoardType,
    setup: &Setup,
    depth: usize,
    mode: PerftMode,
) -> u64 {
    with_board!(choice, board_type, setup, board => movegen::perft(&board, depth, mode))
}

/// Returns the number of leaves below each legal move of a position, in the order of generation.
pub fn divide(
    choice: Choice,
    board_type: BoardType,
    setup: &Setup,
    depth: usize,
    mode: PerftMode,
) -> Vec<(Move, u64)> {
    with_board!(choice, board_type, setup, board => movegen::divide(&board, depth, mode))
}
