//! The fit: passes over the training games, the best of them by the validation games.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::FitError;
use super::adam::Adam;
use super::checkpoint::{FitCheckpoint, fingerprint};
use super::loss::ResultLoss;
use super::model::{LinearModel, WeightPairs};
use super::options::FitOptions;
use super::rows::TraceRows;
use super::scale::{fit_scale, per_centipawn};
use super::split::GameSplit;
use super::state::{FitPoint, FitState};
use nucleus_core::types::Random;
use nucleus_harness::progress::RunProgress;

/// Data and options of a fit.
pub struct FitContext<'a> {
    /// Ends it after the pass before.
    pub interrupt: &'a AtomicBool,
    /// Is told how far it is.
    pub progress: &'a mut dyn RunProgress,
    /// File of the checkpoint after each pass.
    pub checkpoint: Option<FitCheckpoint>,
}

/// Result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct FitOutcome {
    /// The logistic function's scale.
    pub k: f64,
    /// The games.
    pub split: GameSplit,
    /// The learning curve, from pass 0.
    pub curve: Vec<FitPoint>,
    /// The pass with the least loss over the validation games.
    pub best: u32,
    /// The fitted weights.
    pub weights: WeightPairs,
    /// The weights at the end, whatever the validation games say of them.
    pub last: WeightPairs,
    /// The time that passes took in this run, and the training positions that they went through.
    pub speed: (Duration, u64),
    /// False when it was interrupted.
    pub whole: bool,
}

/// Fits weights to positions.
///
/// The same positions and options give the same weights, in any number of threads and with any number
/// of breaks.
///
/// # Errors
/// When there are too few games, the checkpoint is of another fit, or it cannot be read or written.
pub fn fit(
    rows: &TraceRows,
    model: &LinearModel,
    options: &FitOptions,
    mut context: FitContext<'_>,
) -> Result<FitOutcome, FitError> {
    let split = GameSplit::checked(rows, options.seed)?;
    let mut loss = ResultLoss::new(rows, model, per_centipawn(1.0));
    let print = fingerprint(rows, model, options);
    let resumed = match &mut context.checkpoint {
        Some(checkpoint) => checkpoint.read(&print, model.features.len())?,
        None => None,
    };
    let mut state = match resumed {
        Some(state) => state,
        None => begin(&mut loss, model, options, &split),
    };
    loss.scale = per_centipawn(state.k);
    let (start, before) = (Instant::now(), state.curve.len());
    let mut whole = true;
    while (state.curve.len() as u32) <= options.epochs {
        let Some((weights, adam)) = pass(&loss, model, options, &split, &state, context.interrupt)
        else {
            whole = false;
            break;
        };
        (state.weights, state.adam) = (weights, adam);
        let epoch = state.curve.len() as u32;
        let point = FitPoint { epoch, losses: losses(&loss, &split, &state.weights) };
        state.curve.push(point);
        if point.losses[1] < state.curve[state.best.0 as usize].losses[1] {
            state.best = (epoch, state.weights.clone());
        }
        if let Some(checkpoint) = &context.checkpoint {
            checkpoint.write(&print, &state)?;
        }
        let passes = (state.curve.len() - before) as f64;
        let rate = passes * split.training.len() as f64 / start.elapsed().as_secs_f64().max(1e-3);
        context.progress.reached(epoch as usize, options.epochs as usize);
        context.progress.state(&format!(
            "validation loss {:.6}, best {:.6}, {rate:.0} positions/s",
            point.losses[1], state.curve[state.best.0 as usize].losses[1]
        ));
    }
    let passed = (state.curve.len() - before) as u64 * split.training.len() as u64;
    let FitState { weights: last, k, curve, best: (best, weights), .. } = state;
    let speed = (start.elapsed(), passed);
    Ok(FitOutcome { k, split, curve, best, weights, last, speed, whole })
}

/// Before the first pass.
pub fn begin(
    loss: &mut ResultLoss<'_>,
    model: &LinearModel,
    options: &FitOptions,
    split: &GameSplit,
) -> FitState {
    let mut weights = model.start();
    model.clamp(&mut weights);
    // Where all values are zero, every scale is as good.
    let zero = weights.as_flattened().iter().all(|&weight| weight == 0.0);
    let k = match options.k {
        Some(k) => k,
        None if zero => 1.0,
        None => fit_scale(loss, &split.training, &weights),
    };
    loss.scale = per_centipawn(k);
    let curve = vec![FitPoint { epoch: 0, losses: losses(loss, split, &weights) }];
    let adam = Adam::new(weights.len());
    FitState { best: (0, weights.clone()), weights, adam, k, curve }
}

/// The mean losses over training, validation and test games.
pub fn losses(loss: &ResultLoss<'_>, split: &GameSplit, weights: &WeightPairs) -> [f64; 3] {
    [&split.training, &split.validation, &split.test].map(|part| loss.mean(part, weights))
}

/// One pass over the training positions; `None` when it was interrupted.
fn pass(
    loss: &ResultLoss<'_>,
    model: &LinearModel,
    options: &FitOptions,
    split: &GameSplit,
    state: &FitState,
    interrupt: &AtomicBool,
) -> Option<(WeightPairs, Adam)> {
    let epoch = state.curve.len() as u32 - 1;
    let (mut weights, mut adam) = (state.weights.clone(), state.adam.clone());
    let mut order = split.training.clone();
    let mut random = Random::new(Random::new(options.seed ^ u64::from(epoch + 1) << 32).bits());
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last + 1));
    }
    let rate = options.rate_of(epoch);
    let observations = split.games[0] as f64;
    let towards_start = 1.0 / (options.spread * options.spread * observations);
    for batch in order.chunks(options.batch.max(1)) {
        if interrupt.load(Ordering::Relaxed) {
            return None;
        }
        let mut gradient = loss.gradient(batch, &weights).gradient;
        for ((slopes, weight), feature) in gradient.iter_mut().zip(&weights).zip(&model.features) {
            for half in 0..2 {
                slopes[half] = if feature.is_free(half) {
                    let away = weight[half] - feature.start[half];
                    slopes[half] / batch.len() as f64 + towards_start * away
                } else {
                    0.0
                };
            }
        }
        adam.step(&mut weights, &gradient, rate);
        model.clamp(&mut weights);
    }
    Some((weights, adam))
}
