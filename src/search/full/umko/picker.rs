//! The schemes of the main search.

use super::evasions::{LOSING, generate_judged_evasions};
use crate::full::schemes::MovePicker;
use crate::instance::SearchBoard;
use crate::ordering::{
    Histories, HistoryView, ScoredMoves, captured, promotion_score, victim_score,
};
use crate::see::exchange_gains;
use nucleus_core::types::Move;

/// Where a picker of the main search stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum UmkoStage {
    /// The table's move is next.
    Table,
    /// Captures are to be generated.
    BeginCaptures,
    /// Captures that lose nothing.
    GoodCaptures,
    /// The killers.
    Killers,
    /// Quiet moves, by history.
    Quiets,
    /// Captures that lose.
    BadCaptures,
    /// In check: the table's move and the evasions that lose nothing.
    GoodEvasions,
    /// In check: the evasions that lose.
    BadEvasions,
}

/// Picks the moves of one node of the main search, best first, generating no more than it needs to.
#[derive(Clone)]
pub struct UmkoPicker {
    stage: UmkoStage,
    table_move: Move,
    killers: [Move; 2],
    next_killer: usize,
    next: usize,
    /// Captures that lose are kept at the list's front, this many.
    bad: usize,
    next_bad: usize,
    skip_quiets: bool,
}

impl UmkoPicker {
    #[inline(always)]
    fn at(stage: UmkoStage, table_move: Move, killers: [Move; 2]) -> Self {
        let skip_quiets = false;
        Self {
            stage,
            table_move,
            killers,
            next_killer: 0,
            next: 0,
            bad: 0,
            next_bad: 0,
            skip_quiets,
        }
    }

    /// The captures that lose nothing, the most valuable victim first; the others are put aside.
    #[inline(always)]
    fn next_good<B: SearchBoard>(&mut self, board: &B, moves: &mut ScoredMoves) -> Option<Move> {
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
        while let Some(&killer) = self.killers.get(self.next_killer) {
            self.next_killer += 1;
            let usable = !killer.is_none()
                && killer != self.table_move
                && killer.is_quiet()
                && !self.killers[..self.next_killer - 1].contains(&killer)
                && board.is_playable(killer);
            if usable {
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
            if chess_move != self.table_move && !self.killers.contains(&chess_move) {
                return Some(chess_move);
            }
        }
        None
    }
}

impl MovePicker for UmkoPicker {
    /// The scheme has killers, and no counter-move.
    #[inline(always)]
    fn new(table_move: Move, [first, second, _counter]: [Move; 3]) -> Self {
        let table = if table_move.is_none() { UmkoStage::BeginCaptures } else { UmkoStage::Table };
        Self::at(table, table_move, [first, second])
    }

    #[inline(always)]
    fn evasions<B: SearchBoard>(
        board: &B,
        table_move: Move,
        moves: &mut ScoredMoves,
        view: HistoryView<'_>,
    ) -> Self {
        generate_judged_evasions(board, table_move, moves, view.histories);
        Self::at(UmkoStage::GoodEvasions, table_move, [Move::NONE; 2])
    }

    #[inline(always)]
    fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    #[inline(always)]
    fn next<B: SearchBoard>(
        &mut self,
        board: &B,
        moves: &mut ScoredMoves,
        view: HistoryView<'_>,
    ) -> Option<Move> {
        if self.stage >= UmkoStage::GoodEvasions {
            let chess_move = moves.take_best(board.kernel(), self.next)?;
            if moves.scores[self.next] <= LOSING {
                self.stage = UmkoStage::BadEvasions;
            }
            self.next += 1;
            return Some(chess_move);
        }
        // Each stage falls through to the next.
        if self.stage == UmkoStage::Table {
            self.stage = UmkoStage::BeginCaptures;
            return Some(self.table_move);
        }
        if self.stage == UmkoStage::BeginCaptures {
            generate_scored_captures(board, moves);
            self.stage = UmkoStage::GoodCaptures;
        }
        if self.stage == UmkoStage::GoodCaptures {
            if let Some(chess_move) = self.next_good(board, moves) {
                return Some(chess_move);
            }
            self.stage = UmkoStage::Killers;
        }
        if self.stage == UmkoStage::Killers {
            if !self.skip_quiets
                && let Some(killer) = self.next_killer(board)
            {
                return Some(killer);
            }
            if !self.skip_quiets {
                self.next = moves.list.len();
                generate_quiets_by_history(board, moves, view.histories);
            }
            self.stage = UmkoStage::Quiets;
        }
        if self.stage == UmkoStage::Quiets {
            if !self.skip_quiets
                && let Some(chess_move) = self.next_quiet(board, moves)
            {
                return Some(chess_move);
            }
            self.stage = UmkoStage::BadCaptures;
        }
        if self.next_bad == self.bad {
            return None;
        }
        self.next_bad += 1;
        moves.list.get(self.next_bad - 1).copied()
    }

    #[inline(always)]
    fn is_at_bad_captures(&self) -> bool {
        self.stage == UmkoStage::BadCaptures
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
