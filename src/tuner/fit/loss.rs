//! The loss, −ln p of games' results given the values of their positions, and its gradient.

use rayon::prelude::*;

use super::rows::{TraceRow, TraceRows};
use super::weights::WeightPairs;
use crate::train::{cross_entropy, expected};
use nucleus_core::eval::table::TABLE;

/// Positions in a partial sum. Partial sums are added in order, so that the sum does not depend on
/// the number of threads.
const TOGETHER: usize = 512;

/// The mean of −ln p over positions, where p is the likelihood of the result. For a win it is the
/// logistic function of the position's value; a draw counts as half a win and half a loss.
pub struct ResultLoss<'a> {
    /// Positions of the loss.
    pub rows: &'a TraceRows,
    /// Scale of the logistic function, per centipawn.
    pub scale: f64,
}

/// A sum of losses, and of their gradients.
#[derive(Clone, PartialEq, Debug)]
pub struct LossGradient {
    /// Sum of the losses.
    pub loss: f64,
    /// Sum of the gradients, by weight.
    pub gradient: WeightPairs,
}

/// A weight's middlegame and endgame value, or its untapered value at index 2.
type WeightParts = [f64; 4];

/// A position's value with its derivatives.
struct Valued {
    /// Value for White, in centipawns.
    value: f64,
    /// Derivatives of the value with respect to the tapered part, and to the rest.
    slopes: [f64; 2],
}

impl<'a> ResultLoss<'a> {
    /// Creates the loss of these positions; `scale` is per centipawn.
    pub fn new(rows: &'a TraceRows, scale: f64) -> Self {
        Self { rows, scale }
    }

    fn parts(weights: &WeightPairs) -> Vec<WeightParts> {
        let pairs = TABLE.iter().zip(weights);
        let parts = pairs.map(|(row, &[first, second])| match row.tapered {
            true => [first, second, 0.0, 0.0],
            false => [0.0, 0.0, first, 0.0],
        });
        parts.collect()
    }

    fn valued(weights: &[WeightParts], row: &TraceRow<'_>) -> Valued {
        let mut sums = [0.0; 4];
        for entry in row.entries {
            let units = f64::from(entry.units);
            let weight = &weights[usize::from(entry.feature)];
            for (sum, weight) in sums.iter_mut().zip(weight) {
                *sum += units * weight;
            }
        }
        let head = &row.head;
        let phase = f64::from(head.phase);
        let tapered = phase * sums[0] + (1.0 - phase) * sums[1];
        let bound = f64::from(head.bound);
        let total = sums[2] + tapered.clamp(-bound, bound);
        let left = f64::from(head.scale[usize::from(total <= 0.0)]);
        // Beyond the bound, the tapered weights do not change the value.
        let seen = if tapered.abs() < bound { left } else { 0.0 };
        Valued { value: total * left, slopes: [seen, left] }
    }

    /// Returns the mean loss over positions, or zero if there are none.
    pub fn mean(&self, rows: &[u32], weights: &WeightPairs) -> f64 {
        let weights = Self::parts(weights);
        let sums: Vec<f64> = rows
            .par_chunks(TOGETHER)
            .map(|chunk| {
                let loss = |&number: &u32| {
                    let row = self.rows.row(number as usize);
                    let value = Self::valued(&weights, &row).value;
                    cross_entropy(self.scale * value, f64::from(row.head.result))
                };
                chunk.iter().map(loss).sum()
            })
            .collect();
        sums.iter().sum::<f64>() / rows.len().max(1) as f64
    }

    /// Returns the sum of losses over positions, with its gradient.
    pub fn gradient(&self, rows: &[u32], weights: &WeightPairs) -> LossGradient {
        let weights = Self::parts(weights);
        let sums: Vec<(f64, Vec<WeightParts>)> =
            rows.par_chunks(TOGETHER).map(|chunk| self.sum(chunk, &weights)).collect();
        let mut total = LossGradient { loss: 0.0, gradient: vec![[0.0; 2]; weights.len()] };
        for (loss, gradient) in &sums {
            total.loss += loss;
            for ((pair, sum), row) in total.gradient.iter_mut().zip(gradient).zip(&TABLE) {
                let more = if row.tapered { [sum[0], sum[1]] } else { [sum[2], 0.0] };
                *pair = [pair[0] + more[0], pair[1] + more[1]];
            }
        }
        total
    }

    fn sum(&self, rows: &[u32], weights: &[WeightParts]) -> (f64, Vec<WeightParts>) {
        let (mut total, mut gradient) = (0.0, vec![[0.0; 4]; weights.len()]);
        for &number in rows {
            let row = self.rows.row(number as usize);
            let Valued { value, slopes } = Self::valued(weights, &row);
            let (x, result) = (self.scale * value, f64::from(row.head.result));
            total += cross_entropy(x, result);
            let slope = (expected(x) - result) * self.scale;
            let phase = f64::from(row.head.phase);
            let [tapered, plain] = slopes.map(|part| part * slope);
            let by = [tapered * phase, tapered * (1.0 - phase), plain, 0.0];
            for entry in row.entries {
                let units = f64::from(entry.units);
                let sums = &mut gradient[usize::from(entry.feature)];
                for (sum, by) in sums.iter_mut().zip(&by) {
                    *sum += units * by;
                }
            }
        }
        (total, gradient)
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::{TraceEntry, TraceHead};
    use super::super::weights::FitWeights;
    use super::*;
    use nucleus_core::eval::Values;
    use nucleus_core::types::Random;

    /// Returns random positions with draw rules and bounds.
    fn random_rows(count: usize, random: &mut Random) -> TraceRows {
        let mut rows = TraceRows::default();
        for _ in 0..count {
            let head = TraceHead {
                game: random.below(50) as u32,
                result: random.below(3) as f32 / 2.0,
                phase: random.unit() as f32,
                scale: [1.0, [1.0, 0.5][random.below(2)]],
                bound: [f32::INFINITY, 150.0][random.below(2)],
            };
            let mut units = |feature| TraceEntry { feature, units: random.below(3) as i16 - 1 };
            let entries: Vec<_> = (0..TABLE.len() as u16).step_by(29).map(&mut units).collect();
            rows.push(head, entries);
        }
        rows
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut random = Random::new(5);
        let rows = random_rows(700, &mut random);
        let (weights, loss) = (FitWeights::new(Values::compiled()), ResultLoss::new(&rows, 0.006));
        let all: Vec<u32> = (0..rows.len() as u32).collect();
        let analytic = loss.gradient(&all, &weights.start);
        assert!((analytic.loss / 700.0 - loss.mean(&all, &weights.start)).abs() < 1e-12);
        for number in (0..TABLE.len()).step_by(29) {
            for half in 0..2 {
                if !TABLE[number].tapered && half == 1 {
                    assert_eq!(analytic.gradient[number][half], 0.0);
                    continue;
                }
                let at = |step: f64| {
                    let mut weights = weights.start.clone();
                    weights[number][half] += step;
                    loss.mean(&all, &weights) * 700.0
                };
                // The step is so small that no position reaches its bound within it.
                let step = 1e-5;
                let slope = (at(step) - at(-step)) / (2.0 * step);
                let difference = (slope - analytic.gradient[number][half]).abs();
                assert!(difference < 1e-4 * slope.abs().max(1.0), "{number} {half}: {slope}");
            }
        }
    }

    #[test]
    fn sums_do_not_depend_on_the_number_of_threads() {
        let rows = random_rows(5_000, &mut Random::new(9));
        let (weights, loss) = (FitWeights::new(Values::compiled()), ResultLoss::new(&rows, 0.004));
        let all: Vec<u32> = (0..rows.len() as u32).collect();
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let start = &weights.start;
            pool.install(|| (loss.gradient(&all, start), loss.mean(&all, start)))
        };
        assert_eq!(run(1), run(2));
        assert_eq!(run(1), run(7));
    }
}
