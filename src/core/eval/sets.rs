//! Sets of squares as one colour sees them.

use crate::types::bitboard::{RANK_1, fill_down, fill_up};
use crate::types::{Bitboard, Color};

/// One step towards the enemy.
#[inline(always)]
pub const fn ahead(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => set << 8,
        Color::Black => set >> 8,
    }
}

/// The set and everything before it on its files.
#[inline(always)]
pub const fn fill_ahead(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => fill_up(set),
        Color::Black => fill_down(set),
    }
}

/// A rank, 1 to 8, counted from the colour's own side.
#[inline(always)]
pub const fn rank(color: Color, number: u32) -> Bitboard {
    match color {
        Color::White => RANK_1 << (8 * (number - 1)),
        Color::Black => RANK_1 << (8 * (8 - number)),
    }
}

/// White's set as the same colour's set would stand for `color`: turned top to bottom for Black.
#[inline(always)]
pub const fn relative(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => set,
        Color::Black => set.swap_bytes(),
    }
}

/// Returns the number of squares, as a feature's count.
#[inline(always)]
pub const fn size(set: Bitboard) -> i32 {
    set.count_ones() as i32
}
