//! Masks of blockers: the squares whose occupancy decides a slider's attacks.

use crate::board::attacks;
use crate::types::bitboard::{FILE_A, FILE_H, RANK_1, RANK_8};
use crate::types::{Bitboard, Square};

/// A piece type that the tables know; a queen is both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slider {
    /// Along diagonals.
    Bishop,
    /// Along ranks and files.
    Rook,
}

impl Slider {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Bishop, Self::Rook];

    /// Returns the attacks from a square, computed ray by ray: the definition of every table.
    #[inline]
    pub const fn attacks(self, square: Square, occupied: Bitboard) -> Bitboard {
        match self {
            Self::Bishop => attacks::bishop(square, occupied),
            Self::Rook => attacks::rook(square, occupied),
        }
    }
}

/// The squares where a blocker changes the attacks: those of an empty board but for the last one of
/// each ray, behind which there is nothing.
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
