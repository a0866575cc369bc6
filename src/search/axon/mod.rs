//! The paper's searcher: full width, null move with R = 2, no extensions, no reductions (our
//! reading of Axon II, section VI).
//!
//! | module | what |
//! |---|---|
//! | `node` | a node of the main search, step by step |
//! | `share` | the moves of a node shared among threads |
//! | `quiescence` | a node of the quiescence search |
//! | `picker` | the order of moves |
//! | `update` | bonus and malus for the history heuristic |
//! | `recursion` | the recursive functions as types |

mod node;
mod picker;
mod quiescence;
mod recursion;
mod share;
mod update;

use super::instance::SearchBoard;
use super::parameters::{Aspiration, Parameters};
use super::profile::Profile;
use super::stack::StackEntry;
use super::window::DepthWindow;
use super::worker::Worker;
use nucleus_core::types::Score;
use recursion::search_or_quiesce;
pub use share::AxonNode;

/// The profile `axon`.
///
/// Quiet moves, losing captures and evasions are generated from the scanner's list of pieces; pawns
/// move set-wise. Captures that lose nothing are taken from the influence sets one at a time,
/// without a list.
pub struct Axon;

impl Profile for Axon {
    const ADAPTIVE_TIME: bool = false;
    type SharedNode = AxonNode;

    fn aspiration(_: &Parameters) -> Option<Aspiration> {
        None
    }

    fn mate_share(_: &Parameters) -> u64 {
        0
    }

    fn search_child<B: SearchBoard, const PV: bool>(
        kernel: B::Kernel,
        worker: &mut Worker<'_>,
        stack: &mut [StackEntry<B>],
        at: DepthWindow,
    ) -> Score {
        search_or_quiesce::<B, PV>(kernel, worker, stack, at)
    }

    fn root_reduction(_: &Parameters, _depth: i32, _count: usize) -> i32 {
        0
    }
}
