//! A score as chances: `UCI_ShowWDL`.

use nucleus_core::types::Score;
use nucleus_core::types::score::mate_plies;

/// Centipawns at which the side to move wins every second game: a logistic fit to 300 games of
/// the engine against itself at 5,000 nodes a move (`cargo run --release -p xtask -- fit-wdl 300 5000`).
const HALF: f64 = 118.1;
/// Centipawns by which the odds of winning grow e-fold; of the same fit.
const SCALE: f64 = 142.0;

/// Won, drawn and lost games of a thousand, from a score in centipawns or a mate.
///
/// The chance to win is a logistic function of the score, the chance to lose the same function of
/// the other side's score, and what is left is drawn.
pub fn chances(score: Score) -> [u32; 3] {
    if let Some(plies) = mate_plies(score) {
        return if plies > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let logistic = |x: f64| (1000.0 / (1.0 + ((HALF - x) / SCALE).exp())).round() as u32;
    let (won, lost) = (logistic(score.into()), logistic(-f64::from(score)));
    [won, 1000 - won - lost, lost]
}

#[cfg(test)]
mod tests {
    use super::chances;
    use nucleus_core::types::score::{mate_in, mated_in};

    #[test]
    fn chances_are_a_thousand_symmetric_and_rising() {
        let mut before = 0;
        for score in -3_000..=3_000 {
            let [won, drawn, lost] = chances(score);
            assert_eq!(won + drawn + lost, 1000, "{score}");
            assert_eq!(chances(-score), [lost, drawn, won]);
            assert!(won >= before);
            before = won;
        }
        assert!(chances(0)[1] > 300 && chances(1_000)[0] > 950);
        assert_eq!(chances(mate_in(5)), [1000, 0, 0]);
        assert_eq!(chances(mated_in(4)), [0, 0, 1000]);
    }
}
