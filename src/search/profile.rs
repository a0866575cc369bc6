//! What a searcher is to iterative deepening, and the searchers by name.

use std::sync::Arc;

use super::parallel::SplitPoint;
use super::parameters::Parameters;
use super::search_types::{SearchTypes, TokenOf};
use super::stack::StackEntry;
use super::worker::Worker;
pub use nucleus_core::profiles::ProfileName;
use nucleus_core::types::Score;

/// Aspiration windows: narrow windows around the last iteration's score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aspiration {
    /// Half the first window, in centipawns.
    pub half: i32,
    /// The least depth.
    pub depth: i32,
}

/// A searcher, as a type, so that what is off costs nothing.
pub trait Profile: Send + Sync + 'static {
    /// True when the time of an iteration depends on how sure the best move is.
    const ADAPTIVE_TIME: bool;

    /// Aspiration windows, or none.
    fn aspiration(parameters: &Parameters) -> Option<Aspiration>;

    /// Searches the position after a move of the root with a window (alpha, beta) to a depth.
    fn search_child<I: SearchTypes, const PV: bool>(
        kernel: TokenOf<I>,
        worker: &mut Worker<'_, I>,
        stack: &mut [StackEntry<I>],
        window: (Score, Score),
        depth: i32,
    ) -> Score;

    /// The least depth at which a node is split among threads (Young Brothers Wait).
    const SPLIT_DEPTH: i32;

    /// Searches the moves that a split point of this searcher hands out; the stack begins at its
    /// ply.
    fn help<I: SearchTypes>(
        worker: &mut Worker<'_, I>,
        stack: &mut [StackEntry<I>],
        split: &Arc<SplitPoint>,
    );

    /// Plies by which a late quiet move of the root is reduced at first; 0 for never. `count` moves
    /// came before it.
    fn root_reduction(parameters: &Parameters, depth: i32, count: usize) -> i32;
}
