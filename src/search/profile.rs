//! The searchers as iterative deepening uses them, and their names.

use super::instance::SearchBoard;
use super::node_result::Pruned;
use super::parallel::AssignedMove;
use super::parameters::{Aspiration, Parameters};
use super::stack::StackEntry;
use super::window::DepthWindow;
use super::worker::Worker;
use nucleus_core::board::Board;
pub use nucleus_core::profiles::ProfileName;
use nucleus_core::types::Score;

/// A searcher on a board: the one type parameter of a search. A feature that a searcher lacks costs
/// nothing, because the compiler removes it.
pub trait Profile {
    /// The board that the searcher uses.
    type Board: SearchBoard;

    /// True if the time of a search depends on the certainty of the best move.
    const ADAPTIVE_TIME: bool;

    /// The searcher's own data of a node at a split point.
    type SharedNode: Send + Sync + 'static;

    /// Returns the aspiration windows; `None` if the searcher has none.
    fn aspiration(parameters: &Parameters) -> Option<Aspiration>;

    /// Returns the nodes of the main search per node of the mate search, 0 for no mate search.
    fn mate_share(parameters: &Parameters) -> u64;

    /// Searches the position after a move of the root with a window to a depth.
    fn search_child<const PV: bool>(
        kernel: <Self::Board as Board>::Kernel,
        worker: &mut Worker<'_>,
        stack: &mut [StackEntry<Self::Board>],
        at: DepthWindow,
    ) -> Score;

    /// Prunes or searches a move that a split point distributes; `at` has the newest alpha. Inlined
    /// like the body of a node.
    fn search_assigned(
        node: &Self::SharedNode,
        worker: &mut Worker<'_>,
        stack: &mut [StackEntry<Self::Board>],
        at: DepthWindow,
        pv: bool,
        assigned: AssignedMove,
    ) -> Result<Score, Pruned>;

    /// Returns the plies by which a late quiet move of the root is reduced at first; 0 for none.
    /// `count` is the number of moves before it.
    fn root_reduction(parameters: &Parameters, depth: i32, count: usize) -> i32;
}
