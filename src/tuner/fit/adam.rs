//! Gradient descent with a step of its own for each weight (Adam; Kingma and Ba, 2015).

use super::model::WeightPairs;

/// Decay of the mean of gradients.
const MEAN: f64 = 0.9;
/// Decay of the mean of their squares.
const SQUARE: f64 = 0.999;
/// Keeps steps finite where the gradient is zero.
const EPSILON: f64 = 1e-10;

/// The state of a descent.
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    /// Means of gradients.
    pub means: WeightPairs,
    /// Means of their squares.
    pub squares: WeightPairs,
    /// Steps so far.
    pub steps: u64,
}

impl Adam {
    /// Before the first step.
    pub fn new(weights: usize) -> Self {
        Self { means: vec![[0.0; 2]; weights], squares: vec![[0.0; 2]; weights], steps: 0 }
    }

    /// A step against the gradient; `rate` is about the most that a weight moves.
    pub fn step(&mut self, weights: &mut WeightPairs, gradient: &WeightPairs, rate: f64) {
        self.steps += 1;
        let steps = self.steps.min(i32::MAX as u64) as i32;
        let (of_mean, of_square) = (1.0 - MEAN.powi(steps), 1.0 - SQUARE.powi(steps));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, gradient), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            for half in 0..2 {
                let slope = gradient[half];
                mean[half] = MEAN * mean[half] + (1.0 - MEAN) * slope;
                square[half] = SQUARE * square[half] + (1.0 - SQUARE) * slope * slope;
                let (mean, square) = (mean[half] / of_mean, square[half] / of_square);
                weight[half] -= rate * mean / (square.sqrt() + EPSILON);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bowl_is_descended_and_what_has_no_slope_stays() {
        let (mut adam, mut weights) = (Adam::new(2), vec![[40.0, -30.0], [7.0, 7.0]]);
        for step in 0..2_000 {
            let [first, second] = weights[0];
            let gradient = vec![[2.0 * (first - 3.0), 0.02 * (second - 5.0)], [0.0; 2]];
            adam.step(&mut weights, &gradient, 1.0 - f64::from(step) / 2_000.0);
        }
        assert!((weights[0][0] - 3.0).abs() < 0.1 && (weights[0][1] - 5.0).abs() < 0.1);
        assert_eq!(weights[1], [7.0, 7.0]);
    }
}
