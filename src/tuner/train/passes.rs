use std::sync::atomic::{AtomicBool, Ordering};

use nucleus_core::types::Random;
use nucleus_harness::progress::RunProgress;

use super::checkpoint::Checkpoint;
use super::model::{PassOptions, TrainedModel};
use super::state::TrainingState;
use crate::FileFault;
use crate::shuffle::shuffle;

/// The surroundings of a training: interrupt flag, progress, checkpoint.
pub struct TrainingContext<'a> {
    /// Flag that ends the training after the current step.
    pub interrupt: &'a AtomicBool,
    /// Shows the progress of the steps.
    pub progress: &'a mut dyn RunProgress,
    /// File of the training's state.
    pub checkpoint: Option<Checkpoint>,
}

/// The outcome of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// State at the end of the training.
    pub state: TrainingState,
    /// False if the training was interrupted.
    pub done: bool,
}

/// Trains a model. The same model and options give the same parameters, for any number of threads and
/// interruptions.
///
/// # Errors
/// If the checkpoint cannot be read or written, or belongs to another training.
pub fn train<M: TrainedModel>(
    model: &mut M,
    options: &PassOptions,
    context: TrainingContext<'_>,
) -> Result<Trained, FileFault> {
    let TrainingContext { interrupt, progress, checkpoint } = context;
    let identity = format!("{}, {options:?}", model.identity());
    let mut state = TrainingState::new(model);
    if let Some(file) = &checkpoint {
        file.read(&identity, &mut state)?;
    }
    let mut done = true;
    while state.passes < options.epochs && done {
        done = pass(model, options, &mut state, interrupt, &mut *progress);
        if done {
            state.end_pass(model);
            progress.say(&pass_line::<M>(&state));
        }
        if let Some(file) = &checkpoint {
            file.write(&identity, &state)?;
        }
    }
    Ok(Trained { state, done })
}

/// Describes the last pass.
fn pass_line<M: TrainedModel>(state: &TrainingState) -> String {
    let [training, validation, _] = state.curve.last().copied().unwrap_or_default();
    let [of_training, of_validation, _] = M::LOSSES.map(|name| name.replace('_', " "));
    format!("pass {}: {of_training} {training:.6}, {of_validation} {validation:.6}", state.passes)
}

/// Runs or continues a pass; returns false if it was interrupted.
fn pass<M: TrainedModel>(
    model: &mut M,
    options: &PassOptions,
    state: &mut TrainingState,
    interrupt: &AtomicBool,
    progress: &mut dyn RunProgress,
) -> bool {
    let order = order(model.positions(), options.seed, state.passes);
    let batch = options.batch.max(1);
    let batches = order.len().div_ceil(batch);
    let all = (batches * options.epochs as usize).max(1);
    let mut gradient = vec![0.0; state.parameters.len()];
    for positions in order.chunks(batch).skip(state.batches as usize) {
        if interrupt.load(Ordering::Relaxed) {
            return false;
        }
        let loss = model.gradient(&state.parameters, state.passes, positions, &mut gradient);
        let done = state.passes as usize * batches + state.batches as usize;
        let rate = options.rate_at(done as f64 / all as f64) as f32;
        let share = 1.0 / positions.len() as f32;
        state.adam.step(&mut state.parameters, &gradient, share, rate, options.decay as f32);
        model.bound(&mut state.parameters);
        state.batches += 1;
        state.loss += loss;
        progress.reached(done + 1, all);
        let shown = (state.batches as usize * batch).min(order.len());
        let mean = state.loss / shown as f64;
        progress.state(&format!("pass {}, loss {mean:.5}", state.passes + 1));
    }
    true
}

/// Returns the order of positions in a pass, which depends on the seed and the pass.
fn order(positions: usize, seed: u64, pass: u32) -> Vec<u32> {
    let mut order: Vec<u32> = (0..positions as u32).collect();
    let mut random = Random::new(Random::new(seed ^ u64::from(pass) << 40).bits());
    shuffle(&mut order, &mut random);
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// A model that learns the mean of its numbers.
    struct Mean(Vec<f32>);

    impl TrainedModel for Mean {
        const LOSSES: [&'static str; 3] = ["training", "held_out", "shift"];
        const BEST_COUNTS: bool = true;

        fn identity(&self) -> String {
            format!("{} numbers", self.0.len())
        }
        fn positions(&self) -> usize {
            self.0.len()
        }
        fn start(&self) -> Vec<f32> {
            vec![-3.0, 5.0]
        }
        fn gradient(&mut self, at: &[f32], _: u32, of: &[u32], sums: &mut [f32]) -> f64 {
            let away = of.iter().map(|&index| at[0] - self.0[index as usize]);
            sums.copy_from_slice(&[away.clone().sum(), 0.0]);
            away.map(|away| f64::from(away * away) / 2.0).sum()
        }
        fn bound(&self, at: &mut [f32]) {
            at[0] = at[0].min(4.0);
        }
        /// The second loss is least at 2, on the way to the mean.
        fn losses(&self, at: &[f32], training: f64) -> [f64; 3] {
            [training, f64::from((at[0] - 2.0).powi(2)), f64::from(at[1])]
        }
    }

    const OPTIONS: PassOptions =
        PassOptions { seed: 1, epochs: 8, batch: 30, rate: 0.3, last_rate: 0.5, decay: 0.0 };

    /// Ends the run after a number of steps.
    struct Stopper<'a>(&'a AtomicBool, usize);

    impl RunProgress for Stopper<'_> {
        fn reached(&mut self, steps: usize, _: usize) {
            self.0.store(steps == self.1, Ordering::Relaxed);
        }
        fn state(&mut self, _: &str) {}
        fn say(&mut self, _: &str) {}
    }

    fn run(
        checkpoint: Option<&Path>,
        stop: usize,
        options: &PassOptions,
    ) -> Result<Trained, String> {
        let interrupt = AtomicBool::new(false);
        let progress = &mut Stopper(&interrupt, stop);
        let checkpoint = checkpoint.map(|path| Checkpoint::new(path, true).unwrap());
        let mut model = Mean((0..200).map(|index| (index % 10) as f32).collect());
        let context = TrainingContext { interrupt: &interrupt, progress, checkpoint };
        train(&mut model, options, context).map_err(|error| error.to_string())
    }

    #[test]
    fn the_best_pass_is_kept_and_bounds_hold() {
        let Trained { state, done } = run(None, 0, &OPTIONS).unwrap();
        assert!(done && state.curve.len() == 9);
        assert_eq!(state.parameters, [4.0, 5.0], "the mean is 4.5, the bound 4");
        let (best, kept) = state.best.unwrap();
        let least = state.curve.iter().map(|losses| losses[1]).fold(f64::INFINITY, f64::min);
        assert_eq!(state.curve[best as usize][1], least);
        assert_eq!(f64::from((kept[0] - 2.0).powi(2)), least);
        assert!(state.curve[1][0] > state.curve[8][0] && state.curve[0][0].is_nan());
    }

    #[test]
    fn a_training_that_is_taken_up_again_is_the_same() {
        let once = run(None, 0, &OPTIONS).unwrap().state;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("training");
        for stop in [5, 16, 30] {
            let part = run(Some(&path), stop, &OPTIONS).unwrap();
            assert!(!part.done && part.state.adam.steps == stop as u64, "{stop}");
        }
        let resumed = run(Some(&path), 0, &OPTIONS).unwrap();
        assert!(resumed.done);
        assert_eq!(resumed.state.curve[1..], once.curve[1..]);
        assert_eq!((resumed.state.parameters, resumed.state.best), (once.parameters, once.best));
        let error = run(Some(&path), 0, &PassOptions { batch: 31, ..OPTIONS }).unwrap_err();
        assert!(error.contains("belongs to another run"), "{error}");
    }

    #[test]
    fn every_position_has_its_turn() {
        let first = order(1_000, 1, 0);
        assert_eq!(order(1_000, 1, 0), first);
        assert!(order(1_000, 1, 1) != first && order(1_000, 2, 0) != first);
        assert!(first.iter().take(500).filter(|&&index| index < 500).count() < 300, "{first:?}");
        let mut sorted = first;
        sorted.sort_unstable();
        assert!(sorted.iter().copied().eq(0..1_000));
    }

    #[test]
    fn the_rate_falls_from_the_first_to_the_last() {
        let options = PassOptions { rate: 2.0, last_rate: 0.02, ..OPTIONS };
        assert_eq!(options.rate_at(0.0), 2.0);
        assert!((options.rate_at(1.0) - 0.04).abs() < 1e-12);
        assert!((0..10).all(|at| {
            options.rate_at(f64::from(at) / 10.0) > options.rate_at(f64::from(at + 1) / 10.0)
        }));
    }
}
