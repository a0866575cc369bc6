use nucleus_core::eval::{EvaluatedBoard, Options};
use nucleus_core::movegen::GenerateMoves;
use nucleus_core::types::Score;
use nucleus_search::ProfileName;

use super::play::ScoredPly;
use super::record::StoredGame;
use super::replay::{IllegalMove, replay};
use crate::quiet::gains_at_most;

/// Selects the positions that train a network. It leaves out tactical positions, because an evaluation cannot
/// see what a move wins at once, and decided positions, because they teach nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionFilter {
    /// Also take positions in check.
    pub in_check: bool,
    /// Also take positions whose best move captures or promotes.
    pub noisy: bool,
    /// Leave out scores at least this far from zero, in centipawns.
    pub score_below: Score,
    /// Leave out positions in which captures and promotions gain more, in centipawns by the hand-written
    /// evaluation.
    pub most_gain: Score,
}

impl Default for PositionFilter {
    fn default() -> Self {
        Self { in_check: false, noisy: false, score_below: 2_000, most_gain: 60 }
    }
}

impl PositionFilter {
    /// Returns true if the position is taken.
    pub fn takes<B: GenerateMoves + EvaluatedBoard>(&self, board: &B, ply: ScoredPly) -> bool {
        let ScoredPly { chess_move, score } = ply;
        score.unsigned_abs() < self.score_below.unsigned_abs()
            && (self.noisy || chess_move.is_quiet())
            && (self.in_check || !board.in_check())
            && self.is_quiet(board)
    }

    fn is_quiet<B: GenerateMoves + EvaluatedBoard>(&self, board: &B) -> bool {
        let options = Options { bound: ProfileName::Full.bound(), ..Options::default() };
        gains_at_most(self.most_gain, ProfileName::Full.values(), board, &options)
    }

    /// Returns the number of a game's positions that are taken.
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn count(&self, record: &StoredGame<'_>) -> Result<u64, IllegalMove> {
        let mut count = 0;
        replay(record, |board, ply| count += u64::from(self.takes(board, ply)))?;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::{encode, tests::scholars_mate};
    use super::*;

    #[test]
    fn each_part_of_the_filter_leaves_positions_out() {
        let mut game = scholars_mate();
        game.plies[3].score = -1_999;
        let bytes = encode(&game);
        let (record, _) = StoredGame::decode(&bytes).unwrap();
        let usual = PositionFilter::default();
        let count = |filter: PositionFilter| filter.count(&record).unwrap();
        assert_eq!(count(usual), 4, "without the mate that captures");
        assert_eq!(count(PositionFilter { score_below: 1_999, ..usual }), 3);
        let decided = PositionFilter { score_below: 32_000, ..usual };
        assert_eq!(count(decided), 4);
        assert_eq!(count(PositionFilter { noisy: true, ..decided }), 5);
        assert_eq!(count(PositionFilter { most_gain: -1, ..decided }), 0, "no search returns less");
    }
}
