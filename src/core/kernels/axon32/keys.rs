//! The Zobrist words as 32-bit halves of the 64-bit words that all boards share.

use crate::types::{Color, PieceType, Square, zobrist};

/// A key, or a change of one, as the record's `hash_high` and `hash_low`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyWords {
    /// Bits 32 to 63.
    pub high: u32,
    /// Bits 0 to 31.
    pub low: u32,
}

impl KeyWords {
    /// Splits a 64-bit word.
    #[inline(always)]
    pub const fn from_word(word: u64) -> Self {
        Self { high: (word >> 32) as u32, low: word as u32 }
    }

    /// Returns the 64-bit key.
    #[inline(always)]
    pub const fn joined(self) -> u64 {
        (self.high as u64) << 32 | self.low as u64
    }

    /// Returns the key with another word added or removed (exclusive or).
    #[inline(always)]
    pub const fn with(self, other: Self) -> Self {
        Self { high: self.high ^ other.high, low: self.low ^ other.low }
    }
}

/// Returns the word of a piece on a square.
#[inline(always)]
pub fn piece(color: Color, kind: PieceType, square: u32) -> KeyWords {
    KeyWords::from_word(zobrist::piece(color, kind, Square::new(square as u8)))
}

/// Returns the word of a set of castling rights.
#[inline(always)]
pub fn castling(rights: u32) -> KeyWords {
    KeyWords::from_word(zobrist::castling(rights as u8))
}

/// Returns the word of a capture en passant.
#[inline(always)]
pub fn en_passant(square: u32) -> KeyWords {
    KeyWords::from_word(zobrist::en_passant(Square::new(square as u8)))
}

/// Returns the word of Black to move.
#[inline(always)]
pub fn side() -> KeyWords {
    KeyWords::from_word(zobrist::side())
}
