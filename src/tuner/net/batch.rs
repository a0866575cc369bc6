//! The gradient of many positions, computed in threads.

use nucleus_core::kernels::{Choice, Kernel};
use nucleus_core::with_token;
use rayon::prelude::*;

use super::features::ActiveInputs;
use super::gradient::Activations;
use super::parameters::NetworkShape;
use super::position::TrainingPosition;
use crate::train::{cross_entropy, expected};

/// Number of parts of a batch, and the most threads that work on it. The parts' sums are added in order, so
/// that the gradient is the same for any number of threads.
const PARTS: usize = 16;

/// A position of a batch, with its target.
#[derive(Clone, Copy, Debug)]
pub struct ShownPosition<'a> {
    /// The position, for the side to move.
    pub position: &'a TrainingPosition,
    /// True to mirror the position left to right.
    pub mirrored: bool,
    /// The target: an expected result from 0 to 1.
    pub target: f64,
}

/// The gradients of a batch's parts, zero between batches.
pub struct BatchGradient {
    shape: NetworkShape,
    parts: Vec<(Vec<f32>, Activations, ActiveInputs)>,
}

impl BatchGradient {
    /// Creates zero gradients for networks of a shape.
    pub fn new(shape: NetworkShape) -> Self {
        let part = || {
            let (hidden, input_set) = (shape.hidden, shape.input_set);
            (vec![0.0; shape.numbers()], Activations::new(hidden), ActiveInputs::new(input_set))
        };
        Self { shape, parts: std::iter::repeat_with(part).take(PARTS).collect() }
    }

    /// Writes the sum of the gradients of the positions that `shown` returns; returns the sum of their
    /// losses.
    pub fn sum<'a>(
        &mut self,
        network: &[f32],
        count: usize,
        shown: impl Fn(usize) -> ShownPosition<'a> + Sync,
        sums: &mut [f32],
    ) -> f64 {
        let shape = self.shape;
        let network = shape.parts(network);
        let parts = self.parts.par_iter_mut().enumerate();
        let losses = parts.map(|(part, (gradient, activations, active))| {
            let places = count * part / PARTS..count * (part + 1) / PARTS;
            // Outlined with the level's target features, for wider registers; the sums stay the same.
            with_token!(Choice::best(), token => token.outlined(|| {
                let mut loss = 0.0;
                for ShownPosition { position, mirrored, target } in places.map(&shown) {
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

    /// Writes the sum of the parts' gradients and sets them to zero.
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
