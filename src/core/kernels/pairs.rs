//! Pairs of White's and Black's set of squares, and groups of four pairs, as the evaluation uses
//! them.

use std::ops::{BitAnd, BitOr, Not};

use crate::types::Bitboard;

/// Makes pairs with a token, so that a pair proves that its level's instructions are available.
pub trait MakePair<K>: Pair {
    /// Returns the pair of White's and Black's set.
    fn new(token: K, white: Bitboard, black: Bitboard) -> Self;
    /// Returns the pair read from memory.
    fn load(token: K, sets: &[Bitboard; 2]) -> Self;
    /// Returns four pairs read from memory, White's set of each first.
    fn load_lanes(token: K, sets: &[Bitboard; 8]) -> Self::Lanes;
}

/// A pair of White's and Black's set.
pub trait Pair: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// Four pairs in the level's registers.
    type Lanes: Lanes<Self>;

    /// Returns the pair with the sets exchanged.
    fn swapped(self) -> Self;
    /// Moves each set `RANKS` ranks towards the other side; a negative number moves it back.
    fn moved<const RANKS: i8>(self) -> Self;
    /// Moves each set one step towards the other side.
    #[inline(always)]
    fn ahead(self) -> Self {
        self.moved::<1>()
    }
    /// Moves each set one step back.
    #[inline(always)]
    fn back(self) -> Self {
        self.moved::<-1>()
    }
    /// Returns each set and all squares ahead of it on its files.
    #[inline(always)]
    fn filled_ahead(self) -> Self {
        let set = self | self.moved::<1>();
        let set = set | set.moved::<2>();
        set | set.moved::<4>()
    }
    /// Returns each set and all squares behind it on its files.
    #[inline(always)]
    fn filled_back(self) -> Self {
        let set = self | self.moved::<-1>();
        let set = set | set.moved::<-2>();
        set | set.moved::<-4>()
    }
    /// Moves both sets one step towards the h-file.
    fn east(self) -> Self;
    /// Moves both sets one step towards the a-file.
    fn west(self) -> Self;
    /// Returns each colour's set if that colour's set of `test` is not empty, else an empty set.
    fn where_any(self, test: Self) -> Self;
    /// Returns a set of one square for each colour whose set has at least two, else an empty set.
    fn several(self) -> Self;
    /// Returns the number of squares of each set, in the set's place.
    fn counted(self) -> Self;
    /// Returns the number of squares of each colour's four sets.
    fn counted_together(pairs: [Self; 4]) -> Self;
    /// Returns the sums of two pairs of numbers.
    fn plus(self, other: Self) -> Self;
    /// Returns White's and Black's value.
    fn values(self) -> [u64; 2];
    /// Combines four pairs.
    fn beside(pairs: [Self; 4]) -> Self::Lanes;
}

/// Four pairs of sets, White's first in each.
pub trait Lanes<P>: Copy {
    /// Returns the intersection of each pair with `pair`.
    fn within(self, pair: P) -> Self;
    /// Returns lanes whose total is the number of squares of each set times its weight. The weights
    /// of a pair are a 32-bit number and its negative; they are 0 for a pair that is not `used`.
    fn weighed(self, weights: &[i64; 8], used: [bool; 4]) -> Self;
    /// Returns the sums, number by number.
    fn plus(self, other: Self) -> Self;
    /// Returns the sum of all numbers, modulo 2³².
    fn total(self) -> i32;
    /// Returns the eight sets, White's first in each pair.
    fn values(self) -> [u64; 8];
}
