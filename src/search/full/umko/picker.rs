//! The schemes of the main search, as stages of its picker.

use crate::full::picker::{MovePicker, Stage};
use crate::instance::SearchBoard;
use crate::ordering::{
    Histories, HistoryView, ScoredMoves, captured, promotion_score, victim_score,
};
use crate::see::exchange_gains;
use nucleus_core::types::Move;

impl MovePicker {
    /// Returns the next move by Umko's scheme; none where only captures that lose may be left, and at
    /// the end of the evasions.
    #[inline(always)]
    pub fn next_of_umko<B: SearchBoard>(
        &mut self,
        board: &B,
        moves: &mut ScoredMoves,
        view: HistoryView<'_>,
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
                generate_quiets_by_history(board, moves, view.histories);
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

    /// The captures that lose nothing, the most valuable victim first; the others are put aside.
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

    /// The quiet moves that have not been picked before, by history.
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

/// Most valuable victim, least valuable attacker; what a promotion gains.
#[inline(always)]
pub fn capture_score<B: SearchBoard>(board: &B, chess_move: Move) -> i16 {
    victim_score(board, chess_move, captured(board, chess_move)) + promotion_score(chess_move)
}

/// Fills the list with captures and promotions and scores them.
#[inline(never)]
pub fn generate_scored_captures<B: SearchBoard>(board: &B, moves: &mut ScoredMoves) {
    moves.list.clear();
    board.generate_noisy(&mut moves.list);
    for (score, &chess_move) in moves.scores.iter_mut().zip(moves.list.iter()) {
        *score = capture_score(board, chess_move);
    }
}

/// Appends the quiet moves with their scores: what they did elsewhere in the tree, nothing else.
#[inline(never)]
fn generate_quiets_by_history<B: SearchBoard>(
    board: &B,
    moves: &mut ScoredMoves,
    histories: &Histories,
) {
    let first = moves.list.len();
    board.generate_quiets(&mut moves.list);
    let side = board.side();
    let scored = moves.scores.iter_mut().zip(moves.list.iter()).skip(first);
    for (score, &chess_move) in scored {
        *score = histories.quiets.score(side, chess_move);
    }
}
