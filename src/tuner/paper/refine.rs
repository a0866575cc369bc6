//! Refinement by Hooke-Jeeves on positions that evolution did not solve, or others ([`Climbed`]).

use super::evolution::{EvolutionRun, VirtualPlayer, best_run};
use super::hooke_jeeves::{PatternOptions, pattern_search};
use super::players::{Solved, count_solved, score};
use super::positions::{GamePosition, PositionSets};
use super::tree::{Leaf, SearchForest};
use nucleus_core::eval::paper29::{PAPER_ROWS, PAPER_TUNED, Paper29, PaperWeights};
use nucleus_core::types::Random;

nucleus_base::named_enum! {
    /// The positions for which the refinement maximises the number solved.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Climbed {
        /// Some positions that no player of any generation solved, in the paper's words.
        #[default]
        Never = "never",
        /// Some positions that no player of the last generation solves: another reading.
        Last = "last",
        /// All training positions; the paper does not do this.
        Training = "training",
        /// Some positions that evolution neither used nor solved, from the training games.
        Games = "games",
    }
}

/// Options of a refinement.
#[derive(Clone, PartialEq, Debug)]
pub struct RefinementOptions {
    /// Number of positions; [`Climbed::Training`] ignores it and takes all.
    pub positions: usize,
    /// Seed of the selection of positions.
    pub seed: u64,
    /// Selection of the positions.
    pub climbed: Climbed,
    /// Options of the pattern search.
    pub pattern: PatternOptions,
}

impl Default for RefinementOptions {
    /// Returns the paper's options.
    fn default() -> Self {
        let pattern = PatternOptions::default();
        Self { positions: 20, seed: 1, climbed: Climbed::default(), pattern }
    }
}

/// The result of a refinement.
#[derive(Clone, PartialEq, Debug)]
pub struct Refinement {
    /// Indices of the objective's positions in the set that they come from.
    pub positions: Vec<usize>,
    /// Number of these positions that the final player solves.
    pub solved_of_set: u32,
    /// Number of evaluations of the objective.
    pub evaluations: u64,
    /// The start player, with its number of solved training positions.
    pub start: VirtualPlayer,
    /// Number of test positions that the start player solves.
    pub start_test: u32,
    /// The final player, with its number of solved training positions.
    pub end: VirtualPlayer,
    /// Number of test positions that the final player solves.
    pub end_test: u32,
}

/// Returns the indices of the positions to draw from.
fn candidates(
    climbed: Climbed,
    runs: &[EvolutionRun],
    sets: &PositionSets,
    training: &SearchForest,
) -> Vec<usize> {
    let mut solved = Solved::none(training.len());
    match climbed {
        Climbed::Never => runs.iter().for_each(|run| solved.add_all(&run.ever_solved)),
        Climbed::Last => {
            let players = runs.iter().flat_map(|run| &run.players);
            let players: Vec<Paper29> = players.map(|p| Paper29::new(p.weights)).collect();
            score(training, &players).iter().for_each(|own| solved.add_all(own));
        }
        Climbed::Training => {}
        Climbed::Games => return (0..sets.rest.len()).collect(),
    }
    (0..training.len()).filter(|&number| !solved.has(number)).collect()
}

/// Draws some of the indices.
fn drawn(mut numbers: Vec<usize>, count: usize, seed: u64) -> Vec<usize> {
    let mut random = Random::new(seed);
    for at in 0..count.min(numbers.len()) {
        let other = at + random.below(numbers.len() - at);
        numbers.swap(at, other);
    }
    numbers.truncate(count);
    numbers.sort_unstable();
    numbers
}

/// Returns the weights of a point, with the tuned ones rounded.
fn weights_of(point: &[f64], start: &PaperWeights) -> PaperWeights {
    let mut weights = *start;
    for (weight, value) in weights.iter_mut().zip(point) {
        *weight = value.round() as i32;
    }
    weights
}

/// Refines the best player of the runs; searches evaluate leaves by `leaf`. Calls `goes_on` at each step.
///
/// # Errors
/// If there are fewer positions to select from than required.
pub fn refine(
    sets: &PositionSets,
    leaf: Leaf,
    runs: &[EvolutionRun],
    options: &RefinementOptions,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Refinement, String> {
    let start = best_run(runs).ok_or("no run")?.best();
    let [training, test] =
        [&sets.training, &sets.test].map(|positions| SearchForest::build(positions, leaf));
    let candidates = candidates(options.climbed, runs, sets, &training);
    let (source, count) = match options.climbed {
        Climbed::Training => (&sets.training, candidates.len()),
        Climbed::Games => (&sets.rest, options.positions),
        _ => (&sets.training, options.positions),
    };
    if candidates.len() < count {
        return Err(format!(
            "{count} positions are required to climb on ({}), but there are {}",
            options.climbed,
            candidates.len()
        ));
    }
    let positions = drawn(candidates, count, options.seed);
    let chosen: Vec<GamePosition> = positions.iter().map(|&at| source[at].clone()).collect();
    let objective = SearchForest::build(&chosen, leaf);
    let bounds = PAPER_ROWS.map(|row| row.range.map(f64::from));
    let found = pattern_search(
        &start.weights.map(f64::from)[..PAPER_TUNED],
        &bounds[..PAPER_TUNED],
        &options.pattern,
        &mut |point| count_solved(&objective, weights_of(point, &start.weights)),
        goes_on,
    );
    let weights = weights_of(&found.point, &start.weights);
    Ok(Refinement {
        positions,
        solved_of_set: found.value,
        evaluations: found.evaluations,
        start,
        start_test: count_solved(&test, start.weights),
        end: VirtualPlayer { weights, solved: count_solved(&training, weights) },
        end_test: count_solved(&test, weights),
    })
}

#[cfg(test)]
mod tests {
    use super::super::evolution::{EvolutionOptions, evolve};
    use super::super::tree::tests::positions;
    use super::*;

    #[test]
    fn each_objective_has_its_positions() {
        let all = positions();
        let (training, test) = all.split_at(all.len() / 2);
        let (training, test, rest) = (training.to_vec(), test.to_vec(), test.to_vec());
        let sets = PositionSets { training, test, rest };
        let forest = SearchForest::build(&sets.training, Leaf::Static);
        let options = EvolutionOptions { population: 8, generations: 12, ..Default::default() };
        let run = evolve(&forest, &options, 1, &mut || true).expect("a run");
        let runs = [run];
        let refined = |options: &RefinementOptions| {
            refine(&sets, Leaf::Static, &runs, options, &mut || true).expect("refined")
        };
        let options = RefinementOptions { positions: 5, ..RefinementOptions::default() };
        let never = refined(&options);
        assert_eq!(never, refined(&options), "of one seed");
        assert_ne!(
            never.positions,
            refined(&RefinementOptions { seed: 2, ..options.clone() }).positions
        );
        assert!(never.positions.iter().all(|&position| !runs[0].ever_solved.has(position)));
        assert!(never.positions.len() == 5 && never.evaluations > 100);
        // On all positions the result cannot be worse.
        let on_training = RefinementOptions { climbed: Climbed::Training, ..options.clone() };
        let best = refined(&on_training);
        assert!(best.end.solved >= best.start.solved && best.end.solved == best.solved_of_set);
        let pattern = PatternOptions { step: 0.25, ..PatternOptions::default() };
        let nothing = refined(&RefinementOptions { pattern, ..on_training });
        assert_eq!(nothing.end.weights, nothing.start.weights, "steps below one half");
        // Positions that evolution did not use: here the test positions, so that both counts are equal.
        let positions = sets.test.len();
        let unseen =
            refined(&RefinementOptions { climbed: Climbed::Games, positions, ..options.clone() });
        assert_eq!(unseen.solved_of_set, unseen.end_test);
        assert!(unseen.end_test >= unseen.start_test);
        let many = RefinementOptions { climbed: Climbed::Last, positions: 1000, ..options };
        let error = refine(&sets, Leaf::Static, &runs, &many, &mut || true).unwrap_err();
        assert!(error.starts_with("1000 positions are required to climb on (last)"), "{error}");
    }
}
