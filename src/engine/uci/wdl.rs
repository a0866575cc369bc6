//! Conversion of a score to the chances of a win, a draw and a loss, for `UCI_ShowWDL`.

use nucleus_core::eval::Evaluator;
use nucleus_core::types::Score;
use nucleus_core::types::score::mate_plies;

/// The parameters that convert an evaluation's scores to chances: logistic fits to 300 games of
/// self-play at 5,000 nodes per move (`cargo run --release -p xtask -- fit-wdl 300 5000`;
/// `--classical` for the hand-written evaluation).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// Centipawns at which the side to move wins every second game.
    half: f64,
    /// Centipawns that multiply the odds of winning by e.
    scale: f64,
}

impl Chances {
    /// Fit for the hand-written evaluation.
    const BY_HAND: Self = Self { half: 118.1, scale: 142.0 };
    /// Fit for the built-in network; other networks would need their own.
    const BY_NETWORK: Self = Self { half: 148.9, scale: 136.6 };

    /// Returns the chances for the scores of an evaluation.
    pub const fn new(evaluator: &Evaluator<'_>) -> Self {
        // A hand-written evaluation has opposite values for the two sides; a network has not.
        if evaluator.is_antisymmetric() { Self::BY_HAND } else { Self::BY_NETWORK }
    }

    /// Returns won, drawn and lost games per thousand, from a score in centipawns or a mate.
    ///
    /// The chance to win is a logistic function of the score, the chance to lose the same function
    /// of the other side's score; the rest is drawn.
    pub fn behind(self, score: Score) -> [u32; 3] {
        if let Some(plies) = mate_plies(score) {
            return if plies > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
        }
        let Self { half, scale } = self;
        let logistic = |x: f64| (1000.0 / (1.0 + ((half - x) / scale).exp())).round() as u32;
        let (won, lost) = (logistic(score.into()), logistic(-f64::from(score)));
        [won, 1000 - won - lost, lost]
    }
}

#[cfg(test)]
mod tests {
    use super::Chances;
    use nucleus_core::types::score::{mate_in, mated_in};

    #[test]
    fn chances_are_a_thousand_symmetric_and_rising() {
        for chances in [Chances::BY_HAND, Chances::BY_NETWORK] {
            let mut before = 0;
            for score in -3_000..=3_000 {
                let [won, drawn, lost] = chances.behind(score);
                assert_eq!(won + drawn + lost, 1000, "{score}");
                assert_eq!(chances.behind(-score), [lost, drawn, won]);
                assert!(won >= before);
                before = won;
            }
            assert!(chances.behind(0)[1] > 300 && chances.behind(1_000)[0] > 950);
            assert_eq!(chances.behind(mate_in(5)), [1000, 0, 0]);
            assert_eq!(chances.behind(mated_in(4)), [0, 0, 1000]);
        }
    }
}
