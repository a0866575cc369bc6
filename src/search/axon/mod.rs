//! The paper's searcher: full width, null move with R = 2, no extensions, no reductions (our
//! reading of Axon II, section VI).
//!
//! | module | what |
//! |---|---|
//! | `node` | a node of the main search, step by step |
//! | `share` | the moves of a node shared among threads |
//! | `quiescence` | a node of the quiescence search |
//! | `picker` | the order of moves |
//! | `update` | killers and history after a cut-off; the depths at which the table is probed |
//! | `recursion` | the recursive functions as types |

mod node;
mod picker;
mod quiescence;
mod recursion;
mod share;
mod update;

use std::marker::PhantomData;

use super::instance::SearchBoard;
use super::node_result::Pruned;
use super::parallel::AssignedMove;
use super::parameters::{Aspiration, Parameters};
use super::profile::Profile;
use super::stack::StackEntry;
use super::window::DepthWindow;
use super::worker::Worker;
use nucleus_core::types::Score;
use recursion::{search_move, search_or_quiesce};
pub use share::AxonNode;
use update::prefetch_child;

/// The profile `axon`.
///
/// Quiet moves, losing captures and evasions are generated from the scanner's list of pieces; pawns
/// move set-wise. Captures that lose nothing are taken from the influence sets one at a time,
/// without a list, except promotions and en passant captures.
pub struct Axon<B>(PhantomData<B>);

impl<B: SearchBoard> Profile for Axon<B> {
    type Board = B;
    const ADAPTIVE_TIME: bool = false;
    type SharedNode = AxonNode;

    fn aspiration(_: &Parameters) -> Option<Aspiration> {
        None
    }

    fn mate_share(_: &Parameters) -> u64 {
        0
    }

    fn search_child<const PV: bool>(
        kernel: B::Kernel,
        worker: &mut Worker<'_>,
        stack: &mut [StackEntry<B>],
        at: DepthWindow,
    ) -> Score {
        search_or_quiesce::<B, PV>(kernel, worker, stack, at)
    }

    #[inline(always)]
    fn search_assigned(
        _: &AxonNode,
        worker: &mut Worker<'_>,
        stack: &mut [StackEntry<B>],
        at: DepthWindow,
        pv: bool,
        assigned: AssignedMove,
    ) -> Result<Score, Pruned> {
        let [entry, rest @ ..] = stack else { return Ok(0) };
        let Some(child) = rest.first_mut() else { return Ok(0) };
        let kernel = entry.board.kernel();
        prefetch_child(worker, entry, at.depth, assigned.chess_move);
        entry.advance(&worker.evaluator, assigned.chess_move, child);
        child.last_move = assigned.chess_move;
        if worker.enter(at.ply + 1) {
            return Ok(0);
        }
        Ok(search_move::<B>(kernel, worker, rest, at, pv, false))
    }

    fn root_reduction(_: &Parameters, _depth: i32, _count: usize) -> i32 {
        0
    }
}
