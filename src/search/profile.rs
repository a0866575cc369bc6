//! The searchers as iterative deepening uses them, and their names.

use super::instance::SearchBoard;
use super::parameters::{Aspiration, Parameters};
use super::sharing::SplitNode;
use super::stack::StackEntry;
use super::window::DepthWindow;
use super::worker::Worker;
pub use nucleus_core::profiles::ProfileName;
use nucleus_core::types::Score;

/// A searcher, as a type, so that a missing feature costs nothing.
pub trait Profile: Send + Sync + 'static {
    /// True when the time of an iteration depends on how sure the best move is.
    const ADAPTIVE_TIME: bool;

    /// The node of a split point of this searcher.
    type SharedNode: SplitNode;

    /// Aspiration windows, or none.
    fn aspiration(parameters: &Parameters) -> Option<Aspiration>;

    /// Nodes of the main search per node of the mate search, 0 for none.
    fn mate_share(parameters: &Parameters) -> u64;

    /// Searches the position after a move of the root with a window to a depth.
    fn search_child<B: SearchBoard, const PV: bool>(
        kernel: B::Kernel,
        worker: &mut Worker<'_>,
        stack: &mut [StackEntry<B>],
        at: DepthWindow,
    ) -> Score;

    /// Returns the plies by which a late quiet move of the root is reduced at first; 0 for none.
    /// `count` is the number of moves before it.
    fn root_reduction(parameters: &Parameters, depth: i32, count: usize) -> i32;
}
