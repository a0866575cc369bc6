use super::weights::{COUNT, Pair, VALUES, Weight};

/// What the terms report their features to: a feature is a count for White and one for Black, and
/// the weight that it is counted by. That makes the terms linear in the weights.
pub trait Tally {
    /// So many units of a weight's feature.
    fn count(&mut self, weight: Weight, white: i32, black: i32);
    /// So many units for White, or, when negative, for Black.
    fn balance(&mut self, weight: Weight, units: i32);
    /// One unit of the weight that stands so many rows after `first`.
    fn pick(&mut self, first: Weight, white: usize, black: usize);
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

    fn pick(&mut self, first: Weight, white: usize, black: usize) {
        self.counts[first as usize + white][0] += 1;
        self.counts[first as usize + black][1] += 1;
    }
}
