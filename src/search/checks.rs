//! Tests for moves that give check, generation of quiet checks, and the king's flight squares.

use super::see::exchange_gains;
use nucleus_core::board::{Board, attacks};
use nucleus_core::types::bitboard::{RANK_3, RANK_6, squares};
use nucleus_core::types::{Bitboard, Color, Move, MoveKind, MoveList, PieceType, Square};

/// Returns own pieces that are the only piece between an own slider and the opponent's king: moving
/// one off the line gives a discovered check.
#[inline(always)]
pub fn discoverers<B: Board>(board: &B) -> Bitboard {
    let side = board.side();
    let planes = board.planes();
    let king = board.king(!side);
    let occupied = planes.occupied();
    let own = planes.color(side);
    let bishop = |square, occupied| B::bishop_attacks(board.kernel(), square, occupied);
    let rook = |square, occupied| B::rook_attacks(board.kernel(), square, occupied);
    let mut found = 0;
    let diagonal = bishop(king, occupied) & own;
    if diagonal != 0 {
        let behind = bishop(king, occupied & !diagonal) & planes.diagonal_sliders(side);
        for slider in squares(behind & !diagonal) {
            found |= attacks::between(king, slider) & diagonal;
        }
    }
    let straight = rook(king, occupied) & own;
    if straight != 0 {
        let behind = rook(king, occupied & !straight) & planes.orthogonal_sliders(side);
        for slider in squares(behind & !straight) {
            found |= attacks::between(king, slider) & straight;
        }
    }
    found
}

/// Returns true if a move gives check; for castling and en passant only the moving piece is tested.
#[inline(always)]
pub fn gives_check<B: Board>(board: &B, chess_move: Move, discoverers: Bitboard) -> bool {
    let from = chess_move.from();
    let kind = chess_move.promotion().unwrap_or_else(|| board.kind_on(from));
    board.checks_from(chess_move.to(), kind)
        || discoverers & from.bit() != 0
            && attacks::through(board.king(!board.side()), from) & chess_move.to().bit() == 0
}

/// Returns true if the opponent's king has at most one flight square: a square next to it that no
/// piece of the side to move influences and no piece of its own occupies.
#[inline(always)]
pub fn is_short_of_flights<B: Board>(board: &B) -> bool {
    let side = board.side();
    let held = board.influence().all(side) | board.planes().color(!side);
    let flights = attacks::king(board.king(!side)) & !held;
    flights & flights.wrapping_sub(1) == 0
}

/// Returns true if a piece other than a pawn may give direct check by a quiet move; ignores pins.
#[inline(always)]
pub fn may_check_quietly<B: Board>(board: &B) -> bool {
    let side = board.side();
    let king = board.king(!side);
    let occupied = board.planes().occupied();
    let diagonal = B::bishop_attacks(board.kernel(), king, occupied);
    let straight = B::rook_attacks(board.kernel(), king, occupied);
    let influence = board.influence();
    let checks = influence.of_type(side, PieceType::Knight) & attacks::knight(king)
        | influence.of_type(side, PieceType::Bishop) & diagonal
        | influence.of_type(side, PieceType::Rook) & straight
        | influence.of_type(side, PieceType::Queen) & (diagonal | straight);
    checks & !occupied != 0
}

/// Returns true if the checking piece is not lost.
#[inline(always)]
pub fn is_safe_check<B: Board>(board: &B, chess_move: Move) -> bool {
    !board.is_influenced(chess_move.to(), !board.side()) || exchange_gains(board, chess_move, 0)
}

/// Appends quiet direct checks, except castling and pinned pawns' moves, of a side not in check.
#[inline(always)]
pub fn generate_quiet_checks<B: Board>(board: &B, list: &mut MoveList) {
    let side = board.side();
    let planes = board.planes();
    let occupied = planes.occupied();
    let king = board.king(!side);
    let own_king = board.king(side);
    let pinned = board.pinned();
    let free = |from: Square| {
        if pinned & from.bit() == 0 { !0 } else { attacks::through(own_king, from) }
    };
    let mut push = |from: Square, targets: Bitboard| {
        let quiet = (MoveKind::Quiet as u16) << 12;
        board.append_moves(list, from.index() as u16 | quiet, targets & !occupied & free(from));
    };
    let bishop = |square| B::bishop_attacks(board.kernel(), square, occupied);
    let rook = |square| B::rook_attacks(board.kernel(), square, occupied);
    let diagonal = bishop(king) & !occupied;
    let straight = rook(king) & !occupied;
    let jumps = attacks::knight(king) & !occupied;
    let influence = board.influence();
    // The influence of a piece type shows if any piece of it can reach a checking square.
    if influence.of_type(side, PieceType::Knight) & jumps != 0 {
        for from in squares(planes.pieces(side, PieceType::Knight)) {
            push(from, attacks::knight(from) & jumps);
        }
    }
    if influence.of_type(side, PieceType::Bishop) & diagonal != 0 {
        for from in squares(planes.pieces(side, PieceType::Bishop)) {
            push(from, bishop(from) & diagonal);
        }
    }
    if influence.of_type(side, PieceType::Rook) & straight != 0 {
        for from in squares(planes.pieces(side, PieceType::Rook)) {
            push(from, rook(from) & straight);
        }
    }
    if influence.of_type(side, PieceType::Queen) & (diagonal | straight) != 0 {
        for from in squares(planes.pieces(side, PieceType::Queen)) {
            let reach = bishop(from) | rook(from);
            push(from, reach & (diagonal | straight));
        }
    }
    generate_pawn_checks(board, list, attacks::pawns(!side, king.bit()) & !occupied);
}

/// Appends pawn steps of one and two squares to `targets`, from which a pawn gives check.
#[inline(always)]
fn generate_pawn_checks<B: Board>(board: &B, list: &mut MoveList, targets: Bitboard) {
    if targets == 0 {
        return;
    }
    let side = board.side();
    let empty = !board.planes().occupied();
    let pawns = board.planes().pieces(side, PieceType::Pawn) & !board.pinned();
    let (step, third, up) = match side {
        Color::White => (pawns << 8 & empty, RANK_3, 8i8),
        Color::Black => (pawns >> 8 & empty, RANK_6, -8),
    };
    let double = if side == Color::White { (step & third) << 8 } else { (step & third) >> 8 };
    let from = |to: Square, back: i8| Square::new((to.index() as i8 - back) as u8);
    for to in squares(step & targets) {
        list.push(Move::new(from(to, up), to, MoveKind::Quiet));
    }
    for to in squares(double & targets) {
        list.push(Move::new(from(to, 2 * up), to, MoveKind::DoublePush));
    }
}
