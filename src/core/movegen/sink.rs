//! Kinds of moves, and receivers of generated moves.

use crate::board::Board;
use crate::kernels::Kernel;
use crate::types::bitboard::squares;
use crate::types::{Bitboard, Move, MoveKind, MoveList, Square};

/// Kinds of moves to generate, as bits: [`NOISY`] and [`QUIET`].
pub type Wanted = u8;
/// Captures and promotions.
pub const NOISY: Wanted = 1;
/// All moves except captures and promotions.
pub const QUIET: Wanted = 2;
/// All legal moves.
pub const ALL: Wanted = NOISY | QUIET;

/// A receiver of generated moves.
pub trait Sink {
    /// Receives a move.
    fn push(&mut self, chess_move: Move);
    /// Receives moves from a square to each target; `from` is a move whose target bits are zero.
    fn extend<B: Board>(&mut self, board: &B, from: u16, targets: Bitboard);

    /// Receives a piece's captures, then its quiet moves.
    #[inline(always)]
    fn extend_both<B: Board>(
        &mut self,
        board: &B,
        from: Square,
        captures: Bitboard,
        quiets: Bitboard,
    ) {
        self.extend(board, packed(from, MoveKind::Capture), captures);
        self.extend(board, packed(from, MoveKind::Quiet), quiets);
    }

    /// Receives a pawn move to each target; its origin is `back` squares before the target.
    #[inline(always)]
    fn extend_pawns<B: Board>(&mut self, _board: &B, targets: Bitboard, back: i8, kind: MoveKind) {
        for to in squares(targets) {
            self.push(Move::new(before(to, back), to, kind));
        }
    }

    /// Receives a pawn's four promotions on each target, the queen first.
    #[inline(always)]
    fn extend_promotions(&mut self, targets: Bitboard, back: i8, captures: bool) {
        let capture = if captures { 4 } else { 0 };
        for to in squares(targets) {
            let base = before(to, back).index() as u16 | (to.index() as u16) << 6;
            for kind in [11u16, 8, 10, 9] {
                self.push(Move(base | (kind + capture) << 12));
            }
        }
    }
}

/// Returns the square `back` squares before another.
#[inline(always)]
const fn before(square: Square, back: i8) -> Square {
    Square::new((square.index() as i8 - back) as u8)
}

impl Sink for MoveList {
    #[inline(always)]
    fn push(&mut self, chess_move: Move) {
        MoveList::push(self, chess_move);
    }

    #[inline(always)]
    fn extend<B: Board>(&mut self, board: &B, from: u16, targets: Bitboard) {
        board.append_moves(self, from, targets);
    }

    #[inline(always)]
    fn extend_pawns<B: Board>(&mut self, board: &B, targets: Bitboard, back: i8, kind: MoveKind) {
        board.kernel().append_pawn_moves(self, kind, back, targets);
    }
}

/// Returns a move whose target bits are zero.
#[inline(always)]
pub const fn packed(from: Square, kind: MoveKind) -> u16 {
    from.index() as u16 | (kind as u16) << 12
}
