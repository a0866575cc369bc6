//! Axon II's record of a position (`stype`, section V.B), in 32-bit words.

use super::Nucleus;
use super::cell::Cell;
use crate::types::Color;

/// The number of entries that `pieces` has room for: one a cell, so that a scanner may run over any
/// matrix. A position has 32 at most, which is the paper's room.
pub const PIECES_ROOM: usize = 64;

/// `flag_on_move`: Black is to move.
pub const BLACK_TO_MOVE: u32 = 1;
/// `flag_on_move`: the lowest of four castling rights, in the order of [`crate::board::Castling`].
pub const CASTLING_SHIFT: u32 = 1;
/// `flag_on_move`: all castling rights.
pub const CASTLING: u32 = 15 << CASTLING_SHIFT;
/// `flag_on_move`: castling is written as the king taking its rook.
pub const CHESS960: u32 = 1 << 5;
/// `flag_on_move`: a capture en passant is legal, on the square at [`EN_PASSANT_SHIFT`].
pub const EN_PASSANT: u32 = 1 << 6;
/// `flag_on_move`: a pawn has just gone two squares, over the square at [`NAMED_SHIFT`].
pub const NAMED: u32 = 1 << 7;
/// `flag_on_move`: the side to move is in check, as the last check test or rebuild found.
pub const IN_CHECK: u32 = 1 << 24;
/// `flag_on_move`: list, influence, sensors and approaches are those of this position.
pub const COMPLETE: u32 = 1 << 25;
/// `flag_on_move`: the square of a legal capture en passant, six bits.
pub const EN_PASSANT_SHIFT: u32 = 8;
/// `flag_on_move`: the square that a pawn has just gone over, six bits.
pub const NAMED_SHIFT: u32 = 16;

/// A position as Axon II has it: the matrix, its sentinel, and words beside it.
///
/// The fields are the paper's, in its order, but for `rooks`, which Chess960 needs. The paper does
/// not say what `all` and `newall` count nor what `flag_on_move` holds beside the side to move:
/// what they are here is this project's reading. `Moves` stands in the search's stack entry, as on
/// the other boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Record {
    /// `NUCLEUS` and `nucleusend`.
    pub nucleus: Nucleus,
    /// `WHITE_KING_YX` and `BLACK_KING_YX`: squares, 0 to 63.
    pub kings: [u32; 2],
    /// `all`: moves since the game began (FEN's number).
    pub all: u32,
    /// `newall`: plies since the last capture or pawn move.
    pub newall: u32,
    /// `flag_on_move`: side to move, castling rights, en passant.
    pub flag_on_move: u32,
    /// `last_move`: the move that led here, in the 16 bits of [`crate::types::Move`].
    pub last_move: u32,
    /// `hash_high`: the upper half of the key.
    pub hash_high: u32,
    /// `hash_low`: the lower half of the key.
    pub hash_low: u32,
    /// `hash_addr`: both halves folded. The transposition table makes its own address of the key.
    pub hash_addr: u32,
    /// `piecesNUM`: the number of pieces of both sides.
    pub pieces_num: u32,
    /// The squares of the four castling rooks, a byte each; not the paper's.
    pub rooks: u32,
    /// `pieces`: what the scanner lists, of both sides, lowest square first.
    pub pieces: [Cell; PIECES_ROOM],
}

impl Record {
    /// An empty matrix.
    pub fn empty() -> Self {
        Self {
            nucleus: Nucleus::default(),
            kings: [0; 2],
            all: 1,
            newall: 0,
            flag_on_move: 0,
            last_move: 0,
            hash_high: 0,
            hash_low: 0,
            hash_addr: 0,
            pieces_num: 0,
            rooks: 0,
            pieces: [0; PIECES_ROOM],
        }
    }

    /// The cell of a square, of which the lowest six bits count.
    #[inline(always)]
    pub const fn cell(&self, square: u32) -> Cell {
        self.nucleus.cells.0[(square & 63) as usize]
    }

    /// Whose turn it is.
    #[inline(always)]
    pub const fn side(&self) -> Color {
        if self.flag_on_move & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black }
    }

    /// The king's square of a colour.
    #[inline(always)]
    pub const fn king(&self, color: Color) -> u32 {
        self.kings[color as usize] & 63
    }

    /// Returns the entries of the scanner's list.
    #[inline(always)]
    pub fn pieces(&self) -> &[Cell] {
        &self.pieces[..(self.pieces_num as usize).min(PIECES_ROOM)]
    }

    /// True when the side to move is in check.
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.flag_on_move & IN_CHECK != 0
    }
}

/// The square of an entry of the scanner's list.
#[inline(always)]
pub const fn entry_square(entry: Cell) -> u32 {
    entry >> 14 & 63
}
