//! A set of squares in two words, for victims and attackers of captures.

/// A set of squares: those of the first four ranks, and the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct SquareWords {
    /// Squares of ranks 1 to 4.
    pub low: u32,
    /// Squares of ranks 5 to 8.
    pub high: u32,
}

impl SquareWords {
    /// The empty set.
    pub const NONE: Self = Self { low: 0, high: 0 };

    /// Adds a square.
    #[inline(always)]
    pub const fn add(&mut self, square: u32) {
        if square & 32 == 0 {
            self.low |= 1 << (square & 31);
        } else {
            self.high |= 1 << (square & 31);
        }
    }

    /// Returns true if the square is in the set.
    #[inline(always)]
    pub const fn has(self, square: u32) -> bool {
        let word = if square & 32 == 0 { self.low } else { self.high };
        word >> (square & 31) & 1 != 0
    }

    /// Returns true if the set has no square.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    /// Removes and returns the lowest square.
    #[inline(always)]
    pub const fn take_lowest(&mut self) -> Option<u32> {
        if self.low != 0 {
            let square = self.low.trailing_zeros();
            self.low &= self.low - 1;
            Some(square)
        } else if self.high != 0 {
            let square = self.high.trailing_zeros() + 32;
            self.high &= self.high - 1;
            Some(square)
        } else {
            None
        }
    }
}
