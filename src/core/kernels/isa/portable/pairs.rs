//! Pairs of bitboards in 64-bit words.

use std::ops::{BitAnd, BitOr, Not};

use crate::kernels::pairs::{Lanes, MakePair, Pair};
use crate::types::Bitboard;
use crate::types::bitboard::{east, west};

/// A pair in two words; `POPCNT` is true if one instruction counts the bits of a word.
#[derive(Clone, Copy, Debug)]
pub struct Words<const POPCNT: bool>([Bitboard; 2]);

/// Four pairs in eight words.
#[derive(Clone, Copy, Debug)]
pub struct EightWords<const POPCNT: bool>([Bitboard; 8]);

impl<K, const POPCNT: bool> MakePair<K> for Words<POPCNT> {
    #[inline(always)]
    fn new(_: K, white: Bitboard, black: Bitboard) -> Self {
        Self([white, black])
    }

    #[inline(always)]
    fn load(_: K, sets: &[Bitboard; 2]) -> Self {
        Self(*sets)
    }

    #[inline(always)]
    fn load_lanes(_: K, sets: &[Bitboard; 8]) -> EightWords<POPCNT> {
        EightWords(*sets)
    }
}

// Written out instead of mapped: a closure would be a function without the level's features.
impl<const POPCNT: bool> BitAnd for Words<POPCNT> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

impl<const POPCNT: bool> BitOr for Words<POPCNT> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl<const POPCNT: bool> Not for Words<POPCNT> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self([!self.0[0], !self.0[1]])
    }
}

impl<const POPCNT: bool> Pair for Words<POPCNT> {
    type Lanes = EightWords<POPCNT>;

    #[inline(always)]
    fn swapped(self) -> Self {
        Self([self.0[1], self.0[0]])
    }

    #[inline(always)]
    fn moved<const RANKS: i8>(self) -> Self {
        let by = 8 * RANKS.unsigned_abs();
        if RANKS > 0 {
            Self([self.0[0] << by, self.0[1] >> by])
        } else {
            Self([self.0[0] >> by, self.0[1] << by])
        }
    }

    #[inline(always)]
    fn east(self) -> Self {
        Self([east(self.0[0]), east(self.0[1])])
    }

    #[inline(always)]
    fn west(self) -> Self {
        Self([west(self.0[0]), west(self.0[1])])
    }

    #[inline(always)]
    fn where_any(self, test: Self) -> Self {
        Self([
            if test.0[0] == 0 { 0 } else { self.0[0] },
            if test.0[1] == 0 { 0 } else { self.0[1] },
        ])
    }

    #[inline(always)]
    fn several(self) -> Self {
        let several = |set: Bitboard| u64::from(crate::types::bitboard::several(set));
        Self([several(self.0[0]), several(self.0[1])])
    }

    #[inline(always)]
    fn counted(self) -> Self {
        Self([u64::from(self.0[0].count_ones()), u64::from(self.0[1].count_ones())])
    }

    #[inline(always)]
    fn counted_together([a, b, c, d]: [Self; 4]) -> Self {
        a.counted().plus(b.counted()).plus(c.counted()).plus(d.counted())
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self([self.0[0].wrapping_add(other.0[0]), self.0[1].wrapping_add(other.0[1])])
    }

    #[inline(always)]
    fn values(self) -> [u64; 2] {
        self.0
    }

    #[inline(always)]
    fn beside([a, b, c, d]: [Self; 4]) -> EightWords<POPCNT> {
        EightWords([a.0[0], a.0[1], b.0[0], b.0[1], c.0[0], c.0[1], d.0[0], d.0[1]])
    }
}

impl<const POPCNT: bool> Lanes<Words<POPCNT>> for EightWords<POPCNT> {
    #[inline(always)]
    fn within(mut self, pair: Words<POPCNT>) -> Self {
        for lanes in self.0.chunks_exact_mut(2) {
            lanes[0] &= pair.0[0];
            lanes[1] &= pair.0[1];
        }
        self
    }

    #[inline(always)]
    fn weighed(mut self, weights: &[i64; 8], used: [bool; 4]) -> Self {
        for (at, &used) in used.iter().enumerate() {
            let (white, black) = (2 * at, 2 * at + 1);
            if POPCNT {
                // One multiplication counts both sets: Black's weight is White's, negated.
                let counted = |set: Bitboard| u64::from(set.count_ones());
                let ahead = counted(self.0[white]).wrapping_sub(counted(self.0[black]));
                self.0[white] = ahead.wrapping_mul(weights[white].cast_unsigned());
                self.0[black] = 0;
            } else {
                for at in [white, black] {
                    // Two at a time with the baseline's vector instructions; the lower halves
                    // suffice, since a total is modulo 2³².
                    self.0[at] = u64::from(self.0[at].count_ones()) * u64::from(weights[at] as u32);
                }
            }
            if !used {
                (self.0[white], self.0[black]) = (0, 0);
            }
        }
        self
    }

    #[inline(always)]
    fn plus(mut self, other: Self) -> Self {
        for (number, other) in self.0.iter_mut().zip(&other.0) {
            *number = number.wrapping_add(*other);
        }
        self
    }

    #[inline(always)]
    fn total(self) -> i32 {
        let mut total = 0u64;
        for number in self.0 {
            total = total.wrapping_add(number);
        }
        total as i32
    }

    #[inline(always)]
    fn values(self) -> [u64; 8] {
        self.0
    }
}
