//! Umko's schemes of the main search, as stages of the picker.

use super::picker::{Progress, Stage};
use super::umko::{generate_quiets_by_history, generate_scored_captures};
use crate::instance::SearchBoard;
use crate::ordering::{Histories, ScoredMoves};
use crate::see::exchange_gains;
use nucleus_core::types::Move;

impl Progress {
    /// Returns the next move by Umko's scheme; `None` if only losing captures may be left, and at
    /// the end of the evasions.
    #[inline(always)]
    pub fn next_of_umko<B: SearchBoard>(
        &mut self,
        board: &B,
        moves: &mut ScoredMoves,
        histories: &Histories,
    ) -> Option<Move> {
        if self.stage == Stage::UmkoEvasions {
            self.next += 1;
            return moves.take_best(board.kernel(), self.next - 1);
        }
        // Each stage falls through to the next.
        if self.stage == Stage::UmkoTable {
            self.stage = Stage::UmkoBeginCaptures;
            return Some(self.table_move);
        }
        if self.stage == Stage::UmkoBeginCaptures {
            generate_scored_captures(board, moves);
            self.stage = Stage::UmkoGoodCaptures;
        }
        if self.stage == Stage::UmkoGoodCaptures {
            if let Some(chess_move) = self.next_gaining(board, moves) {
                return Some(chess_move);
            }
            self.stage = Stage::UmkoKillers;
        }
        if self.stage == Stage::UmkoKillers {
            if !self.skip_quiets
                && let Some(killer) = self.next_killer(board)
            {
                return Some(killer);
            }
            if !self.skip_quiets {
                self.next = moves.list.len();
                generate_quiets_by_history(board, moves, histories);
            }
            self.stage = Stage::UmkoQuiets;
        }
        if !self.skip_quiets
            && let Some(chess_move) = self.next_quiet(board, moves)
        {
            return Some(chess_move);
        }
        self.stage = Stage::BadCaptures;
        None
    }

    /// Returns the next capture that loses nothing, the most valuable victim first; sets losing ones aside.
    #[inline(always)]
    fn next_gaining<B: SearchBoard>(&mut self, board: &B, moves: &mut ScoredMoves) -> Option<Move> {
        while let Some(chess_move) = moves.take_best(board.kernel(), self.next) {
            self.next += 1;
            if chess_move == self.table_move {
                continue;
            }
            if exchange_gains(board, chess_move, 0) {
                return Some(chess_move);
            }
            moves.list.swap(self.bad, self.next - 1);
            self.bad += 1;
        }
        None
    }

    #[inline(always)]
    fn next_killer<B: SearchBoard>(&mut self, board: &B) -> Option<Move> {
        while let Some(&killer) = self.refutations.get(self.refutation) {
            self.refutation += 1;
            if self.is_usable(board, killer) {
                return Some(killer);
            }
        }
        None
    }

    /// Returns the next quiet move that was not picked before, by history.
    #[inline(always)]
    fn next_quiet<B: SearchBoard>(&mut self, board: &B, moves: &mut ScoredMoves) -> Option<Move> {
        while let Some(chess_move) = moves.take_best(board.kernel(), self.next) {
            self.next += 1;
            if chess_move != self.table_move && !self.refutations.contains(&chess_move) {
                return Some(chess_move);
            }
        }
        None
    }
}
