//! A set of squares in two words: the victims and takers of the captures at hand.

/// A set of squares: those of the first four ranks, and the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SquareWords {
    /// Ranks 1 to 4.
    pub low: u32,
    /// Ranks 5 to 8.
    pub high: u32,
}

impl SquareWords {
    /// No square.
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

    /// True when the square is in it.
    #[inline(always)]
    pub const fn has(self, square: u32) -> bool {
        let word = if square & 32 == 0 { self.low } else { self.high };
        word >> (square & 31) & 1 != 0
    }

    /// True when there is no square.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    /// Takes out the lowest square.
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

/// The squares that moves may end on: all of them, or those that end a check.
pub struct Targets(pub Option<SquareWords>);

impl Targets {
    /// True when a move may end on the square.
    #[inline(always)]
    pub const fn has(&self, square: u32) -> bool {
        match self.0 {
            None => true,
            Some(squares) => squares.has(square),
        }
    }
}
