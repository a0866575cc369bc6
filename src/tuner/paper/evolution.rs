//! Evolutionary programming (the paper's algorithms 1 and 2).

use super::players::{Solved, score};
use super::tree::{Leaf, SearchForest};
use nucleus_core::eval::paper29::{
    PAPER_COUNT, PAPER_ROWS, PAPER_TUNED, Paper29, PaperPreset, PaperWeights,
};
use nucleus_core::types::Random;

/// Options of the evolution.
#[derive(Clone, PartialEq, Debug)]
pub struct EvolutionOptions {
    /// Number of virtual players; even.
    pub population: usize,
    /// Number of generations after the first.
    pub generations: usize,
    /// Decay rate of the mutations, b.
    pub b: f64,
    /// Seed of all runs.
    pub seed: u64,
    /// Evaluation of the leaves of a 1-ply search.
    pub leaf: Leaf,
}

impl Default for EvolutionOptions {
    /// Returns the paper's options. The paper does not state b; 5.0 is the value in Michalewicz's book.
    fn default() -> Self {
        Self { population: 20, generations: 200, b: 5.0, seed: 1, leaf: Leaf::default() }
    }
}

/// A virtual player with its score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VirtualPlayer {
    /// The player's weights.
    pub weights: PaperWeights,
    /// Number of positions that it solves.
    pub solved: u32,
}

/// Scores of a generation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CurvePoint {
    /// Positions solved by the best player.
    pub best: u32,
    /// Positions solved by a player, on average.
    pub average: f64,
}

/// The outcome of an evolution run.
#[derive(Clone, PartialEq, Debug)]
pub struct EvolutionRun {
    /// Players of the last generation, best first.
    pub players: Vec<VirtualPlayer>,
    /// Players of generation 0, best first.
    pub first: Vec<VirtualPlayer>,
    /// Scores of all generations.
    pub curve: Vec<CurvePoint>,
    /// Positions that any player has solved.
    pub ever_solved: Solved,
}

impl EvolutionRun {
    /// Returns the best player.
    pub fn best(&self) -> VirtualPlayer {
        self.players[0]
    }

    /// Returns the mean weights of generation 0, rounded: the paper's "average weight values".
    pub fn first_average(&self) -> PaperWeights {
        let mut sums = [0.0; PAPER_COUNT];
        for player in &self.first {
            sums.iter_mut().zip(player.weights).for_each(|(sum, own)| *sum += f64::from(own));
        }
        sums.map(|sum| (sum / self.first.len() as f64).round() as i32)
    }
}

/// Returns the run whose best player solves most; of equal ones, the first.
pub fn best_run(runs: &[EvolutionRun]) -> Option<&EvolutionRun> {
    runs.iter().rev().max_by_key(|run| run.best().solved)
}

/// Returns the best player of generation 0 of all runs; of equal ones, the first.
pub fn first_best(runs: &[EvolutionRun]) -> Option<VirtualPlayer> {
    runs.iter().rev().map(|run| run.first[0]).max_by_key(|player| player.solved)
}

/// Returns the random generator of a player of a generation, so that players can be created in any order.
fn generator(seed: u64, run: usize, generation: usize, player: usize) -> Random {
    let mut bits = seed;
    for number in [run, generation, player] {
        bits = Random::new(bits ^ (number as u64).wrapping_mul(0xa076_1d64_78bd_642f)).bits();
    }
    Random::new(bits)
}

/// Returns a player whose tuned weights are uniform within the paper's bounds.
pub(super) fn random_player(random: &mut Random) -> PaperWeights {
    let mut weights = PaperPreset::Refined.weights();
    for (weight, row) in weights.iter_mut().zip(&PAPER_ROWS).take(PAPER_TUNED) {
        let [low, high] = row.range;
        *weight = low + random.below((high - low) as usize + 1) as i32;
    }
    weights
}

/// Returns a mutation of all tuned weights, rounded to integers.
fn offspring(parent: &PaperWeights, progress: f64, b: f64, random: &mut Random) -> PaperWeights {
    let mut weights = *parent;
    for (weight, row) in weights.iter_mut().zip(&PAPER_ROWS).take(PAPER_TUNED) {
        let bounds = row.range.map(f64::from);
        *weight = non_uniform(f64::from(*weight), bounds, progress, b, random).round() as i32;
    }
    weights
}

/// Returns Michalewicz's non-uniform mutation of a value: a step towards its lower or its upper bound, with
/// equal probability,
///
/// ```text
/// x' = x + Δ(t, high − x)   or   x − Δ(t, x − low),   Δ(t, y) = y · (1 − r^((1 − t/T)^b))
/// ```
///
/// with `r` uniform in 0 to 1. At first (`t` = 0) all values up to the bound are equally likely; at the end
/// (`t` = `T`) nothing changes. `progress` is t/T. With a larger `b` the steps shrink sooner.
fn non_uniform(
    value: f64,
    [low, high]: [f64; 2],
    progress: f64,
    b: f64,
    random: &mut Random,
) -> f64 {
    let up = random.bits() >> 63 == 1;
    let shrunk = 1.0 - random.unit().powf((1.0 - progress.clamp(0.0, 1.0)).powf(b));
    let mutated = if up { value + (high - value) * shrunk } else { value - (value - low) * shrunk };
    mutated.clamp(low, high)
}

/// Evolves a population as the run of this number. Calls `goes_on` between generations; returns
/// `None` if `goes_on` returns false.
pub fn evolve(
    forest: &SearchForest,
    options: &EvolutionOptions,
    run: usize,
    goes_on: &mut dyn FnMut() -> bool,
) -> Option<EvolutionRun> {
    let mut ever_solved = Solved::none(forest.len());
    let mut scored = |weights: &[PaperWeights]| -> Vec<VirtualPlayer> {
        let players: Vec<Paper29> = weights.iter().copied().map(Paper29::new).collect();
        let solved = score(forest, &players);
        solved.iter().for_each(|solved| ever_solved.add_all(solved));
        let pairs = weights.iter().zip(&solved);
        pairs.map(|(&weights, own)| VirtualPlayer { weights, solved: own.count() }).collect()
    };
    let random = |generation, player| generator(options.seed, run, generation, player);
    let first: Vec<PaperWeights> =
        (0..options.population).map(|player| random_player(&mut random(0, player))).collect();
    let mut players = scored(&first);
    let mut curve = vec![ranked(&mut players)];
    let first = players.clone();
    for generation in 1..=options.generations {
        if !goes_on() {
            return None;
        }
        let progress = generation as f64 / options.generations as f64;
        // The better half survives, and each survivor has one offspring.
        players.truncate(options.population / 2);
        let parents = players.iter().enumerate();
        let made: Vec<PaperWeights> = parents
            .map(|(index, parent)| {
                offspring(&parent.weights, progress, options.b, &mut random(generation, index))
            })
            .collect();
        players.extend(scored(&made));
        curve.push(ranked(&mut players));
    }
    Some(EvolutionRun { players, first, curve, ever_solved })
}

/// Sorts players, best first and older first among equals; returns the best and average score.
fn ranked(players: &mut [VirtualPlayer]) -> CurvePoint {
    players.sort_by_key(|player| std::cmp::Reverse(player.solved));
    let sum: u32 = players.iter().map(|player| player.solved).sum();
    CurvePoint { best: players[0].solved, average: f64::from(sum) / players.len() as f64 }
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::positions;
    use super::*;

    /// Returns the mean distance of a thousand mutations, and true if some led up and some down.
    fn steps(progress: f64) -> (f64, bool) {
        let mut random = Random::new(3);
        let mutated: Vec<f64> = (0..1000)
            .map(|_| non_uniform(50.0, [0.0, 100.0], progress, 5.0, &mut random))
            .collect();
        assert!(mutated.iter().all(|value| (0.0..=100.0).contains(value)));
        let both = mutated.iter().any(|&v| v > 50.0) && mutated.iter().any(|&v| v < 50.0);
        (mutated.iter().map(|value| (value - 50.0).abs()).sum::<f64>() / 1000.0, both)
    }

    #[test]
    fn steps_are_uniform_at_first_shrink_and_end() {
        let (first, both) = steps(0.0);
        // The mean of a uniform distance to a bound 50 away; its standard error is 0.46.
        assert!((first - 25.0).abs() < 2.3 && both, "{first}");
        let (middle, both) = steps(0.5);
        assert!(middle > 0.5 && middle < 5.0 && both, "{middle}");
        assert_eq!(steps(1.0).0, 0.0);
    }

    #[test]
    fn any_number_of_threads_leads_to_the_same_players() {
        let forest = SearchForest::build(&positions(), Leaf::Quiescence);
        let options = EvolutionOptions {
            population: 8,
            generations: 12,
            seed: 5,
            ..EvolutionOptions::default()
        };
        let evolved = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| evolve(&forest, &options, 1, &mut || true)).unwrap()
        };
        let expected = evolved(1);
        assert_eq!((evolved(2), evolved(5)), (expected.clone(), expected.clone()));
        assert_eq!(expected.curve.len(), 13);
        // The best player survives, so the best score never falls; it is at least the average.
        assert!(expected.curve.windows(2).all(|pair| pair[1].best >= pair[0].best));
        assert!(expected.curve.iter().all(|point| f64::from(point.best) >= point.average));
        // At the end mutations change nothing: each player of the better half occurs twice.
        let last: Vec<_> = expected.players.iter().map(|player| player.weights).collect();
        assert!(last.iter().all(|w| last.iter().filter(|other| *other == w).count() >= 2));
        let mean = expected.first.iter().map(|p| f64::from(p.weights[1])).sum::<f64>() / 8.0;
        assert_eq!(f64::from(expected.first_average()[1]), mean.round());
        let mut calls = 0;
        let ended = evolve(&forest, &options, 1, &mut || {
            calls += 1;
            calls < 3
        });
        assert_eq!((ended, calls), (None, 3));
    }
}
