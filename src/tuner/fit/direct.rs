//! Optimisation without a gradient: evolution and the pattern search of the tuning paper, to
//! compare.

use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::FitError;
use super::loss::ResultLoss;
use super::model::{LinearModel, WeightPairs};
use super::options::FitOptions;
use super::rows::TraceRows;
use super::split::GameSplit;
use super::state::FitPoint;
use super::train::{FitContext, FitOutcome, begin, losses};
use crate::paper::{PatternOptions, non_uniform, pattern_search};
use nucleus_core::types::Random;
use nucleus_harness::progress::RunProgress;

nucleus_base::named_enum! {
    /// Method of optimisation.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum FitMethod {
        /// Adam, with the gradient.
        #[default]
        Adam = "adam",
        /// Evolution as in the tuning paper: a population uniform within the bounds, the better half
        /// survives, each survivor makes one offspring by non-uniform mutation.
        Evolution = "ep",
        /// The method of Hooke and Jeeves, from the weights as they are.
        Pattern = "hj",
        /// Evolution, then Hooke-Jeeves from its best player, as in the paper.
        Both = "ep+hj",
    }
}

impl FromStr for FitMethod {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = Self::ALL.into_iter().find(|method| method.name() == text);
        named.ok_or_else(|| format!("`{text}` is none of {}", Self::ALL.map(Self::name).join(", ")))
    }
}

/// Virtual players.
const POPULATION: usize = 20;
/// Decay rate of the mutations.
const SHRINK: f64 = 5.0;
/// Upper limit of a loss; a search without gradient makes the rest below it large.
const MOST_LOSS: f64 = 4.0;
/// Parts of a loss that are told apart.
const PARTS: f64 = 1e9;

/// The numbers that may change, as one point.
struct FreePoint {
    places: Vec<(usize, usize)>,
    bounds: Vec<[f64; 2]>,
}

impl FreePoint {
    fn of(model: &LinearModel) -> Result<Self, FitError> {
        let (mut places, mut bounds) = (Vec::new(), Vec::new());
        for (number, feature) in model.features.iter().enumerate() {
            for half in (0..2).filter(|&half| feature.is_free(half)) {
                if feature.range.iter().any(|bound| !bound.is_finite()) {
                    return Err(FitError::Asked(format!(
                        "{}: evolution and Hooke-Jeeves want every weight to have bounds",
                        feature.name
                    )));
                }
                places.push((number, half));
                bounds.push(feature.range);
            }
        }
        Ok(Self { places, bounds })
    }

    fn point(&self, weights: &WeightPairs) -> Vec<f64> {
        self.places.iter().map(|&(number, half)| weights[number][half]).collect()
    }

    fn weights(&self, model: &LinearModel, point: &[f64]) -> WeightPairs {
        let mut weights = model.start();
        for (&(number, half), &value) in self.places.iter().zip(point) {
            weights[number][half] = value;
        }
        model.clamp(&mut weights);
        weights
    }
}

/// Data of an optimisation without a gradient.
struct DirectSearch<'a> {
    loss: ResultLoss<'a>,
    model: &'a LinearModel,
    options: &'a FitOptions,
    split: GameSplit,
    free: FreePoint,
    interrupt: &'a AtomicBool,
    /// Number of evaluations of the objective.
    evaluations: AtomicU64,
}

impl DirectSearch<'_> {
    /// Returns the objective that Adam descends: the mean loss over the training games, and the
    /// penalty for the distance from the present weights.
    fn objective(&self, point: &[f64]) -> f64 {
        self.evaluations.fetch_add(1, Ordering::Relaxed);
        let weights = self.free.weights(self.model, point);
        let away: f64 = self
            .free
            .places
            .iter()
            .map(|&(number, half)| weights[number][half] - self.model.features[number].start[half])
            .map(|away| away * away)
            .sum();
        let observations = self.split.games[0] as f64;
        let towards_start = away / (2.0 * self.options.spread.powi(2) * observations);
        self.loss.mean(&self.split.training, &weights) + towards_start
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// The best player of evolution, noted after each generation.
    fn evolve(&self, note: &mut dyn FnMut(usize, &[f64])) -> Vec<f64> {
        let seed = self.options.seed;
        let generations = self.options.epochs as usize;
        let random = |generation: usize, player: usize| {
            let bits = Random::new(seed ^ (generation as u64) << 32).bits();
            Random::new(bits ^ player as u64)
        };
        let scored = |point: Vec<f64>| (self.objective(&point), point);
        let uniform = |player: usize| {
            let mut random = random(0, player);
            let of = |[low, high]: &[f64; 2]| low + random.unit() * (high - low);
            self.free.bounds.iter().map(of).collect()
        };
        let mut players: Vec<_> = (0..POPULATION).map(uniform).map(scored).collect();
        for generation in 1..=generations {
            // Of equally good players the older one stays ahead: the order is stable.
            players.sort_by(|a, b| a.0.total_cmp(&b.0));
            note(generation - 1, &players[0].1);
            if self.is_interrupted() {
                break;
            }
            players.truncate(POPULATION / 2);
            let progress = generation as f64 / generations as f64;
            for parent in 0..players.len() {
                let mut random = random(generation, parent);
                let pairs = players[parent].1.iter().zip(&self.free.bounds);
                let child = pairs
                    .map(|(&value, &bounds)| {
                        non_uniform(value, bounds, progress, SHRINK, &mut random)
                    })
                    .collect();
                players.push(scored(child));
            }
        }
        players.sort_by(|a, b| a.0.total_cmp(&b.0));
        note(generations, &players[0].1);
        players.swap_remove(0).1
    }

    /// The best point of a pattern search, noted after each step.
    fn pattern(&self, start: &[f64], note: &mut dyn FnMut(&[f64])) -> Vec<f64> {
        let best = std::cell::RefCell::new((f64::INFINITY, start.to_vec()));
        let mut value = |point: &[f64]| {
            // Once interrupted nothing is better, and the search ends soon.
            if self.is_interrupted() {
                return 0;
            }
            let loss = self.objective(point);
            let mut best = best.borrow_mut();
            if loss < best.0 {
                *best = (loss, point.to_vec());
            }
            ((MOST_LOSS - loss).max(0.0) * PARTS) as u32
        };
        let mut goes_on = || {
            note(&best.borrow().1);
            !self.is_interrupted()
        };
        let options = PatternOptions::default();
        pattern_search(start, &self.free.bounds, &options, &mut value, &mut goes_on);
        best.into_inner().1
    }
}

/// Looks for weights without the gradient; `epochs` of the options are the generations.
///
/// # Errors
/// When a weight that may change has no bounds, or there are too few games.
pub fn fit_directly(
    rows: &TraceRows,
    model: &LinearModel,
    options: &FitOptions,
    method: FitMethod,
    context: FitContext<'_>,
) -> Result<FitOutcome, FitError> {
    let FitContext { interrupt, progress, .. } = context;
    let split = GameSplit::checked(rows, options.seed)?;
    let mut loss = ResultLoss::new(rows, model, 1.0);
    let state = begin(&mut loss, model, options, &split);
    let (k, mut curve) = (state.k, state.curve);
    let free = FreePoint::of(model)?;
    let evaluations = AtomicU64::new(0);
    let search = DirectSearch { loss, model, options, split, free, interrupt, evaluations };
    let (start, generations) = (Instant::now(), options.epochs as usize);
    let mut best = (0, model.start());
    let mut note = |point: &[f64], progress: &mut dyn RunProgress| {
        let weights = search.free.weights(model, point);
        let epoch = curve.len() as u32;
        let found = FitPoint { epoch, losses: losses(&search.loss, &search.split, &weights) };
        curve.push(found);
        if found.losses[1] < curve[best.0 as usize].losses[1] {
            best = (epoch, weights);
        }
        progress.state(&format!("{} steps, validation loss {:.6}", epoch, found.losses[1]));
    };
    let mut point = search.free.point(&model.start());
    if matches!(method, FitMethod::Evolution | FitMethod::Both) {
        point = search.evolve(&mut |generation, point| {
            note(point, progress);
            progress.reached(generation, generations);
        });
    }
    if matches!(method, FitMethod::Pattern | FitMethod::Both) {
        point = search.pattern(&point, &mut |point| note(point, progress));
        note(&point, progress);
    }
    let whole = !search.is_interrupted();
    let (best, weights) = best;
    let last = search.free.weights(model, &point);
    let evaluations = search.evaluations.load(Ordering::Relaxed);
    let passed = evaluations * search.split.training.len() as u64;
    let speed = (start.elapsed(), passed);
    Ok(FitOutcome { k, split: search.split, curve, best, weights, last, speed, whole })
}

#[cfg(test)]
mod tests {
    use super::super::model::LinearFeature;
    use super::super::rows::{TraceEntry, TraceHead};
    use super::super::scale::per_centipawn;
    use super::*;
    use nucleus_harness::progress::Silent;

    /// Positions whose results are as likely as 60 and −30 have it.
    fn case() -> (TraceRows, LinearModel) {
        let mut rows = TraceRows::default();
        let mut random = Random::new(2);
        for game in 0..2_000 {
            let units = [0, 1].map(|_| random.below(9) as i16 - 4);
            let value = 60.0 * f64::from(units[0]) - 30.0 * f64::from(units[1]);
            let result = 1.0 / (1.0 + (-per_centipawn(1.0) * value).exp());
            let head = TraceHead { game, result: result as f32, ..TraceHead::default() };
            let entry = |feature: u16| TraceEntry { feature, units: units[usize::from(feature)] };
            rows.push(head, [entry(0), entry(1)]);
        }
        let feature = |name: &str| LinearFeature {
            name: name.to_owned(),
            tapered: false,
            start: [10.0; 2],
            range: [-100.0, 100.0],
        };
        (rows, LinearModel { features: vec![feature("a"), feature("b")] })
    }

    #[test]
    fn weights_are_found_without_the_gradient() {
        let (rows, model) = case();
        let spread = f64::INFINITY;
        let options = FitOptions { epochs: 60, k: Some(1.0), spread, ..FitOptions::default() };
        let found = |method: FitMethod, stop: bool| {
            let interrupt = AtomicBool::new(stop);
            let context =
                FitContext { interrupt: &interrupt, progress: &mut Silent, checkpoint: None };
            fit_directly(&rows, &model, &options, method, context).unwrap()
        };
        for (method, within) in
            [(FitMethod::Evolution, 10.0), (FitMethod::Pattern, 1.0), (FitMethod::Both, 1.0)]
        {
            let outcome = found(method, false);
            let [a, b] = [outcome.weights[0][0], outcome.weights[1][0]];
            assert!((a - 60.0).abs() < within && (b + 30.0).abs() < within, "{method:?}: {a} {b}");
            assert!(outcome.whole);
            // The games are of several blocks, whose sums threads share.
            for threads in [1, 3] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                let again = pool.install(|| found(method, false));
                assert_eq!(again.weights, outcome.weights, "{method:?} in {threads} threads");
            }
            assert!(!found(method, true).whole);
        }
    }

    #[test]
    fn weights_without_bounds_are_refused() {
        let (rows, mut model) = case();
        model.features[1].range[1] = f64::INFINITY;
        let interrupt = AtomicBool::new(false);
        let context = FitContext { interrupt: &interrupt, progress: &mut Silent, checkpoint: None };
        let options = FitOptions::default();
        let fault = fit_directly(&rows, &model, &options, FitMethod::Pattern, context).unwrap_err();
        assert!(fault.to_string().starts_with("b: "), "{fault}");
    }
}
