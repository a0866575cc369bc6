//! The state of a training.

use super::adamw::AdamW;
use super::options::TrainOptions;
use super::parameters::NetworkParameters;

/// The losses of a pass over the positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PassLosses {
    /// Passes so far.
    pub epoch: u32,
    /// The mean loss of the pass against what is learnt, the result and the score mixed.
    pub training: f64,
    /// The loss of the games held out against their results: −ln p of a position.
    pub held_out: f64,
}

/// The state of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingState {
    /// The weights.
    pub parameters: NetworkParameters,
    /// The state of the optimiser.
    pub adamw: AdamW,
    /// Whole passes so far.
    pub epoch: u32,
    /// Steps of the pass that has begun.
    pub batches: u64,
    /// The sum of its losses.
    pub loss: f64,
    /// Centipawns that are one unit of the logistic function.
    pub scale: f64,
    /// The losses of the whole passes.
    pub curve: Vec<PassLosses>,
}

impl TrainingState {
    /// Before the first step.
    pub fn new(options: &TrainOptions, scale: f64) -> Self {
        let TrainOptions { input_set, hidden, seed, .. } = *options;
        let parameters = NetworkParameters::random(input_set, hidden, seed);
        let adamw = AdamW::new(&parameters);
        Self { parameters, adamw, epoch: 0, batches: 0, loss: 0.0, scale, curve: Vec::new() }
    }
}
