use std::fmt::Write as _;

use super::adam::Adam;
use super::model::TrainedModel;

/// The state of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingState {
    /// Parameters of the model.
    pub parameters: Vec<f32>,
    /// The state of the optimiser.
    pub adam: Adam,
    /// Number of completed passes.
    pub passes: u32,
    /// Number of steps in the current pass.
    pub batches: u64,
    /// Sum of the current pass's losses.
    pub loss: f64,
    /// Losses after each pass; if the best pass counts, those of the start come first.
    pub curve: Vec<[f64; 3]>,
    /// Number of the best pass, 0 for the start, and its parameters, if the best pass counts.
    pub best: Option<(u32, Vec<f32>)>,
}

impl TrainingState {
    /// Creates the state before the first step.
    pub fn new<M: TrainedModel>(model: &M) -> Self {
        let parameters = model.start();
        let curve = M::BEST_COUNTS.then(|| model.losses(&parameters, f64::NAN));
        Self {
            adam: Adam::new(parameters.len()),
            passes: 0,
            batches: 0,
            loss: 0.0,
            curve: curve.into_iter().collect(),
            best: M::BEST_COUNTS.then(|| (0, parameters.clone())),
            parameters,
        }
    }

    /// Ends a pass: updates the curve and the best pass.
    pub fn end_pass<M: TrainedModel>(&mut self, model: &M) {
        model.end_pass(&mut self.parameters);
        let losses = model.losses(&self.parameters, self.loss / model.positions().max(1) as f64);
        self.passes += 1;
        if let Some((best, parameters)) = &mut self.best
            && losses[1] < self.curve[*best as usize][1]
        {
            *best = self.passes;
            parameters.clone_from(&self.parameters);
        }
        self.curve.push(losses);
        (self.batches, self.loss) = (0, 0.0);
    }

    /// Returns the losses of each pass as CSV.
    pub fn curve_csv<M: TrainedModel>(&self) -> String {
        let mut text = format!("pass,{}\n", M::LOSSES.join(","));
        let first = usize::from(!M::BEST_COUNTS);
        for (pass, [a, b, c]) in (first..).zip(&self.curve) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{pass},{a:.6},{b:.6},{c:.6}");
        }
        text
    }
}
