use super::groups::{GROUPS, SetGroup, USED};
use super::table::COUNT;
use super::values::Values;
use super::weights::{self, Weight};
use crate::kernels::pairs::{Lanes, Pair};

/// A receiver of features. A feature is a count for White, a count for Black, and a weight, so the
/// terms are linear in the weights.
pub trait Tally {
    /// A group of weights in the form that [`Tally::pairs`] takes.
    type Group: Copy;
    /// Returns a group of weights.
    fn group(&self, group: SetGroup) -> Self::Group;
    /// Adds units of a weight's feature for each colour.
    fn count(&mut self, weight: Weight, white: i32, black: i32);
    /// Adds units for White or, if negative, for Black.
    fn balance(&mut self, weight: Weight, units: i32);
    /// Adds one unit for each square of the pairs of sets.
    fn pairs<P: Pair, const N: usize>(&mut self, groups: [(Self::Group, P::Lanes); N]);
    /// Adds one unit for White of the weight `white` rows after `first`, and one unit for Black of the
    /// weight `black` rows after it.
    fn pick(&mut self, first: Weight, white: usize, black: usize);
}

/// The engine's tally: the sum of units times values, White positive.
#[derive(Clone, Copy, Debug)]
pub struct Sum<'a> {
    values: &'a Values,
    /// White's sum minus Black's, packed.
    pub total: weights::PackedScore,
}

impl<'a> Sum<'a> {
    /// Returns an empty sum.
    #[inline(always)]
    pub const fn new(values: &'a Values) -> Self {
        Self::from(values, 0)
    }

    /// Returns a sum that starts at `total`.
    #[inline(always)]
    pub const fn from(values: &'a Values, total: weights::PackedScore) -> Self {
        Self { values, total }
    }

    #[inline(always)]
    const fn add(&mut self, value: weights::PackedScore) {
        self.total = self.total.wrapping_add(value);
    }
}

impl<'a> Tally for Sum<'a> {
    type Group = (&'a [i64; 8], [bool; 4]);

    #[inline(always)]
    fn group(&self, group: SetGroup) -> Self::Group {
        (&self.values.groups[group as usize], USED[group as usize])
    }

    #[inline(always)]
    fn count(&mut self, weight: Weight, white: i32, black: i32) {
        self.add(self.values.weight(weight).wrapping_mul(white - black));
    }

    #[inline(always)]
    fn balance(&mut self, weight: Weight, units: i32) {
        self.count(weight, units, 0);
    }

    #[inline(always)]
    fn pairs<P: Pair, const N: usize>(&mut self, groups: [(Self::Group, P::Lanes); N]) {
        let mut groups = groups.into_iter();
        let Some(((values, used), sets)) = groups.next() else { return };
        let mut sum = sets.weighed(values, used);
        for ((values, used), sets) in groups {
            sum = sum.plus(sets.weighed(values, used));
        }
        self.add(sum.total());
    }

    #[inline(always)]
    fn pick(&mut self, first: Weight, white: usize, black: usize) {
        let values = &self.values.packed;
        self.add(values[first as usize + white].wrapping_sub(values[first as usize + black]));
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
    type Group = SetGroup;

    fn group(&self, group: SetGroup) -> SetGroup {
        group
    }

    fn count(&mut self, weight: Weight, white: i32, black: i32) {
        self.counts[weight as usize][0] += white;
        self.counts[weight as usize][1] += black;
    }

    fn balance(&mut self, weight: Weight, units: i32) {
        self.count(weight, units.max(0), (-units).max(0));
    }

    fn pairs<P: Pair, const N: usize>(&mut self, groups: [(Self::Group, P::Lanes); N]) {
        for (group, sets) in groups {
            let sets = sets.values();
            for (weight, [white, black]) in GROUPS[group as usize].iter().zip(sets.as_chunks().0) {
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
