//! Castling and en passant on a [`CellRecord`].

use crate::board::axon32::en_passant_takers;
use crate::board::{Castling, CastlingSide, State};
use crate::kernels::axon32::{STEP, STEPS, TwinRoutines, castling_rook, slider_mask};
use crate::matrix::cell;
use crate::matrix::record::{self, CellRecord};
use crate::movegen::sink::Sink;
use crate::types::{Move, MoveKind, Square};

/// Returns true if the side to move may castle toward this side of the board; false in check.
#[inline(always)]
pub fn may_castle(record: &CellRecord, toward: CastlingSide) -> bool {
    let side = record.side();
    let right = Castling::index(side, toward) as u32;
    if record.flag_on_move >> (record::CASTLING_SHIFT + right) & 1 == 0 {
        return false;
    }
    let king = record.king(side);
    let rook = castling_rook(record.rooks, right);
    let king_to = State::king_target(side, toward).index() as u32;
    let rook_to = State::rook_target(side, toward).index() as u32;
    let enemy = cell::influence_mask(!side);
    for square in king.min(king_to)..=king.max(king_to) {
        let stands = record.cell(square) & cell::FIGURE != 0 && square != king && square != rook;
        if stands || record.cell(square) & enemy != 0 {
            return false;
        }
    }
    for square in rook.min(rook_to)..=rook.max(rook_to) {
        if record.cell(square) & cell::FIGURE != 0 && square != king && square != rook {
            return false;
        }
    }
    record.flag_on_move & record::CHESS960 == 0
        || !is_unshielded(record, [king, rook], [king_to, rook_to])
}

/// Returns true if a rook or queen attacks the king's target along the rank after king and rook
/// have moved: in Chess960 the rook may have shielded it.
fn is_unshielded(record: &CellRecord, from: [u32; 2], to: [u32; 2]) -> bool {
    [1, 2].into_iter().any(|ray| {
        let mut square = to[0] as i32;
        for _ in 0..STEPS.edges[(to[0] & 63) as usize][ray] {
            square += STEP[ray];
            let here = square as u32;
            if here == to[1] {
                return false;
            }
            if from.contains(&here) {
                continue;
            }
            let cell = record.cell(here);
            if cell & cell::FIGURE != 0 {
                return cell & slider_mask(!record.side(), ray) != 0;
            }
        }
        false
    })
}

/// Appends the captures en passant, the lowest pawn's first.
#[inline(always)]
pub fn append_en_passant<S: Sink>(record: &CellRecord, routines: &TwinRoutines, list: &mut S) {
    if record.flag_on_move & record::EN_PASSANT != 0 {
        let target = record.flag_on_move >> record::EN_PASSANT_SHIFT & 63;
        for from in en_passant_takers(record, target, record.side(), routines) {
            let [from, to] = [from, target].map(|square| Square::new(square as u8));
            list.push(Move::new(from, to, MoveKind::EnPassant));
        }
    }
}
