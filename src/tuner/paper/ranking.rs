//! A linear ranking support vector machine on the paper's 29 weights (section VI, future work).
//!
//! A move's value is linear in the weights once the leaf of its search is known. The machine learns
//! weights by which the leaf of the grandmaster's move is a margin better than that of each other move
//! (Joachims' ranking machine; steps of Pegasos on the move that violates the margin most); the leaves are
//! then searched anew with these weights, and it learns again.

use super::players::count_solved;
use super::tree::{LeafFeatures, SearchForest};
use crate::shuffle::shuffle;
use nucleus_core::eval::paper29::{PAPER_COUNT, PAPER_TUNED, Paper29, PaperWeights};
use nucleus_core::types::Random;

/// Settings of the machine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RankingOptions {
    /// Times that the leaves are searched anew.
    pub rounds: usize,
    /// Passes over the positions in a round.
    pub passes: usize,
    /// The penalty on the weights' squares, λ of Pegasos.
    pub penalty: f64,
    /// Seed of the order of the positions.
    pub seed: u64,
}

impl Default for RankingOptions {
    fn default() -> Self {
        Self { rounds: 6, passes: 60, penalty: 1e-3, seed: 1 }
    }
}

/// A position: the leaf of the grandmaster's move less that of each other move.
type Differences = Vec<LeafFeatures>;

/// Learns weights from the positions of a forest, beginning with `start`. Returns those of the round
/// that solve most of them, in the paper's unit: a pawn is 100.
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

/// The differences of a position; none where the move's leaf is the end of the game.
fn differences(forest: &SearchForest, index: usize, player: &Paper29) -> Differences {
    let (leaves, played) = forest.leaves(index, player);
    let Some(Some(chosen)) = leaves.get(played) else { return Vec::new() };
    let others = leaves.iter().enumerate().filter(|&(at, _)| at != played);
    others
        .filter_map(|(_, leaf)| leaf.as_ref())
        .map(|leaf| std::array::from_fn(|feature| chosen[feature] - leaf[feature]))
        .collect()
}

/// One round; none where no weight of a pawn or a queen comes out above zero.
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
            // The mean of the later half is what is learnt.
            if 2 * pass >= options.passes {
                for feature in 0..PAPER_TUNED {
                    sum[feature] += weights[feature];
                }
            }
        }
    }
    in_units_of_a_pawn(std::array::from_fn(|feature| sum[feature] / scales[feature]))
}

/// The root of the mean square of each feature's differences, 1 for a feature that never differs.
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

/// Whole numbers in which a pawn is 100, or a queen 900 where a pawn is worth nothing.
fn in_units_of_a_pawn(weights: LeafFeatures) -> Option<PaperWeights> {
    let [pawn, .., queen] = weights[..5] else { return None };
    let unit = match (pawn > 0.0, queen > 0.0) {
        (true, _) => 100.0 / pawn,
        (false, true) => 900.0 / queen,
        _ => return None,
    };
    let mut whole = [0; PAPER_COUNT];
    for (whole, weight) in whole.iter_mut().zip(weights) {
        *whole = (weight * unit).round().clamp(-30_000.0, 30_000.0) as i32;
    }
    Some(whole)
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
        // A start by which the less valuable piece is taken.
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
