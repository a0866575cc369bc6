//! Bits that the kernels' fills move over the board, and their positions among the influence bits.

use crate::matrix::cell::{
    BLACK_INFLUENCE_SHIFT, BLACK_PIECES_SHIFT, Cell, WHITE_INFLUENCE_SHIFT, WHITE_PIECES_SHIFT,
    piece_bit,
};
use crate::types::{Color, PieceType};

/// Returns the bits of both colours' pieces of a type.
const fn both(kind: PieceType) -> Cell {
    piece_bit(Color::White, kind) | piece_bit(Color::Black, kind)
}

pub(super) const KINGS: Cell = both(PieceType::King);
pub(super) const QUEENS: Cell = both(PieceType::Queen);
pub(super) const ROOKS: Cell = both(PieceType::Rook);
pub(super) const BISHOPS: Cell = both(PieceType::Bishop);
pub(super) const KNIGHTS: Cell = both(PieceType::Knight);
pub(super) const PAWNS: Cell = both(PieceType::Pawn);

/// Bits that move along ranks and files; the kings' mark their lines (see [`crate::matrix::cell`]).
pub(super) const ORTHOGONAL: Cell = QUEENS | ROOKS | KINGS;
/// Bits that move along diagonals.
pub(super) const DIAGONAL: Cell = QUEENS | BISHOPS | KINGS;

/// Distance from White's piece bits to its influence bits of king, queen and rook along the file;
/// one more for rook along the rank, bishop, knight and pawn.
pub(super) const WHITE_UP: u32 = WHITE_INFLUENCE_SHIFT - WHITE_PIECES_SHIFT;
/// Distance from Black's piece bits to its influence bits of the same types.
pub(super) const BLACK_UP: u32 = BLACK_INFLUENCE_SHIFT - BLACK_PIECES_SHIFT;

/// King, queen, rook along the file.
const LOW: Cell = 0b000_0111;
/// Rook along the rank, bishop, knight, pawn.
const HIGH: Cell = 0b111_1000;
pub(super) const WHITE_LOW: Cell = LOW << WHITE_INFLUENCE_SHIFT;
pub(super) const BLACK_LOW: Cell = LOW << BLACK_INFLUENCE_SHIFT;
pub(super) const WHITE_HIGH: Cell = HIGH << WHITE_INFLUENCE_SHIFT;
pub(super) const BLACK_HIGH: Cell = HIGH << BLACK_INFLUENCE_SHIFT;
