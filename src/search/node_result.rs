//! The result of the moves of a node in alpha-beta.

use super::table::TableBound;
use super::window::Window;
use nucleus_core::types::score::INFINITE;
use nucleus_core::types::{Move, Score};

/// The effect of a move's score on its node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreEffect {
    /// Alpha does not change: the move fails low.
    FailsLow,
    /// Alpha is raised: the move is the best so far.
    RaisesAlpha,
    /// The move fails high: beta cut-off.
    CutsOff,
}

/// A move that was skipped without a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruned {
    /// Only this move is skipped.
    Move,
    /// This move is skipped, and all later quiet moves may be.
    Quiets,
}

/// The result of the moves of a node searched so far (fail-soft).
#[derive(Clone, Copy, Debug)]
pub struct NodeResult {
    /// Highest score so far.
    pub best: Score,
    /// Move with that score, if it raised alpha.
    pub best_move: Move,
    /// The type of bound of the best score.
    pub bound: TableBound,
    /// Number of moves, including pruned ones.
    pub count: usize,
}

impl NodeResult {
    /// The result before the first move.
    pub const EMPTY: Self = Self::with_score(-INFINITE);

    /// Returns the result before the first move, for a node with a score of its own (stand pat).
    #[inline(always)]
    pub const fn with_score(best: Score) -> Self {
        Self { best, best_move: Move::NONE, bound: TableBound::Upper, count: 0 }
    }

    /// Updates the result with the score of a move, which may be a new best score, raise alpha or cut off.
    #[inline(always)]
    pub fn update(&mut self, window: &mut Window, chess_move: Move, score: Score) -> ScoreEffect {
        if score <= self.best {
            return ScoreEffect::FailsLow;
        }
        self.best = score;
        if score <= window.alpha {
            return ScoreEffect::FailsLow;
        }
        self.best_move = chess_move;
        if score >= window.beta {
            self.bound = TableBound::Lower;
            return ScoreEffect::CutsOff;
        }
        window.alpha = score;
        self.bound = TableBound::Exact;
        ScoreEffect::RaisesAlpha
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_fail_low_raise_alpha_and_cut_off() {
        let mut window = Window { alpha: 10, beta: 50 };
        let mut result = NodeResult::EMPTY;
        let [low, lower, good, best] = [1, 2, 3, 4].map(Move);
        assert_eq!(result.update(&mut window, low, 5), ScoreEffect::FailsLow);
        assert_eq!(
            (result.best, result.best_move, result.bound),
            (5, Move::NONE, TableBound::Upper)
        );
        assert_eq!(result.update(&mut window, lower, 10), ScoreEffect::FailsLow);
        assert_eq!((result.best, result.best_move, window.alpha), (10, Move::NONE, 10));
        assert_eq!(result.update(&mut window, good, 30), ScoreEffect::RaisesAlpha);
        assert_eq!((result.best_move, result.bound, window.alpha), (good, TableBound::Exact, 30));
        assert_eq!(result.update(&mut window, low, 30), ScoreEffect::FailsLow);
        assert_eq!(result.update(&mut window, best, 50), ScoreEffect::CutsOff);
        assert_eq!((result.best, result.best_move, result.bound), (50, best, TableBound::Lower));
        assert_eq!(window, Window { alpha: 30, beta: 50 });
    }
}
