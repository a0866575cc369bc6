//! Hooke-Jeeves on positions that no player of the evolution solved.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::evolution::{EvolutionRun, VirtualPlayer, best_run};
use super::files::DataSet;
use super::hooke_jeeves::{PatternOptions, pattern_search};
use super::players::{Solved, score};
use super::positions::GamePosition;
use super::tree::SearchForest;
use nucleus_core::eval::paper29::{PAPER_ROWS, PAPER_TUNED, Paper29, PaperWeights};
use nucleus_core::types::Random;

nucleus_base::named_enum! {
    /// The positions whose number solved is climbed.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Climbed {
        /// Some that no player of any generation solved: the paper's words.
        #[default]
        Never = "never",
        /// Some that no player of the last generation solves: another reading of these words.
        Last = "last",
        /// All training positions, which is not the paper's.
        Training = "training",
        /// Some of the training games that evolution was not shown: so they were not solved either.
        Games = "games",
    }
}

impl Climbed {
    /// Returns the choice in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Never => "that no player of any generation solved",
            Self::Last => "that no player of the last generation solves",
            Self::Training => "of the training set",
            Self::Games => "of the training games that evolution was not shown",
        }
    }
}

impl FromStr for Climbed {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        nucleus_base::text::named("objective", &Self::ALL, name)
    }
}

/// Options of a refinement.
#[derive(Clone, PartialEq, Debug)]
pub struct RefinementOptions {
    /// Number of positions, unless it is the whole training set.
    pub positions: usize,
    /// Number of repetitions, each with other positions.
    pub sets: usize,
    /// The seed of their choice.
    pub seed: u64,
    /// Selection of the positions.
    pub climbed: Climbed,
    /// The steps.
    pub pattern: PatternOptions,
}

impl Default for RefinementOptions {
    /// The paper's.
    fn default() -> Self {
        let pattern = PatternOptions::default();
        Self { positions: 20, sets: 1, seed: 1, climbed: Climbed::default(), pattern }
    }
}

/// Settings that determine a refinement, for its record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RefinementSettings {
    /// Δ, α and ε.
    pub steps: [f64; 3],
    /// True if exploratory steps to an equal value are taken.
    #[serde(default)]
    pub ties: bool,
    /// Selection of the positions to climb on.
    pub climbed: Climbed,
    /// The seed of the choice of positions.
    pub seed: u64,
    /// Number of positions that the set was drawn from.
    pub candidates: usize,
    /// Test positions.
    pub test_positions: usize,
}

/// A refinement.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Refinement {
    /// Settings of the refinement.
    pub settings: RefinementSettings,
    /// Index of the set among several.
    pub set: usize,
    /// The positions of the objective, as their numbers among those of its kind.
    pub positions: Vec<usize>,
    /// Number of positions of the set that the player solves at the end.
    pub solved_of_set: u32,
    /// Number of evaluations of the objective.
    pub evaluations: u64,
    /// Pattern moves that were worth it.
    pub pattern_moves: u64,
    /// The first player, and its number of solved training positions.
    pub start: VirtualPlayer,
    /// Positions of the test set that the player solves at the start.
    pub start_test: u32,
    /// The last player, and its number of solved training positions.
    pub end: VirtualPlayer,
    /// Positions of the test set that the player solves at the end.
    pub end_test: u32,
    /// False when it was ended early.
    pub complete: bool,
}

/// The numbers of the positions that a set is drawn from.
fn candidates(
    climbed: Climbed,
    runs: &[EvolutionRun],
    data: &DataSet,
    training: &SearchForest,
) -> Vec<usize> {
    let mut solved = Solved::none(training.len());
    match climbed {
        Climbed::Never => {
            runs.iter().flat_map(|run| &run.ever_solved).for_each(|&number| solved.add(number));
        }
        Climbed::Last => {
            let players = runs.iter().flat_map(|run| &run.players);
            let players: Vec<Paper29> = players.map(|p| Paper29::new(p.weights)).collect();
            score(training, &players).iter().for_each(|own| solved.add_all(own));
        }
        Climbed::Training => {}
        Climbed::Games => return (0..data.rest.len()).collect(),
    }
    (0..training.len()).filter(|&number| !solved.has(number)).collect()
}

/// So many of the numbers, drawn by a seed.
fn drawn(mut numbers: Vec<usize>, wanted: usize, seed: u64) -> Vec<usize> {
    let mut random = Random::new(seed);
    for at in 0..wanted.min(numbers.len()) {
        let other = at + random.below(numbers.len() - at);
        numbers.swap(at, other);
    }
    numbers.truncate(wanted);
    numbers.sort_unstable();
    numbers
}

/// The point's player, its tuned weights rounded.
fn weights_of(point: &[f64], start: &PaperWeights) -> PaperWeights {
    let mut weights = *start;
    for (weight, value) in weights.iter_mut().zip(point) {
        *weight = value.round() as i32;
    }
    weights
}

/// Refines the best player of the runs, as often as is asked for; `each` is given every refinement
/// that is done. `goes_on` is asked in between.
///
/// # Errors
/// When there are no such positions, or `each` says so.
pub fn refine(
    data: &DataSet,
    runs: &[EvolutionRun],
    options: &RefinementOptions,
    each: &mut dyn FnMut(&Refinement) -> Result<(), String>,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<(), String> {
    let best = best_run(runs).ok_or("no run")?;
    let settings = &best.settings;
    if settings.positions_sha256 != data.training_sha256 {
        return Err("the runs were made with other training positions".to_owned());
    }
    let leaf = settings.leaf;
    let training = SearchForest::build(&data.training, leaf);
    let test = SearchForest::build(&data.test, leaf);
    let solved = |forest: &SearchForest, weights: &PaperWeights| {
        score(forest, &[Paper29::new(*weights)]).first().map_or(0, Solved::count)
    };
    let candidates = candidates(options.climbed, runs, data, &training);
    let wanted = match options.climbed {
        Climbed::Training => candidates.len(),
        _ => options.positions,
    };
    if candidates.len() < wanted {
        return Err(format!(
            "{wanted} positions {} are asked for, and there are {}",
            options.climbed.words(),
            candidates.len()
        ));
    }
    let source = match options.climbed {
        Climbed::Games => &data.rest,
        _ => &data.training,
    };
    let PatternOptions { step, reduction, least, ties } = options.pattern;
    let start = best.best();
    let start_test = solved(&test, &start.weights);
    let bounds = PAPER_ROWS.map(|row| row.range.map(f64::from));
    for set in 1..=options.sets {
        let positions = drawn(candidates.clone(), wanted, options.seed + set as u64 - 1);
        let chosen: Vec<GamePosition> =
            positions.iter().filter_map(|&number| source.get(number).cloned()).collect();
        let objective = SearchForest::build(&chosen, leaf);
        let point: Vec<f64> =
            start.weights.iter().take(PAPER_TUNED).map(|&weight| f64::from(weight)).collect();
        let found = pattern_search(
            &point,
            &bounds[..PAPER_TUNED],
            &options.pattern,
            &mut |point| solved(&objective, &weights_of(point, &start.weights)),
            goes_on,
        );
        let weights = weights_of(&found.point, &start.weights);
        each(&Refinement {
            settings: RefinementSettings {
                steps: [step, reduction, least],
                ties,
                climbed: options.climbed,
                seed: options.seed,
                candidates: candidates.len(),
                test_positions: data.test.len(),
            },
            set,
            positions,
            solved_of_set: found.value,
            evaluations: found.evaluations,
            pattern_moves: found.pattern_moves,
            start: start.clone(),
            start_test,
            end: VirtualPlayer { weights, solved: solved(&training, &weights) },
            end_test: solved(&test, &weights),
            complete: found.complete,
        })?;
        if !found.complete {
            break;
        }
    }
    Ok(())
}
