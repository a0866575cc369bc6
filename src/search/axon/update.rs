//! Bonus and malus for the history heuristic, and the depths at which the table is probed.

use crate::instance::SearchBoard;
use crate::ordering::Tried;
use crate::stack::StackEntry;
use crate::worker::Worker;
use nucleus_core::types::Move;

/// The smallest depth at which the table is probed, in its buckets for shallow searches.
pub const SHALLOW: i32 = 2;
/// The depth above [`SHALLOW`]. In the previous iteration such a node had depth [`SHALLOW`], so its entry
/// may still be in a shallow bucket.
pub const ONCE_SHALLOW: i32 = SHALLOW + 1;

/// Prefetches the table's bucket for the position after a move, except for shallow nodes.
#[inline(always)]
pub fn prefetch_child<B: SearchBoard>(
    worker: &Worker<'_>,
    entry: &StackEntry<B>,
    depth: i32,
    chess_move: Move,
) {
    if depth > ONCE_SHALLOW {
        worker.shared.table.prefetch(entry.board.likely_key_after(chess_move));
    }
}

/// Records a quiet move's cut-off: the move becomes a killer and gains history, `tried` lose some.
#[inline(always)]
pub fn update_histories<B: SearchBoard>(
    worker: &mut Worker<'_>,
    entry: &mut StackEntry<B>,
    chess_move: Move,
    tried: &Tried,
    depth: i32,
) {
    entry.add_killer(chess_move);
    let side = entry.board.side();
    let bonus = (depth * depth * 4).min(1200);
    worker.histories.quiets.add(side, false, chess_move, bonus);
    for &other in tried.moves() {
        worker.histories.quiets.add(side, false, other, -bonus);
    }
}
