//! Legal move generation: pins and checkers are known before the first move is generated.

use super::captures::GenerateCaptures;
use super::pieces::{FromPlanes, Pieces};
use super::sink::packed;
use crate::board::magic::Lookup;
use crate::board::{Board, Castling, CastlingSide, MagicBoard, MatrixBoard, State, attacks};
use crate::kernels::{Kernel, MatrixKernel};
use crate::types::bitboard::{FILE_A, FILE_H, RANK_1, RANK_3, RANK_6, RANK_8, several, squares};
use crate::types::{Bitboard, Color, Move, MoveKind, MoveList, PieceType, Square};

pub use super::sink::{ALL, NOISY, QUIET, Sink, Wanted};

/// A board that generates its legal moves.
///
/// The defaults read planes and sets of squares; a board without them has methods of its own.
pub trait GenerateMoves: GenerateCaptures {
    /// Appends the legal moves of the requested kinds if the side to move is not in check.
    #[inline(always)]
    fn generate_free<P: Pieces, S: Sink, const WANTED: Wanted>(&self, pieces: &P, list: &mut S) {
        let side = self.side();
        let planes = self.planes();
        let enemy = planes.color(!side);
        let empty = !planes.occupied();
        append_pawns::<Self, S, WANTED, false>(self, list, !0);
        let king = pieces.king();
        append_pieces::<Self, P, S, WANTED>(self, pieces, list, enemy, empty);
        let steps = self.king_steps(king);
        append::<Self, S, WANTED>(self, list, king, steps & enemy, steps & empty);
        if WANTED & QUIET != 0 {
            append_castling(self, list);
        }
    }

    /// Appends the legal moves of the requested kinds if the side to move is in check.
    #[inline(always)]
    fn generate_in_check<P: Pieces, S: Sink, const WANTED: Wanted>(
        &self,
        pieces: &P,
        list: &mut S,
    ) {
        let side = self.side();
        let planes = self.planes();
        let king = pieces.king();
        let checkers = self.checkers();
        if !several(checkers) {
            let checker = Square::lowest(checkers);
            let target = checkers | attacks::between(king, checker);
            append_pawns::<Self, S, WANTED, true>(self, list, target);
            append_pieces::<Self, P, S, WANTED>(self, pieces, list, checkers, target & !checkers);
        }
        let steps = self.king_evasions(king, checkers);
        let (captures, quiets) = (steps & planes.color(!side), steps & !planes.occupied());
        append::<Self, S, WANTED>(self, list, king, captures, quiets);
    }

    /// Returns true if the move is legal; any 16 bits are accepted.
    #[inline(always)]
    fn is_legal(&self, chess_move: Move) -> bool {
        let side = self.side();
        let (from, to) = (chess_move.from(), chess_move.to());
        let planes = self.planes();
        if self.in_check() {
            return planes.color(side) & from.bit() != 0 && is_listed(self, chess_move);
        }
        if planes.pieces(side, PieceType::Pawn) & from.bit() != 0 {
            return is_pawn_move(self, chess_move);
        }
        if chess_move.is_castle() {
            let toward = CastlingSide::from_move(chess_move);
            return from == self.king(side)
                && to == State::king_target(side, toward)
                && may_castle(self, toward);
        }
        if planes.color(side) & from.bit() == 0 || chess_move.kind_bits() & !4 != 0 {
            return false;
        }
        let target = if chess_move.is_capture() { planes.color(!side) } else { !planes.occupied() };
        if target & to.bit() == 0 {
            return false;
        }
        let kind = self.kind_on(from);
        if kind == PieceType::King {
            return attacks::king(from) & to.bit() != 0 && !self.is_influenced(to, !side);
        }
        Self::piece_attacks(self.kernel(), kind, from, planes.occupied()) & to.bit() != 0
            && is_on_pin(self, chess_move)
    }
}

impl<K: Kernel, L: Lookup<K>> GenerateMoves for MagicBoard<K, L> {}

impl<K: MatrixKernel> GenerateMoves for MatrixBoard<K> {}

/// Appends the legal moves of the requested kinds.
#[inline(always)]
pub fn generate<B: GenerateMoves, const WANTED: Wanted>(board: &B, list: &mut MoveList) {
    generate_from::<B, _, _, WANTED>(board, &FromPlanes(board), list);
}

/// Returns all legal moves of a position after [`Board::rebuild`]; not for time-critical code.
#[inline(never)]
pub fn legal_moves<B: GenerateMoves>(board: &B) -> MoveList {
    let mut list = MoveList::new();
    generate::<B, ALL>(board, &mut list);
    list
}

/// Does the work of [`generate`] with pieces from a list or from the planes, into any sink.
#[inline(always)]
pub fn generate_from<B: GenerateMoves, P: Pieces, S: Sink, const WANTED: Wanted>(
    board: &B,
    pieces: &P,
    list: &mut S,
) {
    if board.in_check() {
        board.generate_in_check::<P, S, WANTED>(pieces, list);
    } else {
        board.generate_free::<P, S, WANTED>(pieces, list);
    }
}

#[inline(always)]
fn append<B: Board, S: Sink, const WANTED: Wanted>(
    board: &B,
    list: &mut S,
    from: Square,
    captures: Bitboard,
    quiets: Bitboard,
) {
    match WANTED {
        ALL => list.extend_both(board, from, captures, quiets),
        NOISY => list.extend(board, packed(from, MoveKind::Capture), captures),
        _ => list.extend(board, packed(from, MoveKind::Quiet), quiets),
    }
}

/// Appends the moves of knights, bishops, rooks and queens.
#[inline(always)]
fn append_pieces<B: Board, P: Pieces, S: Sink, const WANTED: Wanted>(
    board: &B,
    pieces: &P,
    list: &mut S,
    captures: Bitboard,
    quiets: Bitboard,
) {
    let occupied = board.planes().occupied();
    let pinned = board.pinned();
    let king = pieces.king();

    for from in pieces.knights(pinned) {
        let to = attacks::knight(from);
        append::<B, S, WANTED>(board, list, from, to & captures, to & quiets);
    }
    for from in pieces.diagonal_sliders() {
        let mut to = B::bishop_attacks(board.kernel(), from, occupied);
        if pinned & from.bit() != 0 {
            to &= attacks::through(king, from);
        }
        append::<B, S, WANTED>(board, list, from, to & captures, to & quiets);
    }
    for from in pieces.orthogonal_sliders() {
        let mut to = B::rook_attacks(board.kernel(), from, occupied);
        if pinned & from.bit() != 0 {
            to &= attacks::through(king, from);
        }
        append::<B, S, WANTED>(board, list, from, to & captures, to & quiets);
    }
}

/// The targets of the side's pawns, one set for each kind of step.
struct PawnSteps {
    up: i8,
    pushes: Bitboard,
    doubles: Bitboard,
    to_right: Bitboard,
    to_left: Bitboard,
}

impl PawnSteps {
    #[inline(always)]
    const fn all(&self) -> Bitboard {
        self.pushes | self.doubles | self.to_right | self.to_left
    }
}

#[inline(always)]
fn pawn_steps(side: Color, pawns: Bitboard, empty: Bitboard, enemy: Bitboard) -> PawnSteps {
    if side == Color::White {
        let pushes = pawns << 8 & empty;
        PawnSteps {
            up: 8,
            pushes,
            doubles: (pushes & RANK_3) << 8 & empty,
            to_right: pawns << 9 & !FILE_A & enemy,
            to_left: pawns << 7 & !FILE_H & enemy,
        }
    } else {
        let pushes = pawns >> 8 & empty;
        PawnSteps {
            up: -8,
            pushes,
            doubles: (pushes & RANK_6) >> 8 & empty,
            to_right: pawns >> 7 & !FILE_A & enemy,
            to_left: pawns >> 9 & !FILE_H & enemy,
        }
    }
}

/// Appends pawn moves to `target`, and all legal en passant captures.
#[inline(always)]
fn append_pawns<B: Board, S: Sink, const WANTED: Wanted, const EVASIONS: bool>(
    board: &B,
    list: &mut S,
    target: Bitboard,
) {
    let side = board.side();
    let planes = board.planes();
    let pawns = planes.pieces(side, PieceType::Pawn);
    let pinned = pawns & board.pinned();
    let enemy = planes.color(!side);
    let empty = !planes.occupied();
    let steps = pawn_steps(side, pawns & !pinned, empty, enemy);
    // A pawn can answer few checks, and a pinned pawn none.
    if !EVASIONS || steps.all() & target != 0 {
        append_pawn_steps::<B, S, WANTED>(board, list, &steps, target);
    }
    if !EVASIONS && pinned != 0 {
        let king = board.king(side);
        for from in squares(pinned) {
            let line = attacks::through(king, from);
            let steps = pawn_steps(side, from.bit(), empty, enemy);
            append_pawn_steps::<B, S, WANTED>(board, list, &steps, target & line);
        }
    }
    if WANTED & NOISY != 0
        && let Some(square) = board.state().en_passant
    {
        append_en_passant(board, list, square);
    }
}

#[inline(always)]
fn append_pawn_steps<B: Board, S: Sink, const WANTED: Wanted>(
    board: &B,
    list: &mut S,
    steps: &PawnSteps,
    target: Bitboard,
) {
    const LAST: Bitboard = RANK_1 | RANK_8;
    let PawnSteps { up, pushes, doubles, to_right, to_left } = *steps;
    if WANTED & NOISY != 0 {
        list.extend_pawns(board, to_right & target & !LAST, up + 1, MoveKind::Capture);
        list.extend_pawns(board, to_left & target & !LAST, up - 1, MoveKind::Capture);
        if (to_right | to_left | pushes) & target & LAST != 0 {
            list.extend_promotions(to_right & target & LAST, up + 1, true);
            list.extend_promotions(to_left & target & LAST, up - 1, true);
            list.extend_promotions(pushes & target & LAST, up, false);
        }
    }
    if WANTED & QUIET != 0 {
        list.extend_pawns(board, pushes & target & !LAST, up, MoveKind::Quiet);
        list.extend_pawns(board, doubles & target, 2 * up, MoveKind::DoublePush);
    }
}

/// Appends the legal en passant captures, tried one by one because they are rare.
#[inline(never)]
pub fn append_en_passant<B: Board, S: Sink>(board: &B, list: &mut S, target: Square) {
    let side = board.side();
    let planes = board.planes();
    let takers = attacks::pawns(!side, target.bit()) & planes.pieces(side, PieceType::Pawn);
    let taken = Square::new(target.index() as u8 ^ 8).bit();
    let king = board.king(side);
    for from in squares(takers) {
        let occupied = planes.occupied() & !(from.bit() | taken) | target.bit();
        let attackers = B::attackers(board.kernel(), planes, king, !side, occupied) & !taken;
        if attackers == 0 {
            list.push(Move::new(from, target, MoveKind::EnPassant));
        }
    }
}

/// White's squares between king and rook, king's side first.
pub(super) const CASTLING_EMPTY: [Bitboard; 2] = [0x60, 0x0e];
/// White's squares that the king passes, king's side first.
pub(super) const CASTLING_SAFE: [Bitboard; 2] = [0x60, 0x0c];

/// Returns true if the side to move may castle `toward` a side of the board; false in check.
#[inline(always)]
pub fn may_castle<B: Board>(board: &B, toward: CastlingSide) -> bool {
    may_castle_unless(board, toward, |path| board.is_any_influenced(path, !board.side()))
}

/// Does the same as [`may_castle`], with another test for the other side's influence on a set of squares.
#[inline(always)]
pub fn may_castle_unless<B: Board>(
    board: &B,
    toward: CastlingSide,
    is_any_influenced: impl Fn(Bitboard) -> bool,
) -> bool {
    let side = board.side();
    let state = board.state();
    if !state.castling.has(side, toward) {
        return false;
    }
    let king = board.king(side);
    let rook = state.castling_rooks[Castling::index(side, toward)];
    let king_to = State::king_target(side, toward);
    let rook_to = State::rook_target(side, toward);
    let span = |a: Square, b: Square| {
        let (low, high) = if a.index() < b.index() { (a, b) } else { (b, a) };
        (high.bit() | (high.bit() - 1)) & !(low.bit() - 1)
    };
    let king_path = span(king, king_to);
    let must_be_empty = (king_path | span(rook, rook_to)) & !(king.bit() | rook.bit());
    must_be_empty & board.planes().occupied() == 0
        && !is_any_influenced(king_path)
        // In Chess960 the rook may have shielded the king's target along the rank.
        && (!state.chess960
            || B::rook_attacks(
                board.kernel(),
                king_to,
                board.planes().occupied() & !(king.bit() | rook.bit()) | rook_to.bit(),
            ) & board.planes().orthogonal_sliders(!side)
                & (RANK_1 | RANK_8)
                == 0)
}

/// Appends the legal castling moves of a side that is not in check.
#[inline(always)]
pub fn append_castling<B: Board, S: Sink>(board: &B, list: &mut S) {
    let side = board.side();
    for (toward, kind) in
        [(CastlingSide::King, MoveKind::CastleKing), (CastlingSide::Queen, MoveKind::CastleQueen)]
    {
        if may_castle(board, toward) {
            list.push(Move::new(board.king(side), State::king_target(side, toward), kind));
        }
    }
}

/// Returns [`GenerateMoves::is_legal`] for a pawn of a side that is not in check.
#[inline(always)]
fn is_pawn_move<B: GenerateMoves>(board: &B, chess_move: Move) -> bool {
    const QUIET: u16 = MoveKind::Quiet as u16;
    const DOUBLE: u16 = MoveKind::DoublePush as u16;
    const CAPTURE: u16 = MoveKind::Capture as u16;
    let (side, planes) = (board.side(), board.planes());
    let (from, to) = (chess_move.from(), chess_move.to());
    let step = |set: Bitboard| if side == Color::White { set << 8 } else { set >> 8 };
    let empty = !planes.occupied();
    let once = step(from.bit()) & empty;
    let start = if side == Color::White { 1 } else { 6 };
    let targets = match chess_move.kind_bits() {
        QUIET => once & !(RANK_1 | RANK_8),
        DOUBLE if from.rank() == start => step(once) & empty,
        CAPTURE => attacks::pawns(side, from.bit()) & planes.color(!side) & !(RANK_1 | RANK_8),
        DOUBLE => 0,
        _ => return is_listed(board, chess_move),
    };
    targets & to.bit() != 0 && is_on_pin(board, chess_move)
}

/// Returns true if the moving piece is not pinned, or stays on the line of its pin.
#[inline(always)]
fn is_on_pin<B: Board>(board: &B, chess_move: Move) -> bool {
    let (from, to) = (chess_move.from(), chess_move.to());
    board.pinned() & from.bit() == 0
        || attacks::through(board.king(board.side()), from) & to.bit() != 0
}

/// Tests a move against the generated quiet or noisy moves; slow.
#[inline(never)]
pub(super) fn is_listed<B: GenerateMoves>(board: &B, chess_move: Move) -> bool {
    let mut list = MoveList::new();
    if chess_move.is_quiet() {
        generate::<B, QUIET>(board, &mut list);
    } else {
        generate::<B, NOISY>(board, &mut list);
    }
    list.contains(&chess_move)
}
