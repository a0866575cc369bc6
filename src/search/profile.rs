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
    /// True if the time of an iteration depends on the certainty of the best move.
    const ADAPTIVE_TIME: bool;

    /// The node of a split point of this searcher.
    type SharedNode: SplitNode;

    /// Returns the aspiration windows; `None` if the searcher has none.
    fn aspiration(parameters: &Parameters) -> Option<Aspiration>;

    /// Returns the nodes of the main search per node of the mate search, 0 for no mate search.
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
