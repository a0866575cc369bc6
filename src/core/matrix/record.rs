//! Axon II's record of a position (`stype`, section V.B), in 32-bit words.

use super::Nucleus;
use super::cell::{self, Cell};
use crate::types::Color;

/// Capacity of `pieces`: one entry per cell, so that a scanner may run over any matrix. A position
/// has at most 32, which is the paper's capacity.
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
/// `flag_on_move`: a pawn has just made a double push over the square at [`NAMED_SHIFT`].
pub const NAMED: u32 = 1 << 7;
/// `flag_on_move`: the side to move is in check, by the last check test or rebuild.
pub const IN_CHECK: u32 = 1 << 24;
/// `flag_on_move`: the list and all bits of the cells are up to date.
pub const COMPLETE: u32 = 1 << 25;
/// `flag_on_move`: the square of a legal capture en passant, six bits.
pub const EN_PASSANT_SHIFT: u32 = 8;
/// `flag_on_move`: the square that a pawn has just passed, six bits.
pub const NAMED_SHIFT: u32 = 16;

/// A position in Axon II's form: the matrix, its sentinel, and additional words.
///
/// The fields and their order are the paper's, except for `rooks` (for Chess960) and `missing`. The
/// paper calls `all` the "total number of moves" and does not define `newall`, nor the bits of
/// `flag_on_move` other than the side to move: the meanings below are this project's reading. The
/// paper's field `Moves` is in the search's stack entry, as with the other boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct CellRecord {
    /// `NUCLEUS` and `nucleusend`.
    pub nucleus: Nucleus,
    /// `WHITE_KING_YX` and `BLACK_KING_YX`: squares, 0 to 63.
    pub kings: [u32; 2],
    /// `all`: the number of the move (FEN's last field).
    pub all: u32,
    /// `newall`: number of plies since the last capture or pawn move.
    pub newall: u32,
    /// `flag_on_move`: side to move, castling rights, en passant.
    pub flag_on_move: u32,
    /// `last_move`: the move that led to this position, in the 16 bits of [`crate::types::Move`].
    pub last_move: u32,
    /// `hash_high`: the upper half of the key.
    pub hash_high: u32,
    /// `hash_low`: the lower half of the key.
    pub hash_low: u32,
    /// `hash_addr`: both halves combined. The transposition table computes its own index from the key.
    pub hash_addr: u32,
    /// `piecesNUM`: the number of pieces of both sides.
    pub pieces_num: u32,
    /// The squares of the four castling rooks, one byte each; not in the paper.
    pub rooks: u32,
    /// The influence bits that no cell has yet; the others are valid. Not in the paper.
    pub missing: Cell,
    /// `pieces`: both sides' list by [`crate::kernels::reference::scan`], lowest square first.
    pub pieces: [Cell; PIECES_ROOM],
}

impl CellRecord {
    /// Returns the record of an empty board.
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
            missing: cell::influence_mask(Color::White) | cell::influence_mask(Color::Black),
            pieces: [0; PIECES_ROOM],
        }
    }

    /// Returns the cell of a square, of which only the lowest six bits count.
    #[inline(always)]
    pub const fn cell(&self, square: u32) -> Cell {
        self.nucleus.cells.0[(square & 63) as usize]
    }

    /// Returns the side to move.
    #[inline(always)]
    pub const fn side(&self) -> Color {
        if self.flag_on_move & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black }
    }

    /// Returns the king's square of a colour.
    #[inline(always)]
    pub const fn king(&self, color: Color) -> u32 {
        self.kings[color as usize] & 63
    }

    /// Returns the entries of the scanner's list.
    #[inline(always)]
    pub fn pieces(&self) -> &[Cell] {
        &self.pieces[..(self.pieces_num as usize).min(PIECES_ROOM)]
    }

    /// Returns true if the side to move is in check.
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.flag_on_move & IN_CHECK != 0
    }
}

/// Returns the square of an entry of the scanner's list.
#[inline(always)]
pub const fn entry_square(entry: Cell) -> u32 {
    entry >> 14 & 63
}
