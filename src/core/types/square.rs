use std::fmt;

use super::{Bitboard, Color};

/// A square, a1 = 0, b1 = 1, … h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Returns the square of an index; only its lowest six bits count.
    #[inline(always)]
    pub const fn new(index: u8) -> Self {
        Self(index & 63)
    }

    /// Returns the square on this file and rank, both 0 to 7.
    #[inline(always)]
    pub const fn at(file: u8, rank: u8) -> Self {
        Self::new(rank * 8 + file)
    }

    /// Returns the lowest square of a non-empty set.
    #[inline(always)]
    pub const fn lowest(set: Bitboard) -> Self {
        Self::new(set.trailing_zeros() as u8)
    }

    /// Returns 0 to 63. The mask is free and lets the compiler drop bounds checks.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Returns 0 for the a-file to 7 for the h-file.
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Returns 0 for the first rank to 7 for the eighth.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        (self.0 & 63) >> 3
    }

    /// Returns the set of this square alone.
    #[inline(always)]
    pub const fn bit(self) -> Bitboard {
        1u64 << (self.0 & 63)
    }

    /// Returns the square from a colour's view: mirrored top to bottom for Black, itself for White.
    #[inline(always)]
    pub const fn relative(self, color: Color) -> Self {
        Self::new(self.0 ^ (56 * color as u8))
    }

    /// Returns all squares, a1 first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self::new)
    }

    /// Parses a square such as `e4`; returns `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Self::at(file - b'a', rank - b'1')),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, (b'1' + self.rank()) as char)
    }
}
