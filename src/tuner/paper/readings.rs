//! Compares readings of the questions that the paper leaves open. For each reading, counts the
//! positions that the paper's players solve and those that random players solve.

use super::evolution::random_player;
use super::players::{Solved, score};
use super::tree::SearchForest;
use nucleus_core::eval::paper29::{PAPER_COUNT, PAPER_ROWS, Paper29, PaperPreset, PaperWeights};
use nucleus_core::types::Random;

/// A reading of the questions that the paper leaves open.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PaperReading {
    /// True if a mobility weight is per square, false if it is for the most squares that a piece can reach.
    pub mobility_by_square: bool,
    /// Divisor of the king's sums, in points.
    pub king_units: f32,
    /// Weight of the queen's mobility.
    pub queen: i32,
}

/// Numbers of positions solved under a reading.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReadingScore {
    /// Solved by random players, on average.
    pub random: f64,
    /// Solved by the best of twenty random players, on average.
    pub random_best: f64,
    /// Solved by the paper's evolved player.
    pub evolved: u32,
    /// Solved by the paper's refined player.
    pub refined: u32,
}

/// Number of random populations of a reading.
const POPULATIONS: usize = 10;
/// Size of the paper's population.
const POPULATION: usize = 20;

/// Returns the readings to compare.
pub fn all_readings() -> Vec<PaperReading> {
    let mut readings = Vec::new();
    for mobility_by_square in [false, true] {
        for king_units in [1e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6] {
            for queen in [0, 40, 72] {
                readings.push(PaperReading { mobility_by_square, king_units, queen });
            }
        }
    }
    readings
}

impl PaperReading {
    /// Returns a player under this reading.
    fn player(&self, mut weights: PaperWeights) -> Paper29 {
        let units: [f32; PAPER_COUNT] = PAPER_ROWS.map(|row| {
            if row.name.ends_with(".mobility") && self.mobility_by_square {
                1.0
            } else if matches!(row.name, "king.defenders" | "king.attackers") {
                self.king_units
            } else {
                row.units
            }
        });
        weights[PAPER_COUNT - 1] = self.queen;
        Paper29::with_units(weights, &units)
    }

    /// Returns the numbers of positions that random players and the paper's players solve.
    pub fn score(&self, forest: &SearchForest, seed: u64) -> ReadingScore {
        let mut random = Random::new(seed);
        let mut players: Vec<Paper29> = (0..POPULATIONS * POPULATION)
            .map(|_| self.player(random_player(&mut random)))
            .collect();
        let presets = [PaperPreset::Evolved, PaperPreset::Refined];
        players.extend(presets.map(|preset| self.player(preset.weights())));
        let solved: Vec<u32> = score(forest, &players).iter().map(Solved::count).collect();
        let (random, papers) = solved.split_at(POPULATIONS * POPULATION);
        let mean = |sum: u32, count: usize| f64::from(sum) / count as f64;
        let bests = random.chunks(POPULATION).filter_map(|chunk| chunk.iter().max());
        ReadingScore {
            random: mean(random.iter().sum(), random.len()),
            random_best: mean(bests.sum(), POPULATIONS),
            evolved: papers[0],
            refined: papers[1],
        }
    }
}
