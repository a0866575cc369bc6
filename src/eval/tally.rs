use super::weights::{self, COUNT, VALUES, Weight};
use crate::kernels::pairs::{Lanes, Pair};

/// What the terms report their features to: a feature is a count for White and one for Black, and
/// the weight that it is counted by. That makes the terms linear in the weights.
pub trait Tally {
    /// So many units of a weight's feature.
    fn count(&mut self, weight: Weight, white: i32, black: i32);
    /// So many units for White, or, when negative, for Black.
    fn balance(&mut self, weight: Weight, units: i32);
    /// So many units as each pair of sets has squares.
    fn pairs<P: Pair, const N: usize>(&mut self, groups: [(&PairWeights, P::Lanes); N]);
    /// One unit of the weight that stands so many rows after `first`.
    fn pick(&mut self, first: Weight, white: usize, black: usize);
}

/// The weights of four pairs of sets, so that they can be counted in vectors.
#[derive(Clone, Copy, Debug)]
pub struct PairWeights {
    weights: [Option<Weight>; 4],
    /// What a square of each set is worth, Black's negative.
    values: [i64; 8],
}

impl PairWeights {
    /// One weight for each pair of sets, or none.
    pub const fn new(weights: [Option<Weight>; 4]) -> Self {
        let mut values = [0; 8];
        let mut pair = 0;
        while pair < 4 {
            if let Some(weight) = weights[pair] {
                values[2 * pair] = VALUES[weight as usize] as i64;
                values[2 * pair + 1] = -(VALUES[weight as usize] as i64);
            }
            pair += 1;
        }
        Self { weights, values }
    }
}

/// The engine's tally: the sum, White positive, the weights compiled in.
#[derive(Clone, Copy, Default, Debug)]
pub struct Sum(pub weights::PackedScore);

impl Tally for Sum {
    #[inline(always)]
    fn count(&mut self, weight: Weight, white: i32, black: i32) {
        self.0 = self.0.wrapping_add(VALUES[weight as usize].wrapping_mul(white - black));
    }

    #[inline(always)]
    fn balance(&mut self, weight: Weight, units: i32) {
        self.count(weight, units, 0);
    }

    #[inline(always)]
    fn pairs<P: Pair, const N: usize>(&mut self, groups: [(&PairWeights, P::Lanes); N]) {
        let mut groups = groups.into_iter();
        let Some((weights, sets)) = groups.next() else { return };
        let mut sum = sets.weighed(&weights.values);
        for (weights, sets) in groups {
            sum = sum.plus(sets.weighed(&weights.values));
        }
        self.0 = self.0.wrapping_add(sum.total() as weights::PackedScore);
    }

    #[inline(always)]
    fn pick(&mut self, first: Weight, white: usize, black: usize) {
        let values = &VALUES;
        self.0 = self
            .0
            .wrapping_add(values[first as usize + white])
            .wrapping_sub(values[first as usize + black]);
    }
}

/// The tally of a tuner or an explanation: every feature's counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// White's and Black's units, by row of the table.
    pub counts: [[i32; 2]; COUNT],
}

impl Default for Trace {
    fn default() -> Self {
        Self { counts: [[0; 2]; COUNT] }
    }
}

impl Tally for Trace {
    fn count(&mut self, weight: Weight, white: i32, black: i32) {
        self.counts[weight as usize][0] += white;
        self.counts[weight as usize][1] += black;
    }

    fn balance(&mut self, weight: Weight, units: i32) {
        self.count(weight, units.max(0), (-units).max(0));
    }

    fn pairs<P: Pair, const N: usize>(&mut self, groups: [(&PairWeights, P::Lanes); N]) {
        for (weights, sets) in groups {
            let sets = sets.values();
            for (weight, [white, black]) in weights.weights.iter().zip(sets.as_chunks().0) {
                if let Some(weight) = *weight {
                    self.count(weight, white.count_ones() as i32, black.count_ones() as i32);
                }
            }
        }
    }

    fn pick(&mut self, first: Weight, white: usize, black: usize) {
        self.counts[first as usize + white][0] += 1;
        self.counts[first as usize + black][1] += 1;
    }
}
