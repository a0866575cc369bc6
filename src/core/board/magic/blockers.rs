//! Masks of blockers: the squares whose occupancy determines a slider's attacks.

use crate::board::attacks;
use crate::types::bitboard::{FILE_A, FILE_H, RANK_1, RANK_8};
use crate::types::{Bitboard, Square};

/// A slider with a table of its own; a queen uses both tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slider {
    /// Slides along diagonals.
    Bishop,
    /// Slides along ranks and files.
    Rook,
}

impl Slider {
    /// Both piece types, in the order of their tables.
    pub const ALL: [Self; 2] = [Self::Bishop, Self::Rook];

    /// Returns the attacks from a square, computed line by line. The tables are built with this method.
    #[inline]
    pub const fn attacks(self, square: Square, occupied: Bitboard) -> Bitboard {
        match self {
            Self::Bishop => attacks::bishop(square, occupied),
            Self::Rook => attacks::rook(square, occupied),
        }
    }
}

/// Returns the squares where a blocker changes the attacks: the attacks on an empty board without
/// the last square of each ray.
///
/// ```
/// use nucleus_core::board::magic::{Slider, blocker_mask};
/// use nucleus_core::types::Square;
/// let a1 = Square::at(0, 0);
/// assert_eq!(blocker_mask(Slider::Rook, a1), 0x0001_0101_0101_017e);
/// assert_eq!(blocker_mask(Slider::Bishop, a1), 0x0040_2010_0804_0200);
/// ```
pub const fn blocker_mask(slider: Slider, square: Square) -> Bitboard {
    let file = FILE_A << square.file();
    let rank = RANK_1 << (8 * square.rank());
    let edges = (FILE_A | FILE_H) & !file | (RANK_1 | RANK_8) & !rank;
    slider.attacks(square, 0) & !edges
}
