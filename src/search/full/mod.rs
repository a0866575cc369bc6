//! The selective searcher: it prunes, reduces and extends to search a smaller tree (Umko, 2.2).
//!
//! | module | what |
//! |---|---|
//! | `node` | a node of the main search, step by step |
//! | `move_loop` | the loop that picks, searches and compares the moves of a node |
//! | `moves` | the pruning, extension, reduction and search of a move |
//! | `share` | the moves shared among threads |
//! | `extensions` | moves that are searched deeper; singular extensions are in `singular` |
//! | `pruning` | the pruning of nodes and of moves |
//! | `quiescence` | a node of the quiescence search; its moves are in `quiescence_moves` |
//! | `picker` | the order of moves: the tuned scheme |
//! | `umko` | Umko's four schemes, and a quiescence search with two of them |
//! | `umko_stages` | Umko's schemes of the main search as stages of `picker` |
//! | `update` | bonus and malus for the histories |
//! | `state` | the state of a node before its moves are searched |
//! | `reductions` | the table of late move reductions |
//! | `techniques` | a switch for each technique, to measure its effect |
//! | `recursion` | the recursive functions as types |

mod extensions;
mod move_loop;
mod moves;
mod node;
mod picker;
mod pruning;
mod quiescence;
mod quiescence_moves;
mod recursion;
mod reductions;
mod share;
mod singular;
mod state;
mod techniques;
#[cfg(test)]
mod tests;
mod umko;
mod umko_stages;
mod update;

use std::marker::PhantomData;

use super::instance::SearchBoard;
use super::node_result::Pruned;
use super::parallel::AssignedMove;
use super::parameters::{Aspiration, Margins, OFF, Parameters, Reciprocal};
use super::profile::Profile;
use super::stack::StackEntry;
use super::window::DepthWindow;
use super::worker::Worker;
use moves::{Picked, try_move};
use nucleus_core::types::Score;
pub use recursion::Node;
use recursion::search_or_quiesce;
use reductions::late_reduction;
pub use share::FullNode;
pub use state::NodeState;
pub use techniques::{Technique, switch_techniques};

/// The searcher of the profiles `full` and `umko`. Its moves are generated from the planes.
pub struct Full<B>(PhantomData<B>);

impl<B: SearchBoard> Profile for Full<B> {
    type Board = B;
    const ADAPTIVE_TIME: bool = true;
    type SharedNode = FullNode;

    fn aspiration(parameters: &Parameters) -> Option<Aspiration> {
        let depth = parameters.aspiration_depth;
        (depth != OFF).then_some(Aspiration { half: parameters.margins.window, depth })
    }

    fn mate_share(parameters: &Parameters) -> u64 {
        parameters.mate_share
    }

    fn search_child<const PV: bool>(
        kernel: B::Kernel,
        worker: &mut Worker<'_>,
        stack: &mut [StackEntry<B>],
        at: DepthWindow,
    ) -> Score {
        let node = Node::new(at.window, at.depth, at.ply, !PV);
        search_or_quiesce::<B, PV>(kernel, worker, stack, node)
    }

    #[inline(always)]
    fn search_assigned(
        shared: &FullNode,
        worker: &mut Worker<'_>,
        stack: &mut [StackEntry<B>],
        at: DepthWindow,
        pv: bool,
        assigned: AssignedMove,
    ) -> Result<Score, Pruned> {
        let [entry, rest @ ..] = stack else { return Ok(0) };
        let AssignedMove { chess_move, best, count, losing, .. } = assigned;
        let picked = Picked { chess_move, best, count, losing };
        let node = Node { at, ..shared.node };
        match try_move::<B>(worker, entry, rest, &node, &shared.state, picked, pv) {
            // In check, the remaining quiet moves are not skipped.
            Err(Pruned::Quiets) if shared.state.in_check => Err(Pruned::Move),
            outcome => outcome,
        }
    }

    fn root_reduction(parameters: &Parameters, depth: i32, count: usize) -> i32 {
        if parameters.late_reduction_depth == OFF {
            return 0;
        }
        let Margins { reduction_base, reduction_divisor, .. } = parameters.margins;
        let divisor = Reciprocal::of(reduction_divisor);
        (late_reduction(reduction_base, divisor, depth, count) >> 10) - 1
    }
}
