//! Split points for tests.

use std::sync::Arc;

use super::{SharedMove, SplitPoint, SplitProgress};
use crate::node_result::NodeResult;
use crate::table::TableBound;
use crate::window::{DepthWindow, Window};
use nucleus_core::types::{Move, MoveKind, Square};

/// Returns a quiet move, a different one for each number.
pub fn quiet(from: u8) -> Move {
    Move::new(Square::new(from), Square::new(from + 8), MoveKind::Quiet)
}

/// Returns a split point of this depth after one move of score 10, in the window from 10 to 50.
pub fn split_point(
    parent: Option<&Arc<SplitPoint>>,
    depth: i32,
    moves: &[Move],
) -> Arc<SplitPoint> {
    let place = DepthWindow { window: Window { alpha: 10, beta: 50 }, depth, ply: 3 };
    let moves = moves.iter().map(|&chess_move| SharedMove { chess_move, losing: false });
    let result = NodeResult { best: 10, best_move: quiet(0), bound: TableBound::Exact, count: 1 };
    let progress = SplitProgress::new(place.window, result);
    let payload = Box::new(7u32);
    Arc::new(SplitPoint::new(parent.cloned(), place, payload, moves.collect(), progress))
}
