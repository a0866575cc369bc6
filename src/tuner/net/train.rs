//! All passes over the positions.

use std::sync::atomic::{AtomicBool, Ordering};

use nucleus_core::kernels::portable;
use nucleus_harness::progress::RunProgress;
use rayon::prelude::*;

use super::batch::{BatchGradient, Shown};
use super::checkpoint::{CheckpointFault, TrainingCheckpoint};
use super::features::ActiveInputs;
use super::gradient::Activations;
use super::loss::{cross_entropy, fitted_scale, target};
use super::options::TrainOptions;
use super::order::{is_mirrored, order};
use super::parameters::NetworkParameters;
use super::quantise::narrow;
use super::state::{PassLosses, TrainingState};
use crate::data::{TrainingPosition, TrainingSet};

/// The surroundings of a training: a signal, progress, a file.
pub struct TrainingContext<'a> {
    /// Ends it, once set, after the step.
    pub interrupt: &'a AtomicBool,
    /// The progress of the steps.
    pub progress: &'a mut dyn RunProgress,
    /// The file of the training.
    pub checkpoint: Option<TrainingCheckpoint>,
}

/// The outcome of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// The state at its end.
    pub state: TrainingState,
    /// False when it was interrupted.
    pub whole: bool,
}

/// Trains a network.
///
/// # Errors
/// When the checkpoint cannot be read or written.
pub fn train(
    set: &TrainingSet,
    options: &TrainOptions,
    context: TrainingContext<'_>,
) -> Result<Trained, CheckpointFault> {
    let TrainingContext { interrupt, progress, checkpoint } = context;
    let read = checkpoint.as_ref().map_or(Ok(None), |file| file.read(set, options))?;
    let mut state = read.unwrap_or_else(|| {
        let scale = options.scale.unwrap_or_else(|| fitted_scale(&set.training));
        TrainingState::new(options, scale)
    });
    let mut gradient = BatchGradient::new(options.input_set, options.hidden);
    let mut whole = true;
    while state.epoch < options.epochs && whole {
        whole = pass(set, options, &mut state, &mut gradient, interrupt, &mut *progress);
        if whole {
            narrow(&mut state.parameters);
            let held_out = held_out_loss(&state.parameters, &set.held_out);
            let training = state.loss / set.training.len().max(1) as f64;
            state.epoch += 1;
            state.curve.push(PassLosses { epoch: state.epoch, training, held_out });
            (state.batches, state.loss) = (0, 0.0);
            progress.say(&format!(
                "pass {}: training {training:.6}, held out {held_out:.6}",
                state.epoch
            ));
        }
        if let Some(checkpoint) = &checkpoint {
            checkpoint.write(set, options, &state)?;
        }
    }
    Ok(Trained { state, whole })
}

/// Goes on with a pass; false when it was interrupted.
fn pass(
    set: &TrainingSet,
    options: &TrainOptions,
    state: &mut TrainingState,
    gradient: &mut BatchGradient,
    interrupt: &AtomicBool,
    progress: &mut dyn RunProgress,
) -> bool {
    let order = order(set.training.len(), options.seed, state.epoch);
    let batches = order.len().div_ceil(options.batch);
    let all = (batches * options.epochs as usize).max(1);
    let mut sums = vec![0.0; state.parameters.values().len()];
    for batch in order.chunks(options.batch).skip(state.batches as usize) {
        if interrupt.load(Ordering::Relaxed) {
            return false;
        }
        let shown = |index: usize| {
            let index = batch[index];
            let position = &set.training[index as usize];
            let mirrored = options.mirror && is_mirrored(options.seed, state.epoch, index);
            Shown {
                position,
                mirrored,
                target: target(position, options.result_share, state.scale),
            }
        };
        let loss = gradient.add(&state.parameters, batch.len(), shown);
        gradient.take(&mut sums);
        let done = state.epoch as usize * batches + state.batches as usize;
        let rate = rate(options, done as f64 / all as f64) as f32;
        let share = 1.0 / batch.len() as f32;
        state.adamw.step(&mut state.parameters, &sums, share, rate, options.decay as f32);
        state.batches += 1;
        state.loss += loss;
        progress.reached(done + 1, all);
        let shown = (state.batches as usize * options.batch).min(order.len());
        let mean = state.loss / shown as f64;
        progress.state(&format!("pass {}, loss {mean:.5}", state.epoch + 1));
    }
    true
}

/// The size of a step when a share of all steps is done: half a cosine.
fn rate(options: &TrainOptions, done: f64) -> f64 {
    let TrainOptions { rate, last_rate, .. } = *options;
    let falling = 0.5 * (1.0 + (std::f64::consts::PI * done).cos());
    rate * (last_rate + (1.0 - last_rate) * falling)
}

/// The mean loss of positions against their games' results.
pub fn held_out_loss(parameters: &NetworkParameters, positions: &[TrainingPosition]) -> f64 {
    /// Positions whose losses are added before those of others.
    const PART: usize = 1_024;
    let network = parameters.parts();
    let losses = positions.par_chunks(PART).map(|positions| {
        let mut activations = Activations::new(parameters.hidden());
        let mut active = ActiveInputs::new(parameters.input_set());
        let losses = positions.iter().map(|position| {
            active.read(portable::Token, position, false);
            let value = activations.value(&network, &active);
            cross_entropy(f64::from(value), f64::from(position.result) / 2.0)
        });
        losses.sum::<f64>()
    });
    let losses: Vec<f64> = losses.collect();
    losses.iter().sum::<f64>() / positions.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::board::{Board, RulesBoard, Setup};
    use nucleus_core::eval::network::InputSet;
    use nucleus_core::movegen::{ALL, generate};
    use nucleus_core::notation::pgn::Outcome;
    use nucleus_core::types::{Color, MoveList, Random, Score};
    use nucleus_harness::progress::Silent;

    /// Positions of random games, each with a result of its own that nothing but its pieces tell.
    fn positions(count: usize) -> Vec<TrainingPosition> {
        let mut random = Random::new(1);
        let start = RulesBoard::new(&Setup::start(), portable::Token);
        let (mut board, mut positions) = (start, Vec::new());
        while positions.len() < count {
            let mut moves = MoveList::new();
            generate::<_, ALL>(&board, &mut moves);
            if moves.is_empty() || board.state().fullmove > 60 {
                board = start;
                continue;
            }
            board = board.after(moves[random.below(moves.len())]);
            let won = Color::ALL[random.below(2)];
            let score = if won == board.side() { 300 } else { -300 };
            positions.push(TrainingPosition::of(&board, score as Score, Outcome::Win(won)));
        }
        positions
    }

    fn set(count: usize) -> TrainingSet {
        let mut training = positions(count + 100);
        let held_out = training.split_off(count);
        TrainingSet { training, held_out, ..TrainingSet::default() }
    }

    fn options() -> TrainOptions {
        TrainOptions {
            hidden: 32,
            epochs: 3,
            batch: 64,
            scale: Some(170.0),
            ..TrainOptions::default()
        }
    }

    fn trained(set: &TrainingSet, options: &TrainOptions, threads: usize) -> TrainingState {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let interrupt = AtomicBool::new(false);
            let context =
                TrainingContext { interrupt: &interrupt, progress: &mut Silent, checkpoint: None };
            train(set, options, context)
        })
        .unwrap()
        .state
    }

    /// Results without a rule are learnt by heart: the gradient leads where it should.
    #[test]
    fn a_few_thousand_positions_are_learnt_by_heart() {
        let set = set(2_000);
        let options = TrainOptions {
            epochs: 60,
            rate: 1e-2,
            decay: 0.0,
            result_share: 1.0,
            mirror: false,
            ..options()
        };
        for input_set in [InputSet::Pieces, InputSet::Guarded, InputSet::Cells] {
            // Five times as many inputs are set, which all move together.
            let rate = if input_set == InputSet::Cells { 2e-3 } else { 1e-2 };
            let options = TrainOptions { input_set, rate, ..options.clone() };
            let state = trained(&set, &options, 2);
            let (first, last) = (state.curve[0], state.curve[59]);
            let highest = if input_set == InputSet::Pieces { 0.8 } else { 0.85 };
            assert!((0.6..highest).contains(&first.training), "{input_set:?} {first:?}");
            let learnt = if input_set == InputSet::Cells { 0.1 } else { 0.05 };
            assert!(last.training < learnt, "{input_set:?} {last:?}");
            assert!(last.held_out > 0.7, "nothing was to be learnt for these: {last:?}");
        }
    }

    #[test]
    fn the_same_network_for_any_number_of_threads() {
        let set = set(1_000);
        let once = trained(&set, &options(), 1);
        for threads in [2, 5] {
            assert_eq!(trained(&set, &options(), threads), once);
        }
        let other = TrainOptions { seed: 2, ..options() };
        assert_ne!(trained(&set, &other, 1).parameters, once.parameters);
        for input_set in [InputSet::Guarded, InputSet::Cells, InputSet::MirroredPieces] {
            let options = TrainOptions { input_set, epochs: 1, ..options() };
            let once = trained(&set, &options, 1);
            assert_eq!(trained(&set, &options, 3), once, "{input_set:?}");
            assert_eq!(once.parameters.input_set(), input_set);
        }
    }

    #[test]
    fn a_training_that_is_taken_up_again_is_the_same() {
        let set = set(1_000);
        let once = trained(&set, &options(), 1);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("training");
        /// Ends the run after so many steps.
        struct Stopper<'a>(&'a AtomicBool, usize);
        impl RunProgress for Stopper<'_> {
            fn reached(&mut self, steps: usize, _: usize) {
                self.0.store(steps == self.1, Ordering::Relaxed);
            }
            fn state(&mut self, _: &str) {}
            fn say(&mut self, _: &str) {}
        }
        let run = |stop: usize| {
            let interrupt = AtomicBool::new(false);
            let progress = &mut Stopper(&interrupt, stop);
            let checkpoint = Some(TrainingCheckpoint::new(&path, true).unwrap());
            train(&set, &options(), TrainingContext { interrupt: &interrupt, progress, checkpoint })
        };
        for stop in [5, 16, 30] {
            let part = run(stop).unwrap();
            assert!(!part.whole && part.state.adamw.steps == stop as u64, "{stop}");
        }
        let whole = run(usize::MAX).unwrap();
        assert!(whole.whole);
        assert_eq!(whole.state, once);
        let other = TrainOptions { batch: 65, ..options() };
        let file = TrainingCheckpoint::new(&path, true).unwrap();
        assert!(file.read(&set, &other).unwrap_err().to_string().contains("another training"));
    }

    #[test]
    fn weights_stay_where_integers_hold_them() {
        let options = TrainOptions { rate: 0.5, ..options() };
        let state = trained(&set(500), &options, 1);
        let widest =
            state.parameters.values().iter().fold(0.0, |most, value| value.abs().max(most));
        assert_eq!(widest, super::super::adamw::WIDEST);
    }
}
