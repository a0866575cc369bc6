//! Split points for tests.

use std::sync::Arc;

use nucleus_core::types::{Move, MoveKind, Square};
use nucleus_search::distributed::{
    AssignedMove, DepthWindow, NodeResult, SharedMove, SplitPoint, SplitProgress, Window,
};

/// Returns a quiet move from the square of this number, one rank up.
pub fn quiet(from: u8) -> Move {
    Move::new(Square::new(from), Square::new(from + 8), MoveKind::Quiet)
}

/// Returns a split point of the given depth after one move of score 10, with the window 10 to 50.
pub fn split_point(
    parent: Option<&Arc<SplitPoint>>,
    depth: i32,
    moves: &[Move],
) -> Arc<SplitPoint> {
    let place = DepthWindow { window: Window { alpha: 10, beta: 50 }, depth, ply: 3 };
    let moves = moves.iter().map(|&chess_move| SharedMove { chess_move, losing: false });
    let result = NodeResult { best_move: quiet(0), count: 1, ..NodeResult::with_score(10) };
    let progress = SplitProgress::new(place.window, result);
    let payload = Box::new(7u32);
    Arc::new(SplitPoint::new(parent.cloned(), place, payload, moves.collect(), progress))
}

/// Returns the fourth move of a node with the window 10 to 50.
pub fn assigned() -> AssignedMove {
    AssignedMove { chess_move: quiet(5), losing: false, alpha: 10, best: 12, count: 4 }
}
