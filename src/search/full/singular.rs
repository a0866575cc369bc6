use super::parameters::PARAMETERS;
use super::search::Here;
use super::{Node, Search};
use crate::search::context::Context;
use crate::search::frame::Frame;
use crate::search::instance::Instance;
use crate::search::table::Bound;
use crate::types::Score;
use crate::types::score::is_mate;

/// What a search without the table's move says about that move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Singular {
    /// So many plies more for it: it is the only good one; or less: others are good, too.
    Extend(i32),
    /// Other moves are above beta as well: so is the node.
    Cut(Score),
}

/// Searches the node without its table move, to see how much worse the others are.
#[inline(always)]
pub fn examine<B: Instance>(
    context: &mut Context<'_>,
    stack: &mut [Frame<B>],
    node: &Node,
    here: &Here,
    pv: bool,
) -> Singular {
    let p = &PARAMETERS;
    if p.singular_depth == 99 {
        return Singular::Extend(0);
    }
    let Some(entry) = here.known else { return Singular::Extend(0) };
    let believed = here.table_score;
    if node.depth < p.singular_depth
        || here.table_move.is_none()
        || !node.excluded.is_none()
        || !matches!(entry.bound, Bound::Lower | Bound::Exact)
        || i32::from(entry.depth) < node.depth - 3
        || is_mate(believed)
        || !context.memory.may_extend(node.ply)
    {
        return Singular::Extend(0);
    }
    let Some(frame) = stack.first() else { return Singular::Extend(0) };
    let kernel = frame.board.kernel();
    let goal = believed - (p.singular_margin * node.depth) as Score;
    let others = Node {
        excluded: here.table_move,
        ..Node::empty(goal, (node.depth - 1) / 2, node.ply, node.cut)
    };
    let score = B::step::<Search<false>>(kernel, context, stack, others);
    if score < goal {
        let alone = !pv && i32::from(score) < i32::from(goal) - p.singular_double;
        Singular::Extend(1 + i32::from(alone))
    } else if p.singular_cut == 1 && goal >= node.beta {
        Singular::Cut(goal)
    } else if believed >= node.beta {
        Singular::Extend(-p.singular_negative)
    } else {
        Singular::Extend(0)
    }
}
