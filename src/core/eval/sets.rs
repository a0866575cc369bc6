//! Sets of squares from one colour's view.

use crate::types::bitboard::{RANK_1, fill_down, fill_up};
use crate::types::{Bitboard, Color};

/// Moves a set one step towards the enemy.
#[inline(always)]
pub const fn ahead(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => set << 8,
        Color::Black => set >> 8,
    }
}

/// Returns the set and all squares before it on its files.
#[inline(always)]
pub const fn fill_ahead(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => fill_up(set),
        Color::Black => fill_down(set),
    }
}

/// Returns a rank, 1 to 8, counted from the colour's own side.
#[inline(always)]
pub const fn rank(color: Color, number: u32) -> Bitboard {
    match color {
        Color::White => RANK_1 << (8 * (number - 1)),
        Color::Black => RANK_1 << (8 * (8 - number)),
    }
}

/// Returns the set of a colour that corresponds to White's `set`: mirrored top to bottom for Black.
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
