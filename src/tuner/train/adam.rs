//! AdamW: Adam (Kingma, Ba 2015) with decoupled weight decay (Loshchilov, Hutter 2019).

use rayon::prelude::*;

/// Decay rate of the gradients' mean (beta 1).
const MEAN: f32 = 0.9;
/// Decay rate of the squared gradients' mean (beta 2).
const SQUARE: f32 = 0.999;
/// Number added to the root of the squares' mean, a divisor that may be zero.
const EPSILON: f32 = 1e-8;

/// State of the optimiser: running means of the gradients and of their squares.
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    /// Number of steps so far.
    pub steps: u64,
    /// Means of the gradients.
    pub means: Vec<f32>,
    /// Means of the squared gradients.
    pub squares: Vec<f32>,
}

impl Adam {
    /// Creates the state before the first step.
    pub fn new(parameters: usize) -> Self {
        let zeros = vec![0.0; parameters];
        Self { steps: 0, means: zeros.clone(), squares: zeros }
    }

    /// Takes a step of size `rate` against `share` times a gradient. Parameters decay towards zero by `decay`
    /// times the step size.
    pub fn step(
        &mut self,
        parameters: &mut [f32],
        gradient: &[f32],
        share: f32,
        rate: f32,
        decay: f32,
    ) {
        self.steps += 1;
        let steps = self.steps.min(1_000_000) as i32;
        let mean_share = 1.0 / (1.0 - MEAN.powi(steps));
        let square_share = 1.0 / (1.0 - SQUARE.powi(steps));
        const LENGTH: usize = 4_096;
        let chunks = parameters.par_chunks_mut(LENGTH);
        let means = self.means.par_chunks_mut(LENGTH).zip(self.squares.par_chunks_mut(LENGTH));
        chunks.zip(means).zip(gradient.par_chunks(LENGTH)).for_each(
            |((values, (means, squares)), gradient)| {
                let numbers = values.iter_mut().zip(means).zip(squares).zip(gradient);
                for (((value, mean), square), gradient) in numbers {
                    let gradient = gradient * share;
                    *mean = MEAN * *mean + (1.0 - MEAN) * gradient;
                    *square = SQUARE * *square + (1.0 - SQUARE) * gradient * gradient;
                    let slope = *mean * mean_share / ((*square * square_share).sqrt() + EPSILON);
                    *value -= rate * (slope + decay * *value);
                }
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bowl_is_descended_and_what_has_no_slope_stays() {
        let (mut adam, mut weights) = (Adam::new(3), vec![40.0, -30.0, 7.0]);
        for step in 0..2_000 {
            let gradient = [2.0 * (weights[0] - 3.0), 0.02 * (weights[1] - 5.0), 0.0];
            adam.step(&mut weights, &gradient, 1.0, 1.0 - step as f32 / 2_000.0, 0.0);
        }
        assert!((weights[0] - 3.0).abs() < 0.1 && (weights[1] - 5.0).abs() < 0.1, "{weights:?}");
        assert_eq!(weights[2], 7.0);
        adam.step(&mut weights, &[0.0; 3], 1.0, 0.5, 0.1);
        assert!((weights[2] - 6.65).abs() < 1e-5, "{weights:?}");
    }
}
