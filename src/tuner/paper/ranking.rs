//! A linear ranking support vector machine on the paper's 29 weights (section VI, future work).
//!
//! A move's value is linear in the weights once the leaf of its search is known. The machine learns weights
//! for which the leaf of the grandmaster's move beats that of each other move by a margin: Joachims' ranking
//! machine, with steps of Pegasos on the move that violates the margin most. The leaves are then searched
//! again with these weights, and learning repeats.

use super::players::count_solved;
use super::tree::{LeafFeatures, SearchForest};
use crate::shuffle::shuffle;
use nucleus_core::eval::paper29::{PAPER_COUNT, PAPER_TUNED, Paper29, PaperWeights};
use nucleus_core::types::Random;

/// Options of the machine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RankingOptions {
    /// Number of times that the leaves are searched.
    pub rounds: usize,
    /// Number of passes over the positions in a round.
    pub passes: usize,
    /// Penalty on the squared weights, λ of Pegasos.
    pub penalty: f64,
    /// Seed of the order of the positions.
    pub seed: u64,
}

impl Default for RankingOptions {
    fn default() -> Self {
        Self { rounds: 6, passes: 60, penalty: 1e-3, seed: 1 }
    }
}

/// The features of the grandmaster's leaf minus those of each other move's leaf, in a position.
type Differences = Vec<LeafFeatures>;

/// Learns weights from the positions of a forest, from `start`. Returns the weights that solve most
/// positions: `start`, or those of a round, scaled so that a pawn is 100.
pub fn rank(forest: &SearchForest, start: PaperWeights, options: &RankingOptions) -> PaperWeights {
    let solved = |weights| count_solved(forest, weights);
    let (mut best, mut weights) = ((solved(start), start), start);
    let mut random = Random::new(options.seed);
    for _ in 0..options.rounds {
        let player = Paper29::new(weights);
        let positions: Vec<Differences> =
            (0..forest.len()).map(|index| differences(forest, index, &player)).collect();
        let Some(learnt) = learn(&positions, options, &mut random) else { break };
        weights = learnt;
        let count = solved(weights);
        if count > best.0 {
            best = (count, weights);
        }
    }
    best.1
}

/// Returns the differences of a position; none if the game ends at the grandmaster's leaf.
fn differences(forest: &SearchForest, index: usize, player: &Paper29) -> Differences {
    let (leaves, played) = forest.leaves(index, player);
    let Some(Some(chosen)) = leaves.get(played) else { return Vec::new() };
    let others = leaves.iter().enumerate().filter(|&(at, _)| at != played);
    others
        .filter_map(|(_, leaf)| leaf.as_ref())
        .map(|leaf| std::array::from_fn(|feature| chosen[feature] - leaf[feature]))
        .collect()
}

/// Learns in one round; `None` if neither the pawn's nor the queen's weight is positive.
fn learn(
    positions: &[Differences],
    options: &RankingOptions,
    random: &mut Random,
) -> Option<PaperWeights> {
    let scales = scales(positions);
    let mut order: Vec<usize> =
        (0..positions.len()).filter(|&at| !positions[at].is_empty()).collect();
    let (mut weights, mut sum) = ([0.0; PAPER_TUNED], [0.0; PAPER_TUNED]);
    let mut step = 0_u32;
    for pass in 0..options.passes {
        shuffle(&mut order, random);
        for &at in &order {
            step += 1;
            let rate = 1.0 / (options.penalty * f64::from(step));
            let margin = |difference: &LeafFeatures| -> f64 {
                (0..PAPER_TUNED).map(|f| weights[f] * difference[f] / scales[f]).sum()
            };
            let worst = positions[at].iter().map(|d| (margin(d), d));
            let Some((margin, difference)) = worst.min_by(|a, b| a.0.total_cmp(&b.0)) else {
                continue;
            };
            for feature in 0..PAPER_TUNED {
                weights[feature] *= 1.0 - rate * options.penalty;
                if margin < 1.0 {
                    weights[feature] += rate * difference[feature] / scales[feature];
                }
            }
            // The result is the mean over the second half of the passes.
            if 2 * pass >= options.passes {
                for feature in 0..PAPER_TUNED {
                    sum[feature] += weights[feature];
                }
            }
        }
    }
    in_units_of_a_pawn(std::array::from_fn(|feature| sum[feature] / scales[feature]))
}

/// Returns the root mean square of each feature's differences, or 1 for a feature that never differs.
fn scales(positions: &[Differences]) -> LeafFeatures {
    let (mut squares, mut count) = ([0.0; PAPER_TUNED], 0_u32);
    for difference in positions.iter().flatten() {
        count += 1;
        for feature in 0..PAPER_TUNED {
            squares[feature] += difference[feature] * difference[feature];
        }
    }
    squares.map(|sum| match (sum / f64::from(count.max(1))).sqrt() {
        scale if scale > 0.0 => scale,
        _ => 1.0,
    })
}

/// Scales weights to integers with a pawn of 100, or a queen of 900 if the pawn's weight is not positive.
fn in_units_of_a_pawn(weights: LeafFeatures) -> Option<PaperWeights> {
    let [pawn, .., queen] = weights[..5] else { return None };
    let unit = match (pawn > 0.0, queen > 0.0) {
        (true, _) => 100.0 / pawn,
        (false, true) => 900.0 / queen,
        _ => return None,
    };
    let mut rounded = [0; PAPER_COUNT];
    for (rounded, weight) in rounded.iter_mut().zip(weights) {
        *rounded = (weight * unit).round().clamp(-30_000.0, 30_000.0) as i32;
    }
    Some(rounded)
}

#[cfg(test)]
mod tests {
    use super::super::tree::Leaf;
    use super::super::tree::tests::position;
    use super::*;

    #[test]
    fn it_learns_to_take_what_was_taken() {
        let positions = ["2q1r3", "2q1b3", "2r1n3", "2n1p3", "2p5"]
            .map(|rank| position(&format!("k7/8/8/{rank}/3P4/8/8/7K w - - 0 1"), "d4c5"));
        let forest = SearchForest::build(&positions, Leaf::Static);
        // With these weights the less valuable piece is captured.
        let mut start = [0; PAPER_COUNT];
        start[..5].copy_from_slice(&[900, 500, 500, 300, 100]);
        let solved = |weights| count_solved(&forest, weights);
        assert!(solved(start) < 3, "{}", solved(start));
        let learnt = rank(&forest, start, &RankingOptions::default());
        assert_eq!(solved(learnt), 5, "{learnt:?}");
        assert_eq!(learnt[0], 100, "in units of a pawn");
        assert_eq!(rank(&forest, start, &RankingOptions::default()), learnt, "of one seed");
    }
}
