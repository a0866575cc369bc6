//! Singular extensions: test if the table's move is the only good one.

use super::recursion::{MainSearch, Node};
use super::state::NodeState;
use crate::instance::SearchBoard;
use crate::stack::StackEntry;
use crate::window::Window;
use crate::worker::Worker;
use nucleus_core::types::Score;
use nucleus_core::types::score::is_mate;

/// The result of a search without the table's move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Singular {
    /// Plies by which the table's move is extended: 1 or 2 if it is the only good one, 0 or fewer
    /// if others are good as well.
    Extend(i32),
    /// Other moves are above beta as well, so the node is cut (multi-cut).
    Cut(Score),
}

/// Searches the node without its table move, to measure how much worse the other moves are.
#[cold]
#[inline(never)]
pub fn singular_extension<B: SearchBoard>(
    worker: &mut Worker<'_>,
    stack: &mut [StackEntry<B>],
    node: &Node,
    state: &NodeState,
    pv: bool,
) -> Singular {
    let Some(stored) = state.known else { return Singular::Extend(0) };
    let table_score = state.table_score;
    if state.table_move.is_none()
        || !node.excluded.is_none()
        || !stored.bound.is_at_least()
        || i32::from(stored.depth) < node.at.depth - 3
        || is_mate(table_score)
        || !worker.may_extend(node.at.ply)
    {
        return Singular::Extend(0);
    }
    let goal = table_score - (worker.parameters.margins.singular_margin * node.at.depth) as Score;
    let others = Node {
        excluded: state.table_move,
        ..Node::new(Window::below(goal), (node.at.depth - 1) / 2, node.at.ply, node.cut_node)
    };
    let Some(entry) = stack.first() else { return Singular::Extend(0) };
    let kernel = entry.board.kernel();
    let score = worker.search_node::<_, MainSearch<false>>(kernel, stack, others);
    if score < goal {
        let double =
            !pv && i32::from(score) < i32::from(goal) - worker.parameters.margins.singular_double;
        Singular::Extend(1 + i32::from(double))
    } else if worker.parameters.multi_cut && goal >= node.at.window.beta {
        Singular::Cut(goal)
    } else if table_score >= node.at.window.beta {
        Singular::Extend(-worker.parameters.singular_negative)
    } else {
        Singular::Extend(0)
    }
}
