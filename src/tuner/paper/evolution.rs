//! Evolutionary programming (the paper's algorithms 1 and 2).

use serde::{Deserialize, Serialize};

use super::mutation::non_uniform;
use super::players::{Solved, score};
use super::tree::{Leaf, SearchForest};
use nucleus_core::eval::paper29::{
    PAPER_COUNT, PAPER_ROWS, PAPER_TUNED, Paper29, PaperPreset, PaperWeights,
};
use nucleus_core::types::Random;

/// Settings that determine a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EvolutionSettings {
    /// Virtual players.
    pub population: usize,
    /// Generations after the first one.
    pub generations: usize,
    /// Decay rate of the mutations.
    pub b: f64,
    /// The seed of all runs.
    pub seed: u64,
    /// Evaluation of the leaves of a 1-ply search.
    pub leaf: Leaf,
    /// Number of training positions.
    pub positions: usize,
    /// The SHA-256 of their file.
    pub positions_sha256: String,
}

/// Options of evolution, without the positions.
#[derive(Clone, PartialEq, Debug)]
pub struct EvolutionOptions {
    /// Virtual players, an even number.
    pub population: usize,
    /// Generations after the first one.
    pub generations: usize,
    /// Decay rate of the mutations.
    pub b: f64,
    /// The seed.
    pub seed: u64,
    /// Evaluation of the leaves of a 1-ply search.
    pub leaf: Leaf,
}

impl Default for EvolutionOptions {
    /// The paper's; `b` is that of Michalewicz's book, since the paper does not say.
    fn default() -> Self {
        Self { population: 20, generations: 200, b: 5.0, seed: 1, leaf: Leaf::default() }
    }
}

/// A virtual player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct VirtualPlayer {
    /// Weights of the player.
    pub weights: PaperWeights,
    /// Positions that it solves.
    pub solved: u32,
}

/// A generation.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct CurvePoint {
    /// Positions solved by the best player.
    pub best: u32,
    /// Mean of the positions solved by each player.
    pub average: f64,
    /// Positions solved by a player with the mean of all weights.
    pub mean_weights: u32,
}

/// A run, as far as it has come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EvolutionRun {
    /// The version of this form.
    pub schema: u32,
    /// Settings of the run.
    pub settings: EvolutionSettings,
    /// Index of the run among several.
    pub run: usize,
    /// The players of the last generation, the best first.
    pub players: Vec<VirtualPlayer>,
    /// The best player of generation 0.
    pub first_best: VirtualPlayer,
    /// Every generation so far.
    pub curve: Vec<CurvePoint>,
    /// Positions that some player has solved.
    pub ever_solved: Vec<usize>,
    /// 1-ply searches so far.
    pub searches: u64,
    /// Seconds that they took.
    pub seconds: f64,
}

impl EvolutionRun {
    /// The version of its form.
    pub const SCHEMA: u32 = 1;

    /// True when all generations are done.
    pub fn is_complete(&self) -> bool {
        self.curve.len() > self.settings.generations
    }

    /// The best player.
    pub fn best(&self) -> &VirtualPlayer {
        self.players.first().unwrap_or(&self.first_best)
    }
}

/// The best of several runs.
pub fn best_run(runs: &[EvolutionRun]) -> Option<&EvolutionRun> {
    runs.iter()
        .reduce(|best, next| if next.best().solved > best.best().solved { next } else { best })
}

/// The generator of one player of one generation: a run can be resumed anywhere, and players made
/// in any order.
fn generator(settings: &EvolutionSettings, run: usize, generation: usize, player: usize) -> Random {
    let mut bits = settings.seed;
    for number in [run, generation, player] {
        bits = Random::new(bits ^ (number as u64).wrapping_mul(0xa076_1d64_78bd_642f)).bits();
    }
    Random::new(bits)
}

/// A player whose tuned weights are uniform within the paper's bounds.
pub(super) fn random_player(random: &mut Random) -> PaperWeights {
    let mut weights = PaperPreset::Refined.weights();
    for (weight, row) in weights.iter_mut().zip(&PAPER_ROWS).take(PAPER_TUNED) {
        let [low, high] = row.range;
        *weight = low + random.below((high - low) as usize + 1) as i32;
    }
    weights
}

/// So many random players.
pub fn random_population(players: usize, seed: u64) -> Vec<Paper29> {
    let mut random = Random::new(seed);
    (0..players).map(|_| Paper29::new(random_player(&mut random))).collect()
}

/// All tuned weights mutated; they stay whole numbers.
fn offspring(parent: &PaperWeights, progress: f64, b: f64, random: &mut Random) -> PaperWeights {
    let mut weights = *parent;
    for (weight, row) in weights.iter_mut().zip(&PAPER_ROWS).take(PAPER_TUNED) {
        let bounds = row.range.map(f64::from);
        *weight = non_uniform(f64::from(*weight), bounds, progress, b, random).round() as i32;
    }
    weights
}

/// The players that a run begins with.
fn first_generation(settings: &EvolutionSettings, run: usize) -> Vec<PaperWeights> {
    let player = |player: usize| random_player(&mut generator(settings, run, 0, player));
    (0..settings.population).map(player).collect()
}

/// The mean of players' weights, rounded.
fn mean_weights<'a>(players: impl ExactSizeIterator<Item = &'a PaperWeights>) -> PaperWeights {
    let count = players.len().max(1) as f64;
    let mut sums = [0.0; PAPER_COUNT];
    for weights in players {
        sums.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum += f64::from(weight));
    }
    sums.map(|sum| (sum / count).round() as i32)
}

/// The mean of the weights that a run begins with: the paper's "average weight values" at
/// generation 0.
pub fn first_average(run: &EvolutionRun) -> PaperWeights {
    mean_weights(first_generation(&run.settings, run.run).iter())
}

/// State of a run in progress.
struct Evolving<'a> {
    forest: &'a SearchForest,
    run: EvolutionRun,
    ever_solved: Solved,
}

impl Evolving<'_> {
    /// The players with these weights, scored.
    fn score(&mut self, weights: &[PaperWeights]) -> Vec<VirtualPlayer> {
        let start = std::time::Instant::now();
        let players: Vec<Paper29> = weights.iter().copied().map(Paper29::new).collect();
        let solved = score(self.forest, &players);
        self.run.seconds += start.elapsed().as_secs_f64();
        self.run.searches += (players.len() * self.forest.len()) as u64;
        solved.iter().for_each(|solved| self.ever_solved.add_all(solved));
        let player = |(&weights, solved): (&PaperWeights, &Solved)| VirtualPlayer {
            weights,
            solved: solved.count(),
        };
        weights.iter().zip(&solved).map(player).collect()
    }

    /// Notes the generation that the players are of.
    fn note(&mut self) {
        // Of equally good players the older one stays ahead: the order is stable.
        self.run.players.sort_by_key(|player| std::cmp::Reverse(player.solved));
        let players = &self.run.players;
        let sum: u32 = players.iter().map(|player| player.solved).sum();
        let average = f64::from(sum) / players.len().max(1) as f64;
        let mean = Paper29::new(mean_weights(players.iter().map(|player| &player.weights)));
        // It is no player: what it alone solves does not count as solved.
        let mean_weights = score(self.forest, &[mean]).first().map_or(0, Solved::count);
        let best = self.run.best().solved;
        self.run.curve.push(CurvePoint { best, average, mean_weights });
        self.run.ever_solved = self.ever_solved.numbers();
    }
}

/// Evolves a population, or goes on with one; `each` is given the run after every generation and
/// may end it by returning false.
///
/// # Errors
/// What `each` says.
pub fn evolve(
    forest: &SearchForest,
    settings: &EvolutionSettings,
    run: usize,
    begun: Option<EvolutionRun>,
    each: &mut dyn FnMut(&EvolutionRun) -> Result<bool, String>,
) -> Result<EvolutionRun, String> {
    let mut ever_solved = Solved::none(forest.len());
    let mut evolving = match begun {
        Some(run) => {
            run.ever_solved.iter().for_each(|&position| ever_solved.add(position));
            Evolving { forest, run, ever_solved }
        }
        None => {
            let first_best = VirtualPlayer { weights: PaperPreset::Refined.weights(), solved: 0 };
            let run = EvolutionRun {
                schema: EvolutionRun::SCHEMA,
                settings: settings.clone(),
                run,
                players: Vec::new(),
                first_best,
                curve: Vec::new(),
                ever_solved: Vec::new(),
                searches: 0,
                seconds: 0.0,
            };
            let mut evolving = Evolving { forest, run, ever_solved };
            let first = first_generation(settings, evolving.run.run);
            evolving.run.players = evolving.score(&first);
            evolving.note();
            evolving.run.first_best = evolving.run.best().clone();
            if !each(&evolving.run)? {
                return Ok(evolving.run);
            }
            evolving
        }
    };
    while !evolving.run.is_complete() {
        let generation = evolving.run.curve.len();
        let progress = generation as f64 / settings.generations as f64;
        // The better half survives, and each survivor makes one offspring.
        evolving.run.players.truncate(settings.population / 2);
        let made: Vec<PaperWeights> = evolving
            .run
            .players
            .iter()
            .enumerate()
            .map(|(index, parent)| {
                let random = &mut generator(settings, evolving.run.run, generation, index);
                offspring(&parent.weights, progress, settings.b, random)
            })
            .collect();
        let made = evolving.score(&made);
        evolving.run.players.extend(made);
        evolving.note();
        if !each(&evolving.run)? {
            break;
        }
    }
    Ok(evolving.run)
}
