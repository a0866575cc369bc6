//! The words of the record after a move: all but cells and list.

use super::keys::{self, KeyWords};
use crate::matrix::Matrix;
use crate::matrix::cell::{self, Cell};
use crate::matrix::record::{self, CellRecord};
use crate::types::{Color, Move, MoveKind, PieceType};

/// The bits of a cell for the piece on its square.
pub const PIECE: Cell =
    cell::FIGURE | cell::pieces_mask(Color::White) | cell::pieces_mask(Color::Black);

/// The influence bits of both colours.
pub const INFLUENCE: Cell = cell::influence_mask(Color::White) | cell::influence_mask(Color::Black);
/// The influence bits of queens, rooks and bishops.
const SLIDERS: Cell = 0x1e << cell::WHITE_INFLUENCE_SHIFT | 0x1e << cell::BLACK_INFLUENCE_SHIFT;

/// Puts a piece on a square; with `KEEPS` the cell keeps its other bits.
#[inline(always)]
pub fn put<const KEEPS: bool>(cells: &mut Matrix, square: u32, piece: Cell) {
    let cell = &mut cells.0[(square & 63) as usize];
    *cell = if KEEPS { *cell & !PIECE | piece } else { piece };
}

/// Returns the square of a castling rook.
#[inline(always)]
pub const fn castling_rook(rooks: u32, right: u32) -> u32 {
    rooks >> (8 * right) & 63
}

impl CellRecord {
    /// Returns the key.
    #[inline(always)]
    pub const fn key(&self) -> KeyWords {
        KeyWords { high: self.hash_high, low: self.hash_low }
    }

    /// Sets the key.
    #[inline(always)]
    pub const fn set_key(&mut self, key: KeyWords) {
        self.hash_high = key.high;
        self.hash_low = key.low;
        self.hash_addr = key.high ^ key.low;
    }
}

/// Returns the influence bits that a move may change: of the types of the moved and the taken piece
/// and of sliders that reach one of its squares; all bits for castling, promotion and en passant.
#[inline(always)]
fn changed_influence(before: &CellRecord, chess_move: Move, moved: Cell) -> Cell {
    let kind = chess_move.kind_bits();
    let is_simple =
        kind == MoveKind::Capture as u16 || chess_move.is_quiet() && !chess_move.is_castle();
    if before.flag_on_move & record::COMPLETE == 0 || !is_simple {
        return INFLUENCE;
    }
    let bits = chess_move.0 as u32;
    let (from, to) = (before.cell(bits & 63), before.cell(bits >> 6 & 63));
    let taken = to & PIECE & !cell::FIGURE;
    (from | to) & SLIDERS | influence_of(moved & !cell::FIGURE) | influence_of(taken)
}

/// Returns the influence bits of a piece bit; 0 for 0.
#[inline(always)]
const fn influence_of(piece: Cell) -> Cell {
    let white = piece >> cell::WHITE_PIECES_SHIFT & 0x3f;
    let black = piece >> cell::BLACK_PIECES_SHIFT & 0x3f;
    influence_bits(white) << cell::WHITE_INFLUENCE_SHIFT
        | influence_bits(black) << cell::BLACK_INFLUENCE_SHIFT
}

/// Returns the influence bits of a colour's piece bits; a rook has two.
#[inline(always)]
const fn influence_bits(pieces: u32) -> u32 {
    pieces & 7 | (pieces & 0x3c) << 1
}

/// Writes the words of `after`, which are all but the cells and the list, and returns the piece that the
/// move puts on its target. If the move `KEEPS` no influence, all of it is missing. The caller completes
/// the key for the rook of a castling move, the pawn taken en passant and the squares of en passant.
#[inline(always)]
pub fn make_words<const KEEPS: bool>(
    before: &CellRecord,
    chess_move: Move,
    after: &mut CellRecord,
) -> Cell {
    let bits = chess_move.0 as u32;
    let (from, to) = (bits & 63, bits >> 6 & 63);
    let side = before.side();
    let moved = before.cell(from) & PIECE;
    let kind = cell::kind(moved);
    let flags = before.flag_on_move;
    let mut key = before.key().with(keys::side());
    if flags & record::EN_PASSANT != 0 {
        key = key.with(keys::en_passant(flags >> record::EN_PASSANT_SHIFT & 63));
    }
    let mut reversible = before.newall + 1;
    after.missing = if KEEPS { changed_influence(before, chess_move, moved) } else { INFLUENCE };
    if chess_move.is_capture() {
        reversible = 0;
        if !chess_move.is_en_passant() {
            key = key.with(keys::piece(!side, cell::kind(before.cell(to)), to));
        }
    }
    let mut placed = (moved, kind);
    if kind == PieceType::Pawn {
        reversible = 0;
        if chess_move.is_promotion() {
            let promoted = chess_move.promotion_type();
            placed = (cell::FIGURE | cell::piece_bit(side, promoted), promoted);
        }
    }
    key = key.with(keys::piece(side, kind, from)).with(keys::piece(side, placed.1, to));
    after.kings = before.kings;
    if kind == PieceType::King {
        after.kings[side.index()] = to;
    }
    let rights = flags & record::CASTLING;
    let mut left = rights;
    if rights != 0 {
        left = rights_after(before, from, to, kind == PieceType::King);
        if left != rights {
            key = key.with(keys::castling((rights ^ left) >> record::CASTLING_SHIFT));
        }
    }
    after.nucleus.end = Cell::MAX;
    after.all = before.all + side as u32;
    after.newall = reversible;
    after.flag_on_move =
        (flags ^ record::BLACK_TO_MOVE) & (record::BLACK_TO_MOVE | record::CHESS960) | left;
    after.last_move = bits;
    after.rooks = before.rooks;
    after.set_key(key);
    placed.0
}

/// Returns the castling rights after a move, at their bits of `flag_on_move`.
#[inline(always)]
fn rights_after(record: &CellRecord, from: u32, to: u32, king_moved: bool) -> u32 {
    let mut rights = record.flag_on_move & record::CASTLING;
    for right in 0..4 {
        let rook = castling_rook(record.rooks, right);
        if rook == from || rook == to {
            rights &= !(1 << (record::CASTLING_SHIFT + right));
        }
    }
    if king_moved {
        let own = if record.side() == Color::White { 3 } else { 12 };
        rights &= !(own << record::CASTLING_SHIFT);
    }
    rights
}
