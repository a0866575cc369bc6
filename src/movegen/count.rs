//! The number of legal moves, without a list of them where the board knows a way.

use super::generate::{
    ALL, Sink, append_en_passant, generate, generate_evasions, generate_free, may_castle_unless,
};
use super::pieces::FromPlanes;
use crate::board::magic::Lookup;
use crate::board::{Board, CastlingSide, MagicBoard, MatrixBoard};
use crate::kernels::{Kernel, MatrixKernel};
use crate::types::{Bitboard, Move, MoveKind, MoveList, Square};

/// A board that counts its legal moves.
pub trait CountMoves: Board {
    /// True when counting needs no rebuilt board.
    const COUNTS_UNBUILT: bool;

    /// The number of legal moves. `rebuilt` says whether the board is; it may be afterwards.
    /// `list` is scratch.
    fn count_moves(&mut self, list: &mut MoveList, rebuilt: bool) -> u64;
}

impl<K: MatrixKernel> CountMoves for MatrixBoard<K> {
    const COUNTS_UNBUILT: bool = K::COUNTS_SETWISE;

    #[inline(always)]
    fn count_moves(&mut self, list: &mut MoveList, rebuilt: bool) -> u64 {
        if K::COUNTS_SETWISE
            && let Some(counted) = self.kernel().count_moves(self.planes(), self.side())
        {
            let mut moves = u64::from(counted.moves);
            if self.state().castling.0 != 0 {
                let influenced = |path| path & counted.enemy_influence != 0;
                moves += u64::from(may_castle_unless(self, CastlingSide::King, influenced))
                    + u64::from(may_castle_unless(self, CastlingSide::Queen, influenced));
            }
            if let Some(target) = self.state().en_passant {
                list.clear();
                append_en_passant(self, list, target);
                moves += list.len() as u64;
            }
            return moves;
        }
        if !rebuilt {
            self.rebuild();
        }
        list.clear();
        generate::<Self, ALL>(self, list);
        list.len() as u64
    }
}

impl<K: Kernel, L: Lookup<K>> CountMoves for MagicBoard<K, L> {
    const COUNTS_UNBUILT: bool = false;

    #[inline(always)]
    fn count_moves(&mut self, _list: &mut MoveList, rebuilt: bool) -> u64 {
        if !rebuilt {
            self.rebuild();
        }
        let mut counter = Counter(0);
        if self.in_check() {
            generate_evasions::<_, _, _, ALL>(self, &FromPlanes(self), &mut counter);
        } else {
            generate_free::<_, _, _, ALL>(self, &FromPlanes(self), &mut counter);
        }
        u64::from(counter.0)
    }
}

/// Counts moves, those of a piece at once.
struct Counter(u32);

impl Sink for Counter {
    #[inline(always)]
    fn push(&mut self, _chess_move: Move) {
        self.0 += 1;
    }

    #[inline(always)]
    fn extend<B: Board>(&mut self, _board: &B, _from: u16, targets: Bitboard) {
        self.0 += targets.count_ones();
    }

    #[inline(always)]
    fn extend_both<B: Board>(
        &mut self,
        _board: &B,
        _from: Square,
        captures: Bitboard,
        quiets: Bitboard,
    ) {
        self.0 += (captures | quiets).count_ones();
    }

    #[inline(always)]
    fn extend_pawns(&mut self, targets: Bitboard, _back: i8, _kind: MoveKind) {
        self.0 += targets.count_ones();
    }

    #[inline(always)]
    fn extend_promotions(&mut self, targets: Bitboard, _back: i8, _captures: bool) {
        self.0 += 4 * targets.count_ones();
    }
}
