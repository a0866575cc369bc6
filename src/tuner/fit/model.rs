//! The fit as a model to train; it keeps the pass with the least validation loss.

use super::loss::ResultLoss;
use super::rows::TraceRows;
use super::split::GameSplit;
use super::weights::{FitWeights, WeightPairs, to_values};
use crate::train::{PassOptions, TrainedModel, least_at};
use nucleus_core::eval::Values;
use nucleus_core::types::fnv1a;

/// Options of a fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitOptions {
    /// The passes; their seed also splits the games. The rate is about the most centipawns by which a weight
    /// moves in each of the first steps.
    pub passes: PassOptions,
    /// Standard deviation, in centipawns, of each weight's prior: a normal distribution around its start
    /// value (L2 regularisation towards it). A game counts as one observation, since its positions share a
    /// result. Infinity means no prior.
    pub spread: f64,
    /// K, the scale of the logistic function; `None` to fit it before the weights.
    pub k: Option<f64>,
}

impl Default for FitOptions {
    fn default() -> Self {
        let passes = PassOptions {
            seed: 1,
            epochs: 100,
            batch: 16_384,
            rate: 0.6,
            last_rate: 0.02,
            decay: 0.0,
        };
        Self { passes, spread: 60.0, k: None }
    }
}

/// Converts a K to a scale per centipawn. As in Elo's formula, odds of 10 to 1 correspond to 400
/// centipawns divided by K.
pub(super) fn per_centipawn(k: f64) -> f64 {
    k * std::f64::consts::LN_10 / 400.0
}

/// The weights as a model, fitted to the results of positions.
pub struct FitModel<'a> {
    weights: &'a FitWeights,
    pub(super) loss: ResultLoss<'a>,
    /// Training, validation and test games.
    pub split: GameSplit,
    /// K, the scale of the logistic function.
    pub k: f64,
    /// Strength of the prior, per position.
    towards_start: f64,
}

impl<'a> FitModel<'a> {
    /// Splits the games and, if the options have no K, fits the scale.
    ///
    /// # Errors
    /// If there are too few games.
    pub fn new(
        rows: &'a TraceRows,
        weights: &'a FitWeights,
        options: &FitOptions,
    ) -> Result<Self, String> {
        let split = GameSplit::checked(rows, options.passes.seed)?;
        let mut loss = ResultLoss::new(rows, 0.0);
        // The K that maximises the likelihood of the results for these weights.
        let k = options.k.unwrap_or_else(|| {
            least_at([0.0, 8.0], 1e-5, |k| {
                loss.scale = per_centipawn(k);
                loss.mean(&split.training, &weights.start)
            })
        });
        loss.scale = per_centipawn(k);
        let towards_start = 1.0 / (options.spread * options.spread * split.games[0] as f64);
        Ok(Self { weights, loss, split, k, towards_start })
    }

    /// Returns the weights in full centipawns, as files have them.
    pub fn values(&self, parameters: &[f32]) -> Values {
        to_values(&pairs(parameters))
    }
}

/// Returns parameters as pairs: middlegame and endgame of each weight.
fn pairs(parameters: &[f32]) -> WeightPairs {
    parameters.as_chunks().0.iter().map(|pair: &[f32; 2]| pair.map(f64::from)).collect()
}

impl TrainedModel for FitModel<'_> {
    const LOSSES: [&'static str; 3] = ["training", "validation", "test"];
    const BEST_COUNTS: bool = true;

    fn identity(&self) -> String {
        let FitWeights { start, ranges } = self.weights;
        let numbers = start.as_flattened().iter().chain(ranges.as_flattened());
        let hash = self.loss.rows.hash() ^ fnv1a(numbers.flat_map(|n| n.to_le_bytes()));
        let (positions, pull) = (self.loss.rows.len(), self.towards_start);
        format!("fit of {positions} positions {hash:016x}, K {}, pull {pull:e}", self.k)
    }

    fn positions(&self) -> usize {
        self.split.training.len()
    }

    fn start(&self) -> Vec<f32> {
        self.weights.start.as_flattened().iter().map(|&number| number as f32).collect()
    }

    fn gradient(
        &mut self,
        parameters: &[f32],
        _: u32,
        positions: &[u32],
        gradient: &mut [f32],
    ) -> f64 {
        let (weights, count) = (pairs(parameters), positions.len() as f64);
        let rows: Vec<u32> = positions.iter().map(|&at| self.split.training[at as usize]).collect();
        let found = self.loss.gradient(&rows, &weights);
        let slopes = found.gradient.as_flattened().iter().zip(weights.as_flattened());
        let slopes = slopes.zip(self.weights.start.as_flattened()).enumerate();
        for (into, (index, ((slope, weight), start))) in gradient.iter_mut().zip(slopes) {
            let free = self.weights.is_free(index / 2, index % 2);
            let slope = slope + count * self.towards_start * (weight - start);
            *into = if free { slope as f32 } else { 0.0 };
        }
        found.loss
    }

    fn bound(&self, parameters: &mut [f32]) {
        let mut weights = pairs(parameters);
        self.weights.clamp(&mut weights);
        let weights = weights.as_flattened().iter();
        parameters.iter_mut().zip(weights).for_each(|(to, &weight)| *to = weight as f32);
    }

    fn losses(&self, parameters: &[f32], _: f64) -> [f64; 3] {
        let (GameSplit { training, validation, test, .. }, weights) =
            (&self.split, pairs(parameters));
        [training, validation, test].map(|part| self.loss.mean(part, &weights))
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::{TraceEntry, TraceHead};
    use super::*;
    use crate::train::{Trained, TrainingContext, expected, train};
    use nucleus_core::eval::table::TABLE;
    use nucleus_core::types::Random;
    use nucleus_harness::progress::Silent;
    use std::sync::atomic::AtomicBool;

    /// Weights to move from their start values, and the change of each.
    const MOVED: [(&str, [f64; 2]); 3] = [
        ("material.knight", [25.0, 25.0]),
        ("king.shield_near", [-6.0, 9.0]),
        ("king.danger_3", [5.0, -12.0]),
    ];

    /// Returns positions with results as likely as the moved weights predict, with K = 1.1, and those
    /// weights.
    fn case(start: &FitWeights) -> (TraceRows, WeightPairs) {
        let mut truth = start.start.clone();
        let mut features = Vec::new();
        for (name, by) in MOVED {
            let at = TABLE
                .iter()
                .position(|row| row.name == name)
                .unwrap_or_else(|| panic!("{name}: {:?}", TABLE.map(|row| row.name)));
            features.push(at as u16);
            truth[at] = [truth[at][0] + by[0], truth[at][1] + by[1]];
        }
        let (mut rows, mut random) = (TraceRows::default(), Random::new(2));
        for position in 0..6_000 {
            let phase = random.below(25) as f64 / 24.0;
            let entries: Vec<_> = features
                .iter()
                .map(|&feature| TraceEntry { feature, units: random.below(7) as i16 - 3 })
                .collect();
            let value = entries.iter().map(|entry| {
                let [first, second] = truth[usize::from(entry.feature)];
                f64::from(entry.units) * (phase * first + (1.0 - phase) * second)
            });
            let result = expected(per_centipawn(1.1) * value.sum::<f64>()) as f32;
            let head = TraceHead { game: position / 5, result, ..TraceHead::default() };
            rows.push(TraceHead { phase: phase as f32, ..head }, entries);
        }
        (rows, truth)
    }

    #[test]
    fn the_weights_that_made_the_results_are_found() {
        let start = FitWeights::new(Values::compiled());
        let (rows, truth) = case(&start);
        let passes =
            PassOptions { epochs: 150, batch: 600, rate: 2.0, ..FitOptions::default().passes };
        let options = FitOptions { passes, spread: f64::INFINITY, k: Some(1.1) };
        let mut model = FitModel::new(&rows, &start, &options).unwrap();
        let (interrupt, progress) = (AtomicBool::new(false), &mut Silent);
        let context = TrainingContext { interrupt: &interrupt, progress, checkpoint: None };
        let Trained { state, .. } = train(&mut model, &options.passes, context).unwrap();
        let (best, found) = state.best.unwrap();
        assert!(state.curve[best as usize][2] < state.curve[0][2], "better on the test games");
        for (row, (found, truth)) in TABLE.iter().zip(pairs(&found).iter().zip(&truth)) {
            let far = (found[0] - truth[0]).abs().max((found[1] - truth[1]).abs());
            assert!(far < 1.0, "{}: {found:?}, not {truth:?}", row.name);
        }
        // The K of the weights that generated the results.
        let truth = FitWeights { start: truth, ..start.clone() };
        let model = FitModel::new(&rows, &truth, &FitOptions { k: None, ..options }).unwrap();
        assert!((model.k - 1.1).abs() < 1e-3, "{}", model.k);
    }
}
