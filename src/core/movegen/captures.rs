//! Captures that do not lose material, one at a time, the most valuable victim first.
//!
//! Both sides' influence is known, so each capture is generated on demand, in order.

use super::axon32::SquareWords;
use super::axon32::captures::CellCaptures;
use super::generate::append_en_passant;
use crate::board::magic::Lookup;
use crate::board::{Board, MagicBoard, MatrixBoard, attacks};
use crate::kernels::{Kernel, MatrixKernel};
use crate::types::bitboard::{RANK_1, RANK_2, RANK_7, RANK_8};
use crate::types::{Bitboard, Color, Move, MoveKind, MoveList, PieceType, Square};

/// For each type of victim, the most valuable piece that captures it without loss when it is defended.
const MOST_VALUABLE_TAKER: [usize; 6] = [0, 2, 2, 3, 4, 4];

/// The piece types of each group of victims, as the first and the last plane. Victims of equal value
/// form a group: pawns, minor pieces, rooks, queens.
const VICTIMS: [(usize, usize); 4] = [(0, 0), (1, 2), (3, 3), (4, 4)];

/// Number of victim groups; the pawns' group is 0.
pub const VICTIM_GROUPS: usize = VICTIMS.len();

/// The progress through the good captures of a side that is not in check. A good capture takes an
/// undefended piece, or a defended one with a piece worth no more. Promotions to a queen and en
/// passant captures come first.
#[derive(Clone)]
pub struct GoodCaptures {
    /// Group of the victims.
    victim: usize,
    /// The victims of this group that the side to move attacks.
    victims: Bitboard,
    /// Type of the attacking pieces.
    taker: usize,
    /// Piece types that may capture one of the victims and are not yet tried, one bit each.
    takers: u32,
    /// Victims that remain for this piece type.
    targets: Bitboard,
    /// Square of the current victim.
    target: Square,
    /// Attackers that remain for this victim.
    sources: Bitboard,
}

/// A board that generates its good captures one at a time.
///
/// The defaults read planes and sets of squares; a board without them has methods of its own.
pub trait GenerateCaptures: Board {
    /// Returns true for a good capture ([`GoodCaptures`]), a promotion to a queen and en passant.
    #[inline(always)]
    fn is_good_capture(&self, capture: Move) -> bool {
        if capture.is_promotion() {
            return capture.promotion() == Some(PieceType::Queen);
        }
        if capture.is_en_passant() {
            return true;
        }
        let taker = self.kind_on(capture.from()).index();
        !self.is_influenced(capture.to(), !self.side())
            || taker <= MOST_VALUABLE_TAKER[self.kind_on(capture.to()).index()]
    }

    /// Returns true if there is certainly no capture of a piece of group `least` or higher, no
    /// promotion and no en passant capture.
    #[inline(always)]
    fn has_no_captures(&self, least: usize) -> bool {
        let attacked = (least..VICTIM_GROUPS).fold(0, |all, group| all | attacked(self, group));
        attacked == 0 && self.state().en_passant.is_none() && promoting(self) == 0
    }

    /// Returns the start of the good captures; `list` receives the moves that come before those of
    /// [`GenerateCaptures::next_good_capture`].
    #[inline(always)]
    fn good_captures(&self, list: &mut MoveList) -> GoodCaptures {
        list.clear();
        let promoting = promoting(self);
        if promoting != 0 {
            append_promotions(self, promoting, list);
        }
        if let Some(square) = self.state().en_passant {
            append_en_passant(self, list, square);
        }
        GoodCaptures::START
    }

    /// Returns the next good capture of a piece of group `least` or higher (0 pawns, 1 minor
    /// pieces, 2 rooks, 3 queens); `None` if none remains.
    #[inline(always)]
    fn next_good_capture(&self, state: &mut GoodCaptures, least: usize) -> Option<Move> {
        // The lowest group may have risen since the last call.
        if state.victim < least {
            return None;
        }
        loop {
            if state.sources != 0 {
                let from = Square::lowest(state.sources);
                state.sources &= state.sources - 1;
                let promotes = state.taker == 0 && state.target.bit() & (RANK_1 | RANK_8) != 0;
                let kind = if promotes { MoveKind::CaptureQueen } else { MoveKind::Capture };
                return Some(Move::new(from, state.target, kind));
            }
            if state.targets != 0 {
                state.target = Square::lowest(state.targets);
                state.targets &= state.targets - 1;
                state.find_takers(self);
                continue;
            }
            if state.takers != 0 {
                state.taker = state.takers.trailing_zeros() as usize;
                state.takers &= state.takers - 1;
                state.targets = state.targets_of(self, state.taker);
                continue;
            }
            if state.victim <= least {
                return None;
            }
            state.victim -= 1;
            state.victims = attacked(self, state.victim);
            if state.victims != 0 {
                state.takers =
                    (0..6).map(|kind| u32::from(state.targets_of(self, kind) != 0) << kind).sum();
            }
        }
    }
}

impl<K: Kernel, L: Lookup<K>> GenerateCaptures for MagicBoard<K, L> {}

impl<K: MatrixKernel> GenerateCaptures for MatrixBoard<K> {}

impl GoodCaptures {
    /// The state before the first capture.
    pub(super) const START: Self = Self {
        victim: VICTIM_GROUPS,
        victims: 0,
        taker: 0,
        takers: 0,
        targets: 0,
        target: Square::new(0),
        sources: 0,
    };

    /// Returns the progress in 32-bit words.
    #[inline(always)]
    pub(super) fn in_words(&self) -> CellCaptures {
        let words = |set: Bitboard| SquareWords { low: set as u32, high: (set >> 32) as u32 };
        CellCaptures {
            victim: self.victim as u32,
            victims: words(self.victims),
            taker: self.taker as u32,
            takers: self.takers,
            targets: words(self.targets),
            target: self.target.index() as u32,
            sources: words(self.sources),
        }
    }

    /// Copies the progress from 32-bit words.
    #[inline(always)]
    pub(super) fn set_words(&mut self, captures: &CellCaptures) {
        let set = |words: SquareWords| Bitboard::from(words.low) | Bitboard::from(words.high) << 32;
        *self = Self {
            victim: captures.victim as usize,
            victims: set(captures.victims),
            taker: captures.taker as usize,
            takers: captures.takers,
            targets: set(captures.targets),
            target: Square::new(captures.target as u8),
            sources: set(captures.sources),
        };
    }

    /// Returns the victims that a piece type may capture.
    #[inline(always)]
    fn targets_of<B: Board>(&self, board: &B, kind: usize) -> Bitboard {
        let equal = kind <= MOST_VALUABLE_TAKER[VICTIMS[self.victim & 3].1];
        let all = if equal { !0 } else { !board.influence().all(!board.side()) };
        self.victims & influence_of(board, kind) & all
    }

    /// Finds the pieces of the current type that can capture on the target.
    #[inline(always)]
    fn find_takers<B: Board>(&mut self, board: &B) {
        let side = board.side();
        let planes = board.planes();
        let target = self.target;
        let reach = match self.taker {
            0 => attacks::pawns(!side, target.bit()),
            1 => attacks::knight(target),
            2 => B::bishop_attacks(board.kernel(), target, planes.occupied()),
            3 => B::rook_attacks(board.kernel(), target, planes.occupied()),
            4 => B::queen_attacks(board.kernel(), target, planes.occupied()),
            _ => attacks::king(target),
        };
        let pinned = board.pinned();
        self.sources = reach & planes.0[self.taker] & planes.color(side);
        if self.sources & pinned != 0 {
            self.sources &= !pinned | attacks::through(board.king(side), target);
        }
    }
}

/// Returns the victims of a group that the side to move attacks.
#[inline(always)]
fn attacked<B: Board>(board: &B, group: usize) -> Bitboard {
    let side = board.side();
    let planes = board.planes();
    let (kind, other) = VICTIMS[group & 3];
    (planes.0[kind] | planes.0[other]) & planes.color(!side) & board.influence().all(side)
}

/// Returns the squares that a piece type of the side to move influences.
#[inline(always)]
fn influence_of<B: Board>(board: &B, kind: usize) -> Bitboard {
    board.influence().of_type(board.side(), PieceType::from_index(kind))
}

/// Returns true if there may be a promotion, or a legal capture that is not good.
#[inline(always)]
pub fn may_have_others<B: Board>(board: &B) -> bool {
    let side = board.side();
    let planes = board.planes();
    let queens = influence_of(board, 4);
    let heavy = influence_of(board, 3) | queens;
    let pieces = influence_of(board, 1) | influence_of(board, 2) | heavy;
    // The king never captures a defended piece.
    let others = planes.kind(PieceType::Pawn) & pieces
        | (planes.kind(PieceType::Knight) | planes.kind(PieceType::Bishop)) & heavy
        | planes.kind(PieceType::Rook) & queens;
    others & planes.color(!side) & board.influence().all(!side) | promoting(board) != 0
}

/// Returns the pawns of the side to move on the rank before the last.
#[inline(always)]
fn promoting<B: Board>(board: &B) -> Bitboard {
    let side = board.side();
    let rank = if side == Color::White { RANK_7 } else { RANK_2 };
    board.planes().pieces(side, PieceType::Pawn) & rank
}

/// Appends promotions to a queen without a capture.
#[inline(never)]
fn append_promotions<B: Board>(board: &B, pawns: Bitboard, list: &mut MoveList) {
    let up = if board.side() == Color::White { 8i8 } else { -8 };
    let empty = !board.planes().occupied();
    let king = board.king(board.side());
    for from in crate::types::bitboard::squares(pawns) {
        let to = Square::new((from.index() as i8 + up) as u8);
        let free = board.pinned() & from.bit() == 0 || attacks::through(king, from) & to.bit() != 0;
        if empty & to.bit() != 0 && free {
            list.push(Move::new(from, to, MoveKind::PromoteQueen));
        }
    }
}
