//! The Zobrist words in halves: the seam to the words of 64 bits that all boards share.

use crate::board::zobrist;
use crate::types::{Color, PieceType, Square};

/// A key, or the change of one: `hash_high` and `hash_low`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyWords {
    /// The upper half.
    pub high: u32,
    /// The lower half.
    pub low: u32,
}

impl KeyWords {
    /// Both halves of a word.
    #[inline(always)]
    pub const fn of(word: u64) -> Self {
        Self { high: (word >> 32) as u32, low: word as u32 }
    }

    /// The whole key.
    #[inline(always)]
    pub const fn joined(self) -> u64 {
        (self.high as u64) << 32 | self.low as u64
    }

    /// The key with another word in it, or without it.
    #[inline(always)]
    pub const fn with(self, other: Self) -> Self {
        Self { high: self.high ^ other.high, low: self.low ^ other.low }
    }
}

/// The word of a piece on a square.
#[inline(always)]
pub fn piece(color: Color, kind: PieceType, square: u32) -> KeyWords {
    KeyWords::of(zobrist::piece(color, kind, Square::new(square as u8)))
}

/// The word of a set of castling rights.
#[inline(always)]
pub fn castling(rights: u32) -> KeyWords {
    KeyWords::of(zobrist::castling(rights as u8))
}

/// The word of a capture en passant.
#[inline(always)]
pub fn en_passant(square: u32) -> KeyWords {
    KeyWords::of(zobrist::en_passant(Square::new(square as u8)))
}

/// The word of Black to move.
#[inline(always)]
pub fn side() -> KeyWords {
    KeyWords::of(zobrist::side())
}
