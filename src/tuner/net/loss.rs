//! The loss, and the scale of scores.

use nucleus_core::types::Score;

use crate::data::TrainingPosition;

/// The expected result, 0 to 1, of a value in units of the logistic function.
pub fn expected(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// The cross entropy of a result or an expected one, 0 to 1, and a value: −ln p for a game won.
pub fn cross_entropy(value: f64, target: f64) -> f64 {
    // ln(1 + e^value) without overflow.
    value.max(0.0) + (-value.abs()).exp().ln_1p() - target * value
}

/// The target of a position: its game's result and its score's expected result, mixed.
pub fn target(position: &TrainingPosition, result_share: f64, scale: f64) -> f64 {
    let result = f64::from(position.result) / 2.0;
    result_share * result + (1.0 - result_share) * expected(f64::from(position.score) / scale)
}

/// Centipawns that are one unit of the logistic function: those with which the scores make the
/// results likeliest.
pub fn fitted_scale(positions: &[TrainingPosition]) -> f64 {
    // More say nothing more about one number.
    let step = positions.len().div_ceil(1 << 18).max(1);
    let pairs = positions.iter().step_by(step);
    scale_of(pairs.map(|position| (position.score, position.result)))
}

/// The loss of the evaluation by hand on positions, with the scale that fits it best there.
pub fn hand_loss(positions: &[TrainingPosition], by_hand: &[Score]) -> f64 {
    let pairs = || {
        let values = by_hand.iter().zip(positions);
        values.map(|(&value, position)| (value, position.result))
    };
    mean_loss(pairs(), scale_of(pairs()))
}

/// The mean cross entropy of scores and results.
fn mean_loss(pairs: impl Iterator<Item = (Score, u8)>, scale: f64) -> f64 {
    let losses = pairs
        .map(|(score, result)| cross_entropy(f64::from(score) / scale, f64::from(result) / 2.0));
    let (sum, count) = losses.fold((0.0, 0.0), |(sum, count), loss| (sum + loss, count + 1.0));
    sum / f64::max(count, 1.0)
}

/// The scale with the least loss, by golden section.
fn scale_of(pairs: impl Iterator<Item = (Score, u8)>) -> f64 {
    let pairs: Vec<_> = pairs.collect();
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    // The loss is convex in one over the scale.
    let at = |inverse: f64| mean_loss(pairs.iter().copied(), 1.0 / inverse);
    let (mut low, mut high) = (1.0 / 4_000.0, 1.0 / 20.0);
    let (mut first, mut second) = (high - golden * (high - low), low + golden * (high - low));
    let (mut of_first, mut of_second) = (at(first), at(second));
    while high - low > 1e-6 {
        if of_first <= of_second {
            (high, second, of_second) = (second, first, of_first);
            first = high - golden * (high - low);
            of_first = at(first);
        } else {
            (low, first, of_first) = (first, second, of_second);
            second = low + golden * (high - low);
            of_second = at(second);
        }
    }
    2.0 / (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::types::Random;

    #[test]
    fn the_loss_of_a_certain_result_is_its_logarithm() {
        for value in [-40.0, -1.5, 0.0, 0.3, 50.0] {
            assert!((cross_entropy(value, 1.0) + expected(value).ln()).abs() < 1e-9, "{value}");
        }
        let sure = cross_entropy(-800.0, 1.0);
        assert!((sure - 800.0).abs() < 1e-9, "no infinity");
    }

    #[test]
    fn the_scale_of_the_results_is_found() {
        let mut random = Random::new(1);
        let positions: Vec<_> = (0..40_000)
            .map(|_| {
                let score = random.below(801) as Score - 400;
                let won = random.unit() < expected(f64::from(score) / 170.0);
                TrainingPosition { score, result: u8::from(won) * 2, ..Default::default() }
            })
            .collect();
        let scale = fitted_scale(&positions);
        assert!((scale - 170.0).abs() < 6.0, "{scale}");
        let scores: Vec<_> = positions.iter().map(|position| position.score / 2).collect();
        let whole: Vec<_> = positions.iter().map(|position| position.score).collect();
        let losses = [hand_loss(&positions, &scores), hand_loss(&positions, &whole)];
        assert!((losses[0] - losses[1]).abs() < 1e-3, "each at its own scale: {losses:?}");
    }
}
