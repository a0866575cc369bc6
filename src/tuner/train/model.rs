/// A model that is trained: parameters, the loss of positions and its gradient.
pub trait TrainedModel {
    /// The losses after a pass: of the training, of positions that are not trained on, and a third.
    const LOSSES: [&'static str; 3];
    /// True if the pass with the least second loss counts, the start among them; false if the last does.
    const BEST_COUNTS: bool;

    /// Returns the data and the options in words, which decide the outcome.
    fn identity(&self) -> String;

    /// Returns the number of positions that are trained on.
    fn positions(&self) -> usize;

    /// Returns the parameters before the first step.
    fn start(&self) -> Vec<f32>;

    /// Writes the gradient of the loss of some positions, summed; returns the sum of their losses.
    fn gradient(
        &mut self,
        parameters: &[f32],
        pass: u32,
        positions: &[u32],
        gradient: &mut [f32],
    ) -> f64;

    /// Moves parameters into their bounds, after each step.
    fn bound(&self, parameters: &mut [f32]);

    /// Changes parameters at the end of a pass.
    fn end_pass(&self, _parameters: &mut [f32]) {}

    /// Returns the losses after a pass; `training` is the mean loss of the positions as it went.
    fn losses(&self, parameters: &[f32], training: f64) -> [f64; 3];
}

/// The options of the passes over the positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PassOptions {
    /// Chooses the order of positions.
    pub seed: u64,
    /// Passes over the positions.
    pub epochs: u32,
    /// Positions of a step.
    pub batch: usize,
    /// The size of the first step.
    pub rate: f64,
    /// The size of the last step, as a share of the first.
    pub last_rate: f64,
    /// Weight decay.
    pub decay: f64,
}

impl PassOptions {
    /// The size of a step when a share of all steps is done: it falls by half a cosine.
    pub fn rate_at(&self, done: f64) -> f64 {
        let falling = 0.5 * (1.0 + (std::f64::consts::PI * done).cos());
        self.rate * (self.last_rate + (1.0 - self.last_rate) * falling)
    }
}
