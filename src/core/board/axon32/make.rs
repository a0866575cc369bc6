//! Moves on the record.

use crate::board::{Castling, CastlingSide, State};
use crate::kernels::Variant;
use crate::kernels::axon32::keys;
use crate::kernels::axon32::{
    CellKernel, INFLUENCE, PIECE, TwinRoutines, castling_rook, put, routines,
};
use crate::matrix::Matrix;
use crate::matrix::cell::{self, Cell};
use crate::matrix::record::{self, CellRecord};
use crate::types::{Color, Move, MoveKind, PieceType};

/// Copies the pieces and their influence, except for the types of influence that are missing.
#[inline(always)]
fn copy_pieces(before: &CellRecord, after: &mut CellRecord) {
    let bits = PIECE | INFLUENCE & !after.missing;
    for (to, from) in after.nucleus.cells.0.iter_mut().zip(&before.nucleus.cells.0) {
        *to = from & bits;
    }
}

/// Writes the position after a legal move; derived data is not written yet.
#[inline(always)]
pub fn make<K: CellKernel, const KEEPS: bool>(
    kernel: K,
    variant: Variant,
    before: &CellRecord,
    chess_move: Move,
    after: &mut CellRecord,
) {
    let bits = chess_move.0 as u32;
    let (from, to) = (bits & 63, bits >> 6 & 63);
    let side = before.side();
    let placed = kernel.make_words::<KEEPS>(variant, before, chess_move, after);
    copy_pieces(before, after);
    let cells = &mut after.nucleus.cells;
    put::<KEEPS>(cells, from, 0);
    put::<KEEPS>(cells, to, placed);
    if chess_move.is_castle() {
        let toward = CastlingSide::from_move(chess_move);
        let rook_from = castling_rook(before.rooks, Castling::index(side, toward) as u32);
        let rook_to = State::rook_target(side, toward).index() as u32;
        put::<KEEPS>(cells, rook_from, 0);
        put::<KEEPS>(cells, to, placed);
        put::<KEEPS>(cells, rook_to, cell::FIGURE | cell::piece_bit(side, PieceType::Rook));
        let rook = |square| keys::piece(side, PieceType::Rook, square);
        after.set_key(after.key().with(rook(rook_from)).with(rook(rook_to)));
    } else if chess_move.is_en_passant() {
        put::<KEEPS>(cells, to ^ 8, 0);
        after.set_key(after.key().with(keys::piece(!side, PieceType::Pawn, to ^ 8)));
    } else if chess_move.kind_bits() == MoveKind::DoublePush as u16 {
        let target = to ^ 8;
        after.flag_on_move |= record::NAMED | target << record::NAMED_SHIFT;
        if en_passant_takers(after, target, !side, routines(variant)).next().is_some() {
            after.flag_on_move |= record::EN_PASSANT | target << record::EN_PASSANT_SHIFT;
            after.set_key(after.key().with(keys::en_passant(target)));
        }
    }
}

/// Writes the position after a null move; derived data is not written yet.
#[inline(always)]
pub fn make_null(before: &CellRecord, keeps_influence: bool, after: &mut CellRecord) {
    let flags = before.flag_on_move;
    let mut key = before.key().with(keys::side());
    if flags & record::EN_PASSANT != 0 {
        key = key.with(keys::en_passant(flags >> record::EN_PASSANT_SHIFT & 63));
    }
    let is_complete = before.flag_on_move & record::COMPLETE != 0;
    after.missing = if keeps_influence && is_complete { 0 } else { INFLUENCE };
    copy_pieces(before, after);
    after.nucleus.end = Cell::MAX;
    after.kings = before.kings;
    after.all = before.all;
    after.newall = before.newall + 1;
    after.flag_on_move = (flags ^ record::BLACK_TO_MOVE)
        & (record::BLACK_TO_MOVE | record::CASTLING | record::CHESS960);
    after.last_move = 0;
    after.rooks = before.rooks;
    after.set_key(key);
}

/// Returns the squares of the pawns of `by` that may take the pawn that has just passed `target`,
/// lowest first. Only the record's pieces are valid, not its derived data.
pub fn en_passant_takers(
    record: &CellRecord,
    target: u32,
    by: Color,
    routines: &TwinRoutines,
) -> impl Iterator<Item = u32> {
    let taken = target ^ 8;
    let pawn = cell::piece_bit(by, PieceType::Pawn);
    let beside = [(taken & 7 != 0, taken.wrapping_sub(1)), (taken & 7 != 7, taken + 1)];
    beside.into_iter().filter_map(move |(on_board, from)| {
        let can_take = on_board
            && record.cell(from) & pawn != 0
            && !(routines.is_attacked)(
                &after_en_passant(record, from, target),
                record.king(by),
                !by,
            );
        can_take.then_some(from)
    })
}

/// Returns the pieces after a capture en passant.
#[inline(never)]
fn after_en_passant(record: &CellRecord, from: u32, target: u32) -> Matrix {
    let mut cells = record.nucleus.cells;
    let pawn = record.cell(from) & PIECE;
    put::<false>(&mut cells, from, 0);
    put::<false>(&mut cells, target ^ 8, 0);
    put::<false>(&mut cells, target, pawn);
    cells
}
