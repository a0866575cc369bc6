//! Bits that walk over the board in the kernels' fills, and where influence has them.

use crate::matrix::cell::{
    BLACK_INFLUENCE_SHIFT, BLACK_PIECES_SHIFT, Cell, WHITE_INFLUENCE_SHIFT, WHITE_PIECES_SHIFT,
    piece_bit,
};
use crate::types::{Color, PieceType};

/// The bits of both colours' pieces of a type.
const fn both(kind: PieceType) -> Cell {
    piece_bit(Color::White, kind) | piece_bit(Color::Black, kind)
}

pub(super) const KINGS: Cell = both(PieceType::King);
pub(super) const QUEENS: Cell = both(PieceType::Queen);
pub(super) const ROOKS: Cell = both(PieceType::Rook);
pub(super) const BISHOPS: Cell = both(PieceType::Bishop);
pub(super) const KNIGHTS: Cell = both(PieceType::Knight);
pub(super) const PAWNS: Cell = both(PieceType::Pawn);

/// Bits that walk along ranks and files; the kings' tell sensors and approaches.
pub(super) const ORTHOGONAL: Cell = QUEENS | ROOKS | KINGS;
/// Bits that walk along diagonals.
pub(super) const DIAGONAL: Cell = QUEENS | BISHOPS | KINGS;

/// Influence bits of king, queen and rook along the file are so far from the pieces' bits, White's;
/// those of the rook along the rank, bishop, knight and pawn one more.
pub(super) const WHITE_UP: u32 = WHITE_INFLUENCE_SHIFT - WHITE_PIECES_SHIFT;
/// Black's likewise.
pub(super) const BLACK_UP: u32 = BLACK_INFLUENCE_SHIFT - BLACK_PIECES_SHIFT;

/// King, queen, rook along the file.
const LOW: Cell = 0b000_0111;
/// Rook along the rank, bishop, knight, pawn.
const HIGH: Cell = 0b111_1000;
pub(super) const WHITE_LOW: Cell = LOW << WHITE_INFLUENCE_SHIFT;
pub(super) const BLACK_LOW: Cell = LOW << BLACK_INFLUENCE_SHIFT;
pub(super) const WHITE_HIGH: Cell = HIGH << WHITE_INFLUENCE_SHIFT;
pub(super) const BLACK_HIGH: Cell = HIGH << BLACK_INFLUENCE_SHIFT;
