//! The order of moves after Umko's schemes (2.3): table move, captures that gain by static exchange
//! evaluation, killers and the counter-move, quiets by history, captures that lose; evasions.
//! The schemes as the paper has them stand in `umko`.

use super::schemes::MovePicker;
use crate::instance::SearchBoard;
use crate::ordering::{
    Histories, HistoryView, PieceTo, ScoredMoves, captured, promotion_score, victim_score,
};
use crate::see::exchange_gains;
use nucleus_core::board::Board;
use nucleus_core::movegen::captures::{GoodCaptures, is_good, may_have_others};
use nucleus_core::types::Move;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum FullStage {
    Table,
    BeginCaptures,
    GoodCaptures,
    OtherCaptures,
    Refutations,
    Quiets,
    BadCaptures,
    Evasions,
}

/// Picks the moves of one node, best first, generating no more than it needs to.
#[derive(Clone)]
pub struct FullPicker {
    stage: FullStage,
    table_move: Move,
    /// The killers and the counter-move.
    refutations: [Move; 3],
    refutation: usize,
    captures: Option<GoodCaptures>,
    next: usize,
    /// Captures that lose are kept at the list's front, this many.
    bad: usize,
    next_bad: usize,
    skip_quiets: bool,
}

impl MovePicker for FullPicker {
    #[inline(always)]
    fn new(table_move: Move, refutations: [Move; 3]) -> Self {
        Self {
            stage: if table_move.is_none() { FullStage::BeginCaptures } else { FullStage::Table },
            table_move,
            refutations,
            refutation: 0,
            captures: None,
            next: 0,
            bad: 0,
            next_bad: 0,
            skip_quiets: false,
        }
    }

    #[inline(always)]
    fn evasions<B: SearchBoard>(
        board: &B,
        table_move: Move,
        moves: &mut ScoredMoves,
        view: HistoryView<'_>,
    ) -> Self {
        generate_scored_evasions(board, table_move, moves, view);
        let mut picker = Self::new(table_move, [Move::NONE; 3]);
        picker.stage = FullStage::Evasions;
        picker
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
        // Each stage falls through to the next: only a new call has to find its stage.
        if self.stage <= FullStage::GoodCaptures {
            if self.stage == FullStage::Table {
                self.stage = FullStage::BeginCaptures;
                return Some(self.table_move);
            }
            if self.stage == FullStage::BeginCaptures {
                self.captures = Some(GoodCaptures::new(board, &mut moves.list));
                self.stage = FullStage::GoodCaptures;
            }
            while let Some(chess_move) = self.next_good(board, moves) {
                if chess_move != self.table_move {
                    return Some(chess_move);
                }
            }
            moves.list.clear();
            self.next = 0;
            self.stage = FullStage::Refutations;
            if may_have_others(board) {
                board.generate_noisy(&mut moves.list);
                self.stage = FullStage::OtherCaptures;
            }
        }
        if self.stage == FullStage::OtherCaptures {
            if let Some(chess_move) = self.next_other(board, moves) {
                return Some(chess_move);
            }
            self.stage = FullStage::Refutations;
        }
        if self.stage == FullStage::Refutations {
            while self.refutation < 3 && !self.skip_quiets {
                let refutation = self.refutations[self.refutation];
                self.refutation += 1;
                if self.is_usable(board, refutation) {
                    return Some(refutation);
                }
                self.refutations[self.refutation - 1] = Move::NONE;
            }
            self.stage = FullStage::BadCaptures;
            if !self.skip_quiets {
                self.next = moves.list.len();
                board.generate_scored_quiets(moves, view);
                self.stage = FullStage::Quiets;
            }
        }
        if self.stage == FullStage::Quiets {
            while !self.skip_quiets
                && let Some(chess_move) = moves.take_best(board.kernel(), self.next)
            {
                self.next += 1;
                if chess_move != self.table_move && !self.refutations.contains(&chess_move) {
                    return Some(chess_move);
                }
            }
            self.stage = FullStage::BadCaptures;
        }
        if self.stage == FullStage::Evasions {
            let chess_move = moves.take_best(board.kernel(), self.next)?;
            self.next += 1;
            return Some(chess_move);
        }
        if self.next_bad == self.bad {
            return None;
        }
        self.next_bad += 1;
        moves.list.get(self.next_bad - 1).copied()
    }

    #[inline(always)]
    fn is_at_bad_captures(&self) -> bool {
        self.stage >= FullStage::BadCaptures && self.stage != FullStage::Evasions
    }
}

impl FullPicker {
    /// The captures that the cells alone call good, the most valuable victim first.
    #[inline(always)]
    fn next_good<B: SearchBoard>(&mut self, board: &B, moves: &ScoredMoves) -> Option<Move> {
        if let Some(&chess_move) = moves.list.get(self.next) {
            self.next += 1;
            return Some(chess_move);
        }
        board.next_capture(self.captures.as_mut()?, 0)
    }

    /// The captures that only static exchange evaluation calls good; the others are put aside.
    #[inline(always)]
    fn next_other<B: Board>(&mut self, board: &B, moves: &mut ScoredMoves) -> Option<Move> {
        while let Some(&chess_move) = moves.list.get(self.next) {
            self.next += 1;
            if chess_move == self.table_move || is_good(board, chess_move) {
                continue;
            }
            if !chess_move.is_promotion() && exchange_gains(board, chess_move, 0) {
                return Some(chess_move);
            }
            moves.list.swap(self.bad, self.next - 1);
            self.bad += 1;
        }
        None
    }

    #[inline(always)]
    fn is_usable<B: SearchBoard>(&self, board: &B, chess_move: Move) -> bool {
        !chess_move.is_none()
            && chess_move != self.table_move
            && !self.refutations[..self.refutation - 1].contains(&chess_move)
            && chess_move.is_quiet()
            && board.is_playable(chess_move)
    }
}

/// True when a capture or promotion loses no material: the cells answer for most, static exchange
/// evaluation for the rest.
#[inline(always)]
pub fn loses_nothing<B: Board>(board: &B, chess_move: Move) -> bool {
    is_good(board, chess_move) || !chess_move.is_promotion() && exchange_gains(board, chess_move, 0)
}

/// Most valuable victim, least valuable attacker; what a promotion gains; capture history.
#[inline(always)]
pub fn capture_score<B: Board>(board: &B, chess_move: Move, histories: &Histories) -> i16 {
    let victim = captured(board, chess_move);
    let kind = board.kind_on(chess_move.from());
    let piece_to = PieceTo::new(kind, chess_move.to(), board.side());
    let history = (histories.capture(piece_to, victim) / 8) as i16;
    victim_score(board, chess_move, victim) + promotion_score(chess_move) + history
}

/// Fills the list with all evasions and scores them: the table's move, captures that lose nothing,
/// quiets by history, captures that lose.
#[inline(never)]
pub fn generate_scored_evasions<B: SearchBoard>(
    board: &B,
    table_move: Move,
    moves: &mut ScoredMoves,
    view: HistoryView<'_>,
) {
    moves.list.clear();
    board.generate_evasions(&mut moves.list);
    let side = board.side();
    for (score, &chess_move) in moves.scores.iter_mut().zip(moves.list.iter()) {
        *score = if chess_move == table_move {
            i16::MAX
        } else if chess_move.is_quiet() {
            (view.quiet(side, chess_move, board.kind_on(chess_move.from())) / 2) as i16
        } else if loses_nothing(board, chess_move) {
            20_000 + capture_score(board, chess_move, view.histories) / 8
        } else {
            -20_000 + capture_score(board, chess_move, view.histories) / 8
        };
    }
}
