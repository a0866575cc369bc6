//! The gradient of many positions in threads.

use nucleus_core::kernels::{Choice, Kernel};
use nucleus_core::with_token;
use rayon::prelude::*;

use super::features::ActiveInputs;
use super::gradient::Activations;
use super::parameters::NetworkShape;
use super::position::TrainingPosition;
use crate::train::{cross_entropy, expected};

/// Parts of a batch: as many threads at most work on it. The sums of the parts are added in their
/// order, so that the gradient is the same for any number of threads.
const PARTS: usize = 16;

/// A position that is shown, and what it is to be worth.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The position.
    pub position: &'a TrainingPosition,
    /// True when it is shown mirrored.
    pub mirrored: bool,
    /// The expected result.
    pub target: f64,
}

/// The gradients of the parts of a batch, which are zero between batches.
pub struct BatchGradient {
    shape: NetworkShape,
    parts: Vec<(Vec<f32>, Activations, ActiveInputs)>,
}

impl BatchGradient {
    /// For networks of a shape.
    pub fn new(shape: NetworkShape) -> Self {
        let part = || {
            let (hidden, input_set) = (shape.hidden, shape.input_set);
            (vec![0.0; shape.numbers()], Activations::new(hidden), ActiveInputs::new(input_set))
        };
        Self { shape, parts: std::iter::repeat_with(part).take(PARTS).collect() }
    }

    /// Writes the sum of the gradients of a batch's positions, which `shown` names; returns the sum of
    /// their losses.
    pub fn sum<'a>(
        &mut self,
        network: &[f32],
        count: usize,
        shown: impl Fn(usize) -> Shown<'a> + Sync,
        sums: &mut [f32],
    ) -> f64 {
        let shape = self.shape;
        let network = shape.parts(network);
        let parts = self.parts.par_iter_mut().enumerate();
        let losses = parts.map(|(part, (gradient, activations, active))| {
            let places = count * part / PARTS..count * (part + 1) / PARTS;
            // In a function with the level's features: wide registers, and the same sums.
            with_token!(Choice::best(), token => token.outlined(|| {
                let mut loss = 0.0;
                for Shown { position, mirrored, target } in places.map(&shown) {
                    active.read(token, position, mirrored);
                    let value = f64::from(activations.value(&network, active));
                    loss += cross_entropy(value, target);
                    let slope = (expected(value) - target) as f32;
                    activations.add_gradient(&network, active, slope, shape.parts_mut(gradient));
                }
                loss
            }))
        });
        let losses: Vec<f64> = losses.collect();
        self.take(sums);
        losses.iter().sum()
    }

    /// Writes the sums of the parts' gradients, which are zero afterwards.
    fn take(&mut self, sums: &mut [f32]) {
        const LENGTH: usize = 4_096;
        let mut chunks: Vec<(&mut [f32], Vec<&mut [f32]>)> =
            sums.chunks_mut(LENGTH).map(|sums| (sums, Vec::new())).collect();
        for (gradient, ..) in &mut self.parts {
            let parts = gradient.chunks_mut(LENGTH);
            chunks.iter_mut().zip(parts).for_each(|((_, chunk), part)| chunk.push(part));
        }
        chunks.par_iter_mut().for_each(|(sums, parts)| {
            sums.fill(0.0);
            for part in parts {
                for (sum, value) in sums.iter_mut().zip(part.iter_mut()) {
                    *sum += std::mem::take(value);
                }
            }
        });
    }
}
