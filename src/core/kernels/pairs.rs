//! White's and Black's set of squares side by side, and four such pairs, as the evaluation reads
//! them.

use std::ops::{BitAnd, BitOr, Not};

/// White's set and Black's. Only [`super::Kernel`] makes them, so that who holds one may use its
/// level's instructions.
pub trait Pair: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// Four pairs.
    type Lanes: Lanes<Self>;

    /// Black's set and White's.
    fn swapped(self) -> Self;
    /// Each set one step towards the other side.
    fn ahead(self) -> Self;
    /// Each set one step back.
    fn back(self) -> Self;
    /// Each set and everything before it on its files.
    fn filled_ahead(self) -> Self;
    /// Each set and everything behind it on its files.
    fn filled_back(self) -> Self;
    /// Both sets one step towards the h-file.
    fn east(self) -> Self;
    /// Both sets one step towards the a-file.
    fn west(self) -> Self;
    /// Each colour's set where that colour's set of `test` has a square, else none.
    fn where_any(self, test: Self) -> Self;
    /// A set of one square for each colour whose set has several.
    fn several(self) -> Self;
    /// Returns the number of squares of each set, in the place of the set.
    fn counted(self) -> Self;
    /// The sums of two pairs of numbers.
    fn plus(self, other: Self) -> Self;
    /// White's and Black's.
    fn values(self) -> [u64; 2];
    /// Four pairs side by side.
    fn beside(pairs: [Self; 4]) -> Self::Lanes;
}

/// Four pairs of sets, each White's first.
pub trait Lanes<P>: Copy {
    /// Returns the intersection of each pair with `pair`.
    fn within(self, pair: P) -> Self;
    /// Returns the number of squares of each set times its weight.
    fn weighed(self, weights: &[i64; 8]) -> Self;
    /// The sums, number by number.
    fn plus(self, other: Self) -> Self;
    /// The sum of all numbers.
    fn total(self) -> i64;
    /// The sets.
    fn values(self) -> [u64; 8];
}

#[cfg(test)]
mod tests {
    use super::super::{Choice, Kernel, Level, Variant};
    use super::*;
    use crate::types::Bitboard;
    use crate::types::bitboard::several;
    use crate::types::bitboard::{east, fill_down, fill_up, west};
    use crate::with_token;

    /// Numbers that look random, every other one sparse as sets mostly are.
    fn sets() -> impl Iterator<Item = Bitboard> {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        (0..4000).map(move |number| {
            let mut next = || {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state
            };
            match number % 4 {
                0 => 0,
                1 => next() & next() & next() & next(),
                2 => 1 << (next() & 63),
                _ => next(),
            }
        })
    }

    fn check<K: Kernel>(kernel: K) {
        let sets: Vec<_> = sets().collect();
        for chunk in sets.as_chunks::<8>().0 {
            let [a, b, c, d, ..] = *chunk;
            let (one, other) = (kernel.pair(a, b), kernel.pair_at(&[c, d]));
            let same = |pair: K::Pair, white: u64, black: u64, what: &str| {
                assert_eq!(pair.values(), [white, black], "{what} of {a:#x}, {b:#x} in {kernel:?}");
            };
            same(one, a, b, "values");
            same(one & other, a & c, b & d, "intersection");
            same(one | other, a | c, b | d, "union");
            same(!one, !a, !b, "complement");
            same(one.swapped(), b, a, "exchange");
            same(one.ahead(), a << 8, b >> 8, "step ahead");
            same(one.back(), a >> 8, b << 8, "step back");
            same(one.filled_ahead(), fill_up(a), fill_down(b), "fill ahead");
            same(one.filled_back(), fill_down(a), fill_up(b), "fill back");
            same(one.east(), east(a), east(b), "step east");
            same(one.west(), west(a), west(b), "step west");
            let kept = |set, test| if test == 0 { 0 } else { set };
            same(one.where_any(other), kept(a, c), kept(b, d), "choice");
            same(one.several(), several(a).into(), several(b).into(), "several");
            let sizes = |x: u64, y: u64| u64::from(x.count_ones() + y.count_ones());
            same(one.counted().plus(other.counted()), sizes(a, c), sizes(b, d), "count");

            let weights = [5, -5, 1 << 30, -(1 << 30), 0, 0, i64::from(i32::MIN), 0x4_0003];
            let total = |sets: &[u64; 8]| -> i64 {
                sets.iter().zip(weights).map(|(set, w)| i64::from(set.count_ones()) * w).sum()
            };
            let lanes = kernel.pairs_at(chunk);
            assert_eq!(lanes.values(), *chunk, "lanes in {kernel:?}");
            assert_eq!(lanes.weighed(&weights).total(), total(chunk), "weighed in {kernel:?}");
            let (beside, both) =
                ([a, b, c, d, c, d, a, b], [a, b, c & a, d & b, c & a, d & b, a, b]);
            let four = Pair::beside([one, other, other, one]);
            assert_eq!(four.values(), beside, "beside in {kernel:?}");
            assert_eq!(four.within(one).values(), both, "within in {kernel:?}");
            let sum = four.weighed(&weights).plus(lanes.weighed(&weights)).total();
            assert_eq!(sum, total(&beside) + total(chunk), "sum in {kernel:?}");
        }
    }

    #[test]
    fn every_level_agrees_with_the_definitions() {
        for level in Level::usable() {
            let choice = Choice { level, variant: Variant::Intrinsics };
            with_token!(choice, token => check(token));
        }
    }
}
