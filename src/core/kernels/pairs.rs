//! White's and Black's set of squares side by side, and four such pairs, as the evaluation reads
//! them.

use std::ops::{BitAnd, BitOr, Not};

use crate::types::Bitboard;

/// Makes pairs with a token, so that who holds one may use its level's instructions.
pub trait MakePair<K>: Pair {
    /// White's set and Black's side by side.
    fn new(token: K, white: Bitboard, black: Bitboard) -> Self;
    /// Returns the pair that is read from memory.
    fn load(token: K, sets: &[Bitboard; 2]) -> Self;
    /// Four pairs from memory, White's set of each first.
    fn load_lanes(token: K, sets: &[Bitboard; 8]) -> Self::Lanes;
}

/// White's set and Black's.
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
    /// Returns the number of squares of four pairs of sets together.
    fn counted_together(pairs: [Self; 4]) -> Self;
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
    /// Returns lanes whose total is that of the number of squares of each set times its weight. The
    /// weights of a pair are a number and its negative, of 32 bits; a pair that is not `used` has
    /// none.
    fn weighed(self, weights: &[i64; 8], used: [bool; 4]) -> Self;
    /// The sums, number by number.
    fn plus(self, other: Self) -> Self;
    /// The sum of all numbers, modulo 2³².
    fn total(self) -> i32;
    /// The sets.
    fn values(self) -> [u64; 8];
}

/// Defines the operators of a pair, given the sets of one and of another.
macro_rules! pair_operators {
    ([$($generic:tt)*] $pair:ty, |$a:ident, $b:ident| $and:expr, $or:expr, $not:expr) => {
        impl $($generic)* std::ops::BitAnd for $pair {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($and)
            }
        }

        impl $($generic)* std::ops::BitOr for $pair {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($or)
            }
        }

        impl $($generic)* std::ops::Not for $pair {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                let $a = self.0;
                Self($not)
            }
        }
    };
}
pub(super) use pair_operators;
