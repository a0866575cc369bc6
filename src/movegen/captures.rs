//! Captures that do not lose material, one at a time, the most valuable victim first.
//!
//! Which kinds of men can take on a square, and whether anything defends it, is read from the
//! square's cell; nothing is generated before it is asked for, and nothing needs sorting.

use super::generate::push_en_passant;
use crate::board::{Board, attacks};
use crate::types::bitboard::{RANK_1, RANK_2, RANK_7, RANK_8};
use crate::types::{Bitboard, Color, Move, MoveKind, MoveList, PieceType, Square};

/// Kinds of influence as a cell lists them, king lowest, pawn highest.
const PAWN: u32 = 1 << 6;
const KNIGHT: u32 = 1 << 5;
const BISHOP: u32 = 1 << 4;
const ROOK: u32 = 3 << 2;
const QUEEN: u32 = 1 << 1;
const EVERYTHING: u32 = 0x7f;

/// Who may take a defended man of each kind without giving more than he gets.
const TAKERS_OF_DEFENDED: [u32; 5] = [
    PAWN,
    PAWN | KNIGHT | BISHOP,
    PAWN | KNIGHT | BISHOP,
    PAWN | KNIGHT | BISHOP | ROOK,
    PAWN | KNIGHT | BISHOP | ROOK | QUEEN,
];

/// The good captures of a position that is not in check: of an undefended man by anything, of a
/// defended one by a man worth no more. Promotions to a queen and en passant come first.
pub struct GoodCaptures {
    victim: usize,
    targets: Bitboard,
    target: Square,
    takers: u32,
    sources: Bitboard,
    promotes: bool,
}

/// True when a capture is among those that [`GoodCaptures`] gives.
#[inline(always)]
pub fn is_good<B: Board>(board: &B, capture: Move) -> bool {
    if capture.is_promotion() {
        return capture.promotion() == Some(PieceType::Queen);
    }
    if capture.is_en_passant() {
        return true;
    }
    let kinds: [u32; 6] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, 1];
    let taker = kinds[board.kind_on(capture.from()).index()];
    !board.is_influenced(capture.to(), !board.side())
        || TAKERS_OF_DEFENDED[board.kind_on(capture.to()).index().min(4)] & taker != 0
}

impl GoodCaptures {
    /// Begins; `list` gets the moves that come first, to be taken from it before [`Self::next`].
    #[inline(always)]
    pub fn new<B: Board>(board: &B, list: &mut MoveList) -> Self {
        let side = board.side();
        let men = board.planes();
        let pawns = men.of(side, PieceType::Pawn);
        let seventh = if side == Color::White { RANK_7 } else { RANK_2 };
        list.clear();
        if pawns & seventh != 0 {
            push_promotions(board, pawns & seventh, list);
        }
        if let Some(square) = board.state().en_passant {
            push_en_passant(board, list, square);
        }
        Self {
            victim: 5,
            targets: 0,
            target: Square::new(0),
            takers: 0,
            sources: 0,
            promotes: false,
        }
    }

    /// The next capture of a man of at least kind `least` (its index), or none.
    #[inline(always)]
    pub fn next<B: Board>(&mut self, board: &B, least: usize) -> Option<Move> {
        loop {
            if self.sources != 0 {
                let from = Square::lowest(self.sources);
                self.sources &= self.sources - 1;
                let kind =
                    if self.promotes { MoveKind::CaptureQueen } else { MoveKind::Capture };
                return Some(Move::new(from, self.target, kind));
            }
            if self.takers != 0 {
                self.next_taker(board);
                continue;
            }
            if self.targets != 0 {
                self.target = Square::lowest(self.targets);
                self.targets &= self.targets - 1;
                let kinds = board.influence_kinds(self.target, board.side());
                let defended = board.is_influenced(self.target, !board.side());
                let mask = if defended { TAKERS_OF_DEFENDED[self.victim] } else { EVERYTHING };
                self.takers = kinds & mask;
                continue;
            }
            if self.victim <= least {
                return None;
            }
            self.victim -= 1;
            let side = board.side();
            let victims = board.planes().0[self.victim] & board.planes().color(!side);
            self.targets = victims & board.influence().all(side);
        }
    }

    /// Finds the men of the cheapest kind left that can take on the target.
    #[inline(always)]
    fn next_taker<B: Board>(&mut self, board: &B) {
        let side = board.side();
        let men = board.planes();
        let occupied = men.occupied();
        let target = self.target;
        let kind = 31 - self.takers.leading_zeros();
        self.takers &= !(1 << kind);
        self.promotes = false;
        let found = match kind {
            6 => {
                self.promotes = target.bit() & (RANK_1 | RANK_8) != 0;
                attacks::pawns(!side, target.bit()) & men.kind(PieceType::Pawn)
            }
            5 => attacks::knight(target) & men.kind(PieceType::Knight),
            4 => attacks::bishop(target, occupied) & men.kind(PieceType::Bishop),
            2 | 3 => {
                // Along the rank and along the file are one kind of taker.
                self.takers &= !ROOK;
                attacks::rook(target, occupied) & men.kind(PieceType::Rook)
            }
            1 => {
                (attacks::bishop(target, occupied) | attacks::rook(target, occupied))
                    & men.kind(PieceType::Queen)
            }
            _ => attacks::king(target) & men.kind(PieceType::King),
        };
        let pinned = board.pinned();
        self.sources = found & men.color(side);
        if self.sources & pinned != 0 {
            self.sources &= !pinned | attacks::through(board.king(side), target);
        }
    }
}

/// Promotions to a queen that take nothing.
#[inline(never)]
fn push_promotions<B: Board>(board: &B, pawns: Bitboard, list: &mut MoveList) {
    let up = if board.side() == Color::White { 8i8 } else { -8 };
    let empty = !board.planes().occupied();
    let king = board.king(board.side());
    for from in crate::types::bitboard::squares(pawns) {
        let to = Square::new((from.index() as i8 + up) as u8);
        let free = board.pinned() & from.bit() == 0
            || attacks::through(king, from) & to.bit() != 0;
        if empty & to.bit() != 0 && free {
            list.push(Move::new(from, to, MoveKind::PromoteQueen));
        }
    }
}
