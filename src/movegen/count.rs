//! The number of legal moves, without a list of them where the board knows a way.

use super::generate::{ALL, append_en_passant, generate, may_castle_unless};
use crate::board::{Board, CastlingSide, MatrixBoard};
use crate::kernels::MatrixKernel;
use crate::types::MoveList;

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
