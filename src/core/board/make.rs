//! Making moves: the changes to planes and state that the boards with planes share.

use super::{Board, Castling, CastlingSide, State};
use crate::kernels::Kernel;
use crate::matrix::Planes;
use crate::types::bitboard::{east, squares, west};
use crate::types::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Square, zobrist};

/// Writes the planes and the state after a legal move.
#[inline(always)]
pub(super) fn make<B: Board>(
    board: &B,
    chess_move: Move,
    planes_after: &mut Planes,
    state_after: &mut State,
) {
    let (planes, state) = (board.planes(), board.state());
    let side = state.side;
    let (from, to) = (chess_move.from(), chess_move.to());
    let moved = board.kind_on(from);
    // The key is kept in a register and stored once: reading it back after a store would stall.
    let mut key = state.key ^ zobrist::side();
    let mut halfmove = state.halfmove + 1;
    let mut castling = (state.castling, state.castling_squares);
    let mut en_passant = (None, None);
    if let Some(square) = state.en_passant {
        key ^= zobrist::en_passant(square);
    }

    if chess_move.is_castle() {
        key ^= make_castling(board, chess_move, planes_after);
    } else {
        let mut clear = from.bit() | to.bit();
        let mut placed = moved;
        if chess_move.is_capture() {
            let (taken, square) = if chess_move.is_en_passant() {
                (PieceType::Pawn, Square::new(to.index() as u8 ^ 8))
            } else {
                (board.kind_on(to), to)
            };
            clear |= square.bit();
            key ^= zobrist::piece(!side, taken, square);
            halfmove = 0;
        }
        if moved == PieceType::Pawn {
            halfmove = 0;
            if chess_move.is_promotion() {
                placed = chess_move.promotion_type();
            }
        }
        key ^= zobrist::piece(side, moved, from) ^ zobrist::piece(side, placed, to);
        board.kernel().replace(planes, clear, to.bit(), placed, side, planes_after);
        if chess_move.kind_bits() == MoveKind::DoublePush as u16 {
            let target = Square::new(to.index() as u8 ^ 8);
            en_passant.1 = Some(target);
            let beside = (east(to.bit()) | west(to.bit())) & planes.pieces(!side, PieceType::Pawn);
            if beside != 0
                && can_capture_en_passant::<B>(board.kernel(), planes_after, target, !side)
            {
                en_passant.0 = Some(target);
                key ^= zobrist::en_passant(target);
            }
        }
    }
    let touched = from.bit() | to.bit();
    if touched & state.castling_squares != 0 {
        castling = castling_after(board, touched, moved == PieceType::King);
        key ^= zobrist::castling(state.castling.0 ^ castling.0.0);
    }
    *state_after = State {
        key,
        castling_squares: castling.1,
        castling_rooks: state.castling_rooks,
        fullmove: state.fullmove + side as u32,
        halfmove,
        castling: castling.0,
        side: !side,
        en_passant: en_passant.0,
        en_passant_named: en_passant.1,
        chess960: state.chess960,
    };
}

/// Writes the state after a null move.
#[inline(always)]
pub(super) fn make_null(state: &State, after: &mut State) {
    *after = *state;
    after.side = !state.side;
    after.key ^= zobrist::side();
    if let Some(square) = state.en_passant {
        after.key ^= zobrist::en_passant(square);
    }
    after.en_passant = None;
    after.en_passant_named = None;
    after.halfmove = state.halfmove + 1;
}

/// Completes the state of a position that was set up: the legal en passant square, the castling
/// squares and the key.
pub(super) fn set_up<B: Board>(kernel: B::Kernel, planes: &Planes, state: &mut State) {
    let side = state.side;
    state.en_passant = state
        .en_passant_named
        .filter(|&target| can_capture_en_passant::<B>(kernel, planes, target, side));
    state.castling_squares = state.castling_squares_of(planes);
    state.key = state.key_of(planes);
}

/// Moves the king and the rook of a castling move and returns the change of the key.
#[inline(never)]
fn make_castling<B: Board>(board: &B, chess_move: Move, after: &mut Planes) -> u64 {
    let side = board.side();
    let toward = CastlingSide::from_move(chess_move);
    let king_from = chess_move.from();
    let king_to = State::king_target(side, toward);
    let rook_from = board.state().castling_rooks[Castling::index(side, toward)];
    let rook_to = State::rook_target(side, toward);
    after.0 = board.planes().0;
    for plane in &mut after.0 {
        *plane &= !(king_from.bit() | rook_from.bit());
    }
    after.put(king_to, Piece::new(side, PieceType::King));
    after.put(rook_to, Piece::new(side, PieceType::Rook));
    zobrist::piece(side, PieceType::King, king_from)
        ^ zobrist::piece(side, PieceType::King, king_to)
        ^ zobrist::piece(side, PieceType::Rook, rook_from)
        ^ zobrist::piece(side, PieceType::Rook, rook_to)
}

/// Returns the castling rights, and the squares of their kings and rooks, after a move by the side
/// to move from and to the squares of `touched`.
#[inline(never)]
fn castling_after<B: Board>(
    board: &B,
    touched: Bitboard,
    king_moved: bool,
) -> (Castling, Bitboard) {
    let state = board.state();
    let mut rights = state.castling;
    let mut remembered = 0;
    for color in Color::ALL {
        let king = board.planes().pieces(color, PieceType::King);
        for toward in CastlingSide::ALL {
            let rook = state.castling_rooks[Castling::index(color, toward)].bit();
            if touched & rook != 0 || king_moved && color == state.side {
                rights.0 &= !Castling::bit(color, toward);
            } else if rights.has(color, toward) {
                remembered |= king | rook;
            }
        }
    }
    (rights, remembered)
}

/// Returns true if the pawn that has just made a double push can be captured en passant.
#[inline(never)]
fn can_capture_en_passant<B: Board>(
    kernel: B::Kernel,
    planes: &Planes,
    target: Square,
    by: Color,
) -> bool {
    let pawn = Square::new(target.index() as u8 ^ 8).bit();
    let king = Square::lowest(planes.pieces(by, PieceType::King));
    let takers = planes.pieces(by, PieceType::Pawn) & (east(pawn) | west(pawn));
    squares(takers).any(|from| {
        let mut after = *planes;
        for plane in &mut after.0 {
            *plane &= !(from.bit() | pawn);
        }
        after.0[PieceType::Pawn.index()] |= target.bit();
        after.0[6 + by.index()] |= target.bit();
        B::attackers(kernel, &after, king, !by, after.occupied()) == 0
    })
}
