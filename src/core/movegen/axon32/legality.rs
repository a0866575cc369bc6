//! Legality of a move that was generated in another position.

use super::castling::may_castle;
use crate::board::{CastlingSide, State};
use crate::kernels::axon32::{DIRECTION, NO_DIRECTION, STEP, STEPS, on_one_ray, pinned_ray};
use crate::matrix::cell;
use crate::matrix::record::CellRecord;
use crate::types::{Color, Move, MoveKind, PieceType};

const QUIET_KIND: u32 = MoveKind::Quiet as u32;
const DOUBLE: u32 = MoveKind::DoublePush as u32;
const CAPTURE_KIND: u32 = MoveKind::Capture as u32;

/// Returns true if the move is legal; any 16 bits are accepted. `is_listed` compares the move with
/// the generated moves. Since that is slow, it is called only in check and for rare pawn moves.
#[inline(always)]
pub fn is_legal(record: &CellRecord, chess_move: Move, is_listed: impl FnOnce() -> bool) -> bool {
    let side = record.side();
    let bits = chess_move.0 as u32;
    let (from, to, kind) = (bits & 63, bits >> 6 & 63, bits >> 12);
    let cell = record.cell(from);
    if cell & cell::pieces_mask(side) == 0 {
        return false;
    }
    if record.in_check() {
        return is_listed();
    }
    if chess_move.is_castle() {
        let toward = CastlingSide::from_move(chess_move);
        return from == record.king(side)
            && to == State::king_target(side, toward).index() as u32
            && may_castle(record, toward);
    }
    let target = record.cell(to);
    let piece = cell::kind(cell);
    if piece == PieceType::Pawn {
        return is_pawn_move(record, chess_move, is_listed);
    }
    let fits = match kind {
        QUIET_KIND => target & cell::FIGURE == 0,
        CAPTURE_KIND => target & cell::pieces_mask(!side) != 0,
        _ => return false,
    };
    if !fits {
        return false;
    }
    match piece {
        PieceType::King => {
            target & cell::influence_mask(!side) == 0
                && STEPS.kings[from as usize].squares().any(|square| square == to)
        }
        PieceType::Knight => {
            STEPS.knights[from as usize].squares().any(|square| square == to)
                && pinned_ray(record, from).is_none()
        }
        _ => slides(record, from, to, piece) && is_on_pin(record, from, to),
    }
}

/// Returns true if a slider of this type moves from one square to another.
#[inline(always)]
fn slides(record: &CellRecord, from: u32, to: u32, piece: PieceType) -> bool {
    let ray = DIRECTION[from as usize][to as usize];
    let fits = match piece {
        PieceType::Bishop => (4..8).contains(&ray),
        PieceType::Rook => ray < 4,
        _ => ray != NO_DIRECTION,
    };
    if !fits {
        return false;
    }
    let mut square = from as i32 + STEP[(ray & 7) as usize];
    while square != to as i32 {
        if record.cell(square as u32) & cell::FIGURE != 0 {
            return false;
        }
        square += STEP[(ray & 7) as usize];
    }
    true
}

/// Returns true if a piece is not pinned, or stays on the line of its pin.
#[inline(always)]
fn is_on_pin(record: &CellRecord, from: u32, to: u32) -> bool {
    pinned_ray(record, from).is_none() || on_one_ray(record.king(record.side()), from, to)
}

#[inline(always)]
fn is_pawn_move(record: &CellRecord, chess_move: Move, is_listed: impl FnOnce() -> bool) -> bool {
    let side = record.side();
    let bits = chess_move.0 as u32;
    let (from, to, kind) = (bits & 63, bits >> 6 & 63, bits >> 12);
    let (up, start, last) = match side {
        Color::White => (8, 1, 7),
        Color::Black => (-8, 6, 0),
    };
    let step = to as i32 - from as i32;
    let free = |square: i32| record.cell(square as u32) & cell::FIGURE == 0;
    let reaches = match kind {
        QUIET_KIND => step == up && free(to as i32) && to >> 3 != last,
        DOUBLE => step == 2 * up && from >> 3 == start && free(from as i32 + up) && free(to as i32),
        CAPTURE_KIND => {
            let files = (to & 7) as i32 - (from & 7) as i32;
            files * files == 1
                && step - up == files
                && to >> 3 != last
                && record.cell(to) & cell::pieces_mask(!side) != 0
        }
        _ => return is_listed(),
    };
    reaches && is_on_pin(record, from, to)
}
