//! Scores of captures (most valuable victim, least valuable attacker) and of promotions.

use crate::see::VALUE;
use nucleus_core::board::Board;
use nucleus_core::types::{Move, PieceType};

/// Returns the piece type that a capture takes; a pawn for moves without a capture.
#[inline(always)]
pub fn captured<B: Board>(board: &B, chess_move: Move) -> PieceType {
    if chess_move.is_capture() && !chess_move.is_en_passant() {
        board.kind_on(chess_move.to())
    } else {
        PieceType::Pawn
    }
}

/// Returns eight times the captured piece's value, minus the index of the capturing piece type.
#[inline(always)]
pub fn victim_score<B: Board>(board: &B, chess_move: Move, victim: PieceType) -> i16 {
    let value = if chess_move.is_capture() { VALUE[victim.index()] } else { 0 };
    value * 8 - board.kind_on(chess_move.from()) as i16
}

/// Returns a queen's value for a promotion to a queen, −2000 for an underpromotion, otherwise 0.
#[inline(always)]
pub fn promotion_score(chess_move: Move) -> i16 {
    match chess_move.promotion() {
        Some(PieceType::Queen) => VALUE[4],
        Some(_) => -2000,
        None => 0,
    }
}
