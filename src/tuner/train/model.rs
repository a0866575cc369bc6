/// A model to train: parameters, the loss of positions, and its gradient.
pub trait TrainedModel {
    /// Names of the losses after a pass: of training, of validation, and one that the model chooses.
    const LOSSES: [&'static str; 3];
    /// True to keep the pass with the least second loss, the start included; false to keep the last pass.
    const BEST_COUNTS: bool;

    /// Returns a description of the data and options that determine the outcome.
    fn identity(&self) -> String;

    /// Returns the number of training positions.
    fn positions(&self) -> usize;

    /// Returns the parameters before the first step.
    fn start(&self) -> Vec<f32>;

    /// Writes the sum of the loss's gradients over some positions; returns the sum of their losses.
    fn gradient(
        &mut self,
        parameters: &[f32],
        pass: u32,
        positions: &[u32],
        gradient: &mut [f32],
    ) -> f64;

    /// Moves parameters into their bounds, after each step.
    fn bound(&self, parameters: &mut [f32]);

    /// Changes parameters at the end of a pass; nothing by default.
    fn end_pass(&self, _parameters: &mut [f32]) {}

    /// Returns the losses after a pass; `training` is the mean loss of the positions during it.
    fn losses(&self, parameters: &[f32], training: f64) -> [f64; 3];
}

/// Options of the passes over the positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PassOptions {
    /// Seed of the order of positions.
    pub seed: u64,
    /// Number of passes.
    pub epochs: u32,
    /// Number of positions in a step.
    pub batch: usize,
    /// Size of the first step.
    pub rate: f64,
    /// Size of the last step, as a share of the first.
    pub last_rate: f64,
    /// Weight decay, as a share of each step.
    pub decay: f64,
}

impl PassOptions {
    /// Returns the step size after a share of all steps; it falls along half a cosine.
    pub fn rate_at(&self, done: f64) -> f64 {
        let falling = 0.5 * (1.0 + (std::f64::consts::PI * done).cos());
        self.rate * (self.last_rate + (1.0 - self.last_rate) * falling)
    }
}
