use std::fmt;

use super::Planes;
use super::cell::{self, Cell};
use crate::types::{Bitboard, Piece, PieceType, Square};

/// The board: 64 cells, a1 first (the paper's `NUCLEUS: ARRAY [0..7,0..7] of cardinal`).
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Matrix(pub [Cell; 64]);

impl Matrix {
    /// A board without pieces and influence.
    pub const EMPTY: Self = Self([0; 64]);

    /// Returns the cell of a square.
    #[inline(always)]
    pub const fn at(&self, square: Square) -> Cell {
        self.0[square.index()]
    }

    /// Returns the piece on a square.
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        cell::piece(self.at(square))
    }

    /// Returns the type of the piece on a non-empty square.
    #[inline(always)]
    pub const fn kind_on(&self, square: Square) -> PieceType {
        cell::kind(self.at(square))
    }

    /// Returns the squares whose cell has any bit of `mask`.
    pub fn squares_with(&self, mask: Cell) -> Bitboard {
        let mut set = 0;
        for (index, &cell) in self.0.iter().enumerate() {
            set |= u64::from(cell & mask != 0) << index;
        }
        set
    }

    /// Converts the piece bits to planes.
    pub fn planes(&self) -> Planes {
        let mut planes = Planes::EMPTY;
        for (square, &cell) in self.0.iter().enumerate() {
            if let Some(piece) = cell::piece(cell) {
                planes.0[piece.kind.index()] |= 1 << square;
                planes.0[6 + piece.color.index()] |= 1 << square;
            }
        }
        planes
    }
}

/// Prints one line per rank, the eighth first, each cell in hexadecimal.
impl fmt::Debug for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                write!(f, "{:08x} ", self.at(Square::at(file, rank)))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
