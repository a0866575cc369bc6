use super::weights::{COUNT, Pair, VALUES, Weight};
use crate::types::Bitboard;

/// What the terms report their features to: a feature is a count for White and one for Black, and
/// the weight that it is counted by. That makes the terms linear in the weights.
pub trait Tally {
    /// So many units of a weight's feature.
    fn count(&mut self, weight: Weight, white: i32, black: i32);
    /// So many units for White, or, when negative, for Black.
    fn balance(&mut self, weight: Weight, units: i32);
    /// So many units as each pair of sets has squares, White's set first.
    fn lanes(&mut self, lanes: &Lanes, sets: &[Bitboard; 16]);
    /// One unit of the weight that stands so many rows after `first`.
    fn pick(&mut self, first: Weight, white: usize, black: usize);
}

/// The weights of sixteen sets that lie side by side as influence does, White's and Black's of a
/// kind in turn, so that a compiler can count them in vectors.
#[derive(Clone, Copy, Debug)]
pub struct Lanes {
    weights: [Option<Weight>; 8],
    values: [Pair; 16],
}

impl Lanes {
    /// One weight for each pair of sets, or none.
    pub const fn new(weights: [Option<Weight>; 8]) -> Self {
        let mut values = [0; 16];
        let mut lane = 0;
        while lane < 8 {
            if let Some(weight) = weights[lane] {
                values[2 * lane] = VALUES[weight as usize];
                values[2 * lane + 1] = VALUES[weight as usize].wrapping_neg();
            }
            lane += 1;
        }
        Self { weights, values }
    }
}

/// The engine's tally: the sum, White positive, the weights compiled in.
#[derive(Clone, Copy, Default, Debug)]
pub struct Sum(pub Pair);

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
    fn lanes(&mut self, lanes: &Lanes, sets: &[Bitboard; 16]) {
        for lane in 0..16 {
            let units = sets[lane].count_ones() as Pair;
            self.0 = self.0.wrapping_add(units.wrapping_mul(lanes.values[lane]));
        }
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
#[derive(Clone, Debug)]
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

    fn lanes(&mut self, lanes: &Lanes, sets: &[Bitboard; 16]) {
        for (weight, pair) in lanes.weights.iter().zip(sets.chunks_exact(2)) {
            if let Some(weight) = *weight {
                self.count(weight, pair[0].count_ones() as i32, pair[1].count_ones() as i32);
            }
        }
    }

    fn pick(&mut self, first: Weight, white: usize, black: usize) {
        self.counts[first as usize + white][0] += 1;
        self.counts[first as usize + black][1] += 1;
    }
}
