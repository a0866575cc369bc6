use nucleus_core::kernels::{Kernel, Scores};
use nucleus_core::types::{Move, MoveList};

/// Moves with a score each, in the order of generation until picked.
#[derive(Clone)]
pub struct ScoredMoves {
    /// Moves, parallel to `scores`.
    pub list: MoveList,
    /// Score of each move; higher is better.
    pub scores: Scores,
}

impl ScoredMoves {
    /// Returns an empty list.
    pub const fn new() -> Self {
        Self { list: MoveList::new(), scores: [0; size_of::<Scores>() / size_of::<i16>()] }
    }

    /// Swaps the best of the moves from `start` on to `start`, and returns it.
    #[inline(always)]
    pub fn take_best<K: Kernel>(&mut self, kernel: K, start: usize) -> Option<Move> {
        let scores = self.scores.get_mut(start..self.list.len())?;
        if scores.is_empty() {
            return None;
        }
        let offset = kernel.first_highest(scores);
        scores.swap(0, offset);
        self.list.swap(start, start + offset);
        self.list.get(start).copied()
    }
}
