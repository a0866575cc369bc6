//! Sources of the pieces of the side to move: the planes, or a scanner's list of the cells (Axon
//! II, section V.B).

use super::GenerateMoves;
use crate::board::magic::Lookup;
use crate::board::{Axon32Board, Board, MagicBoard, MatrixBoard};
use crate::kernels::{Kernel, MatrixKernel, PieceList, Variant};
use crate::matrix::cell::{piece_bit, pieces_mask};
use crate::types::bitboard::squares;
use crate::types::{Bitboard, Color, PieceType, Square};

/// The pieces of the side to move, each type from the lowest square.
pub trait Pieces {
    /// Returns the king's square.
    fn king(&self) -> Square;
    /// Returns the knights that are not pinned.
    fn knights(&self, pinned: Bitboard) -> impl Iterator<Item = Square>;
    /// Returns bishops and queens.
    fn diagonal_sliders(&self) -> impl Iterator<Item = Square>;
    /// Returns rooks and queens.
    fn orthogonal_sliders(&self) -> impl Iterator<Item = Square>;
}

/// The pieces from the planes of a board.
#[derive(Clone, Copy, Debug)]
pub struct FromPlanes<'a, B>(pub &'a B);

impl<B: Board> Pieces for FromPlanes<'_, B> {
    #[inline(always)]
    fn king(&self) -> Square {
        self.0.king(self.0.side())
    }

    #[inline(always)]
    fn knights(&self, pinned: Bitboard) -> impl Iterator<Item = Square> {
        squares(self.0.planes().pieces(self.0.side(), PieceType::Knight) & !pinned)
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

/// A board that can list its pieces, for searches that generate moves from such a list.
pub trait ListPieces: GenerateMoves {
    /// The list; an empty type for a board without a scanner, whose planes serve as the list.
    type List: Clone + Default + Send;

    /// Updates the list with the scanner of the board's level in this variant.
    #[inline(always)]
    fn list_pieces(&self, _variant: Variant, _list: &mut Self::List) {}

    /// Returns the pieces of the list, which must belong to this position.
    #[inline(always)]
    fn listed<'a>(&'a self, _list: &'a Self::List) -> impl Pieces {
        FromPlanes(self)
    }
}

impl<K: Kernel, L: Lookup<K>> ListPieces for MagicBoard<K, L> {
    type List = ();
}

/// The record contains its list, which a rebuild writes.
impl<K: Kernel> ListPieces for Axon32Board<K> {
    type List = ();
}

impl<K: MatrixKernel> ListPieces for MatrixBoard<K> {
    type List = ListedPieces;

    #[inline(always)]
    fn list_pieces(&self, variant: Variant, list: &mut ListedPieces) {
        list.kings = Color::ALL.map(|color| self.king(color));
        list.side = self.side();
        let mask = pieces_mask(list.side);
        list.count = self.kernel().scan(variant, &self.rebuilt().nucleus, mask, &mut list.pieces);
    }

    #[inline(always)]
    fn listed<'a>(&'a self, list: &'a ListedPieces) -> impl Pieces {
        FromList { list, kernel: self.kernel() }
    }
}

/// The data that Axon II keeps of a position in addition to its matrix, hash key and moves: the
/// squares of the kings, and the pieces of the side to move (`WHITE_KING_YX`, `BLACK_KING_YX`,
/// `pieces`, `piecesNUM` of the paper's `stype`).
#[derive(Clone, Debug)]
pub struct ListedPieces {
    kings: [Square; 2],
    side: Color,
    count: usize,
    pieces: PieceList,
}

impl Default for ListedPieces {
    fn default() -> Self {
        let kings = [Square::new(0); 2];
        Self { kings, side: Color::White, count: 0, pieces: PieceList::default() }
    }
}

/// The pieces of a scanner's list.
#[derive(Clone, Copy, Debug)]
pub struct FromList<'a, K> {
    list: &'a ListedPieces,
    kernel: K,
}

impl<K: MatrixKernel> FromList<'_, K> {
    /// Returns the squares of the entries with one of two piece types.
    #[inline(always)]
    fn squares_with(&self, one: PieceType, other: PieceType) -> impl Iterator<Item = Square> {
        let ListedPieces { side, count, ref pieces, .. } = *self.list;
        let mask = piece_bit(side, one) | piece_bit(side, other);
        squares(u64::from(self.kernel.entries_with(pieces, count, mask)))
            .map(|at| PieceList::square(pieces.0[at.index()]))
    }
}

impl<K: MatrixKernel> Pieces for FromList<'_, K> {
    #[inline(always)]
    fn king(&self) -> Square {
        self.list.kings[self.list.side.index()]
    }

    #[inline(always)]
    fn knights(&self, pinned: Bitboard) -> impl Iterator<Item = Square> {
        self.squares_with(PieceType::Knight, PieceType::Knight)
            .filter(move |from| pinned & from.bit() == 0)
    }

    #[inline(always)]
    fn diagonal_sliders(&self) -> impl Iterator<Item = Square> {
        self.squares_with(PieceType::Bishop, PieceType::Queen)
    }

    #[inline(always)]
    fn orthogonal_sliders(&self) -> impl Iterator<Item = Square> {
        self.squares_with(PieceType::Rook, PieceType::Queen)
    }
}
