//! Where the generator finds the pieces of the side to move: in the planes, or in the list that a
//! scanner made of the cells (Axon II, section V.B).

use crate::board::Board;
use crate::kernels::{PieceList, Variant};
use crate::matrix::cell::{Cell, piece_bit};
use crate::types::bitboard::squares;
use crate::types::{Bitboard, Color, PieceType, Square};

/// The pieces of the side to move; each kind lowest square first.
pub trait Pieces {
    /// The king's square.
    fn king(&self) -> Square;
    /// Knights that are not pinned.
    fn knights(&self, pinned: Bitboard) -> impl Iterator<Item = Square>;
    /// Bishops and queens.
    fn diagonal_sliders(&self) -> impl Iterator<Item = Square>;
    /// Rooks and queens.
    fn orthogonal_sliders(&self) -> impl Iterator<Item = Square>;
}

/// The pieces as the planes of a board have them.
#[derive(Clone, Copy, Debug)]
pub struct FromPlanes<'a, B>(pub &'a B);

impl<B: Board> Pieces for FromPlanes<'_, B> {
    #[inline(always)]
    fn king(&self) -> Square {
        self.0.king(self.0.side())
    }

    #[inline(always)]
    fn knights(&self, pinned: Bitboard) -> impl Iterator<Item = Square> {
        squares(self.0.planes().of(self.0.side(), PieceType::Knight) & !pinned)
    }

    #[inline(always)]
    fn diagonal_sliders(&self) -> impl Iterator<Item = Square> {
        squares(self.0.planes().diagonal_sliders(self.0.side()))
    }

    #[inline(always)]
    fn orthogonal_sliders(&self) -> impl Iterator<Item = Square> {
        squares(self.0.planes().orthogonal_sliders(self.0.side()))
    }
}

/// What Axon II keeps of a position beside its matrix, its hash key and its moves: where the kings
/// stand, and the pieces of the side to move (`WHITE_KING_YX`, `BLACK_KING_YX`, `pieces`,
/// `piecesNUM` of the paper's `stype`).
#[derive(Clone, Debug)]
pub struct ListedPieces {
    kings: [Square; 2],
    side: Color,
    count: usize,
    pieces: PieceList,
}

impl ListedPieces {
    /// No pieces.
    pub fn new() -> Self {
        let kings = [Square::new(0); 2];
        Self { kings, side: Color::White, count: 0, pieces: PieceList::default() }
    }

    /// Takes the list from the cells, by the scanner of the board's level in this variant.
    #[inline(always)]
    pub fn scan<B: Board>(&mut self, board: &B, variant: Variant) {
        self.kings = Color::ALL.map(|color| board.king(color));
        self.side = board.side();
        self.count = board.scan(variant, &mut self.pieces);
    }

    /// The entries: each a cell of the matrix with nothing but its piece bit, and its square.
    pub fn entries(&self) -> &[Cell] {
        &self.pieces.0[..self.count]
    }

    /// The list for a generator of the board that it was scanned from.
    #[inline(always)]
    pub fn of<'a, B: Board>(&'a self, board: &'a B) -> FromList<'a, B> {
        FromList { list: self, board }
    }
}

impl Default for ListedPieces {
    fn default() -> Self {
        Self::new()
    }
}

/// The pieces as a scanner listed them.
#[derive(Clone, Copy, Debug)]
pub struct FromList<'a, B> {
    list: &'a ListedPieces,
    board: &'a B,
}

impl<B: Board> FromList<'_, B> {
    /// The squares of the entries with one of two kinds of piece.
    #[inline(always)]
    fn of(&self, one: PieceType, other: PieceType) -> impl Iterator<Item = Square> {
        let ListedPieces { side, count, ref pieces, .. } = *self.list;
        let mask = piece_bit(side, one) | piece_bit(side, other);
        squares(u64::from(self.board.entries_with(pieces, count, mask)))
            .map(|at| PieceList::square(pieces.0[at.index()]))
    }
}

impl<B: Board> Pieces for FromList<'_, B> {
    #[inline(always)]
    fn king(&self) -> Square {
        self.list.kings[self.list.side.index()]
    }

    #[inline(always)]
    fn knights(&self, pinned: Bitboard) -> impl Iterator<Item = Square> {
        self.of(PieceType::Knight, PieceType::Knight).filter(move |from| pinned & from.bit() == 0)
    }

    #[inline(always)]
    fn diagonal_sliders(&self) -> impl Iterator<Item = Square> {
        self.of(PieceType::Bishop, PieceType::Queen)
    }

    #[inline(always)]
    fn orthogonal_sliders(&self) -> impl Iterator<Item = Square> {
        self.of(PieceType::Rook, PieceType::Queen)
    }
}
