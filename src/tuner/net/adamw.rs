//! AdamW: Adam with weight decay beside the gradient (Loshchilov and Hutter 2019).

use rayon::prelude::*;

use super::parameters::NetworkParameters;

/// The decay of the mean of gradients (beta 1).
const MEAN: f32 = 0.9;
/// The decay of the mean of their squares (beta 2).
const SQUARE: f32 = 0.999;
/// Keeps quotients finite.
const EPSILON: f32 = 1e-8;
/// Weights stay within this: 505 in units of a 255th and 127 in units of a 64th, so that the
/// quantised network's sums fit their integers.
pub const WIDEST: f32 = 1.98;

/// Means of gradients and of their squares.
#[derive(Clone, PartialEq, Debug)]
pub struct AdamW {
    /// Steps so far.
    pub steps: u64,
    /// Means of the gradients.
    pub means: Vec<f32>,
    /// Means of their squares.
    pub squares: Vec<f32>,
}

impl AdamW {
    /// Before the first step.
    pub fn new(parameters: &NetworkParameters) -> Self {
        let zeros = vec![0.0; parameters.values().len()];
        Self { steps: 0, means: zeros.clone(), squares: zeros }
    }

    /// Takes a step of size `rate` against a gradient times `share`; weights decay towards zero by the
    /// share `decay` of the step.
    pub fn step(
        &mut self,
        parameters: &mut NetworkParameters,
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
        let chunks = parameters.values_mut().par_chunks_mut(LENGTH);
        let means = self.means.par_chunks_mut(LENGTH).zip(self.squares.par_chunks_mut(LENGTH));
        chunks.zip(means).zip(gradient.par_chunks(LENGTH)).for_each(
            |((values, (means, squares)), gradient)| {
                let numbers = values.iter_mut().zip(means).zip(squares).zip(gradient);
                for (((value, mean), square), gradient) in numbers {
                    let gradient = gradient * share;
                    *mean = MEAN * *mean + (1.0 - MEAN) * gradient;
                    *square = SQUARE * *square + (1.0 - SQUARE) * gradient * gradient;
                    let slope = *mean * mean_share / ((*square * square_share).sqrt() + EPSILON);
                    *value = (*value - rate * (slope + decay * *value)).clamp(-WIDEST, WIDEST);
                }
            },
        );
    }
}
