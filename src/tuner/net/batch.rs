//! The gradient of many positions in threads.

use nucleus_core::eval::network::InputSet;
use nucleus_core::kernels::{Choice, Kernel};
use nucleus_core::with_token;
use rayon::prelude::*;

use super::features::ActiveInputs;
use super::gradient::Activations;
use super::loss::{cross_entropy, expected};
use super::parameters::NetworkParameters;
use crate::data::TrainingPosition;

/// Parts of a batch: as many threads at most work on it. The sums of the parts are added in their
/// order, so that the gradient is the same for any number of threads.
pub const PARTS: usize = 16;

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

/// The gradients of the parts of a batch.
pub struct BatchGradient {
    parts: Vec<(NetworkParameters, Activations, ActiveInputs)>,
}

impl BatchGradient {
    /// For networks with these inputs and so many hidden units.
    pub fn new(input_set: InputSet, hidden: usize) -> Self {
        let part = || {
            let gradient = NetworkParameters::zeros(input_set, hidden);
            (gradient, Activations::new(hidden), ActiveInputs::new(input_set))
        };
        Self { parts: std::iter::repeat_with(part).take(PARTS).collect() }
    }

    /// Adds the gradients of a batch's positions, which `shown` names; returns the sum of their
    /// losses.
    pub fn add<'a>(
        &mut self,
        network: &NetworkParameters,
        count: usize,
        shown: impl Fn(usize) -> Shown<'a> + Sync,
    ) -> f64 {
        let network = network.parts();
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
                    activations.add_gradient(&network, active, slope, gradient);
                }
                loss
            }))
        });
        let losses: Vec<f64> = losses.collect();
        losses.iter().sum()
    }

    /// Writes the sums of the parts' gradients, which are zero afterwards.
    pub fn take(&mut self, sums: &mut [f32]) {
        const LENGTH: usize = 4_096;
        let mut chunks: Vec<(&mut [f32], Vec<&mut [f32]>)> =
            sums.chunks_mut(LENGTH).map(|sums| (sums, Vec::new())).collect();
        for (gradient, ..) in &mut self.parts {
            let parts = gradient.values_mut().chunks_mut(LENGTH);
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
