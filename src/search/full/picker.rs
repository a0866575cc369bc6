//! The order of moves based on Umko's schemes (2.3): table move, captures that lose nothing,
//! killers and the counter-move, quiets by history, captures that lose; in check, all evasions. The
//! parameters select this order or Umko's exact schemes, which are in `umko`.

use super::umko::generate_judged_evasions;
use crate::instance::SearchBoard;
use crate::ordering::{
    Histories, HistoryView, PieceTo, ScoredMoves, captured, promotion_score, victim_score,
};
use crate::parameters::Schemes;
use crate::see::exchange_gains;
use nucleus_core::board::Board;
use nucleus_core::kernels::Kernel;
use nucleus_core::movegen::captures::{GenerateCaptures, GoodCaptures, may_have_others};
use nucleus_core::types::Move;

/// A stage of a picker. The last one belongs to both the tuned scheme and Umko's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// Before the table's move.
    Table,
    /// Before the captures are generated.
    BeginCaptures,
    /// Captures that are good by the cells alone.
    GoodCaptures,
    /// Captures that are good only by static exchange evaluation.
    OtherCaptures,
    /// The killers and the counter-move.
    Refutations,
    /// Quiet moves, by history.
    Quiets,
    /// In check: all evasions.
    Evasions,
    /// Umko: before the table's move.
    UmkoTable,
    /// Umko: before the captures are generated.
    UmkoBeginCaptures,
    /// Umko: captures that lose nothing.
    UmkoGoodCaptures,
    /// Umko: the killers.
    UmkoKillers,
    /// Umko: quiet moves, by history.
    UmkoQuiets,
    /// Umko, in check: the table's move, the evasions that lose nothing, those that lose.
    UmkoEvasions,
    /// Captures that lose.
    BadCaptures,
}

/// The progress of a picker, in either scheme.
#[derive(Clone, Copy)]
pub(super) struct Progress {
    pub stage: Stage,
    pub table_move: Move,
    /// The killers and the counter-move.
    pub refutations: [Move; 3],
    pub refutation: usize,
    pub next: usize,
    /// Number of losing captures, which are kept at the front of the list.
    pub bad: usize,
    pub skip_quiets: bool,
}

/// Picks the moves of a node of the main search, best first, and generates no more than it needs.
#[derive(Clone)]
pub struct MovePicker {
    progress: Progress,
    captures: Option<GoodCaptures>,
    next_bad: usize,
}

impl MovePicker {
    /// Returns a picker for a rebuilt position that is not in check; `table_move` is legal or none.
    /// The refutations are the two killers and the counter-move, which Umko's scheme does not use.
    #[inline(always)]
    pub fn new(schemes: Schemes, table_move: Move, refutations: [Move; 3]) -> Self {
        let (table, begin) = match schemes {
            Schemes::Tuned => (Stage::Table, Stage::BeginCaptures),
            Schemes::Umko => (Stage::UmkoTable, Stage::UmkoBeginCaptures),
        };
        let mut picker = Self::at(if table_move.is_none() { begin } else { table }, table_move);
        picker.progress.refutations = refutations;
        if schemes == Schemes::Umko {
            picker.progress.refutations[2] = Move::NONE;
        }
        picker
    }

    /// Returns a picker for a position in check: it generates all evasions at once;
    /// [`ScoredMoves::list`] has their number.
    #[inline(always)]
    pub fn evasions<B: SearchBoard>(
        schemes: Schemes,
        board: &B,
        table_move: Move,
        moves: &mut ScoredMoves,
        view: HistoryView<'_>,
    ) -> Self {
        match schemes {
            Schemes::Tuned => {
                generate_scored_evasions(board, table_move, moves, view);
                Self::at(Stage::Evasions, table_move)
            }
            Schemes::Umko => {
                generate_judged_evasions(board, table_move, moves, view.histories);
                Self::at(Stage::UmkoEvasions, table_move)
            }
        }
    }

    #[inline(always)]
    fn at(stage: Stage, table_move: Move) -> Self {
        let progress = Progress {
            stage,
            table_move,
            refutations: [Move::NONE; 3],
            refutation: 0,
            next: 0,
            bad: 0,
            skip_quiets: false,
        };
        Self { progress, captures: None, next_bad: 0 }
    }

    /// Skips the remaining quiet moves.
    #[inline(always)]
    pub fn skip_quiets(&mut self) {
        self.progress.skip_quiets = true;
    }

    /// Returns the next move, `None` at the end.
    #[inline(always)]
    pub fn next<B: SearchBoard>(
        &mut self,
        board: &B,
        moves: &mut ScoredMoves,
        view: HistoryView<'_>,
    ) -> Option<Move> {
        // Each stage falls through to the next, so only a new call searches for its stage.
        if self.progress.stage <= Stage::GoodCaptures {
            if self.progress.stage == Stage::Table {
                self.progress.stage = Stage::BeginCaptures;
                return Some(self.progress.table_move);
            }
            if self.progress.stage == Stage::BeginCaptures {
                self.captures = Some(board.good_captures(&mut moves.list));
                self.progress.stage = Stage::GoodCaptures;
            }
            while let Some(chess_move) = self.next_good(board, moves) {
                if chess_move != self.progress.table_move {
                    return Some(chess_move);
                }
            }
            moves.list.clear();
            self.progress.next = 0;
            self.progress.stage = Stage::Refutations;
            if may_have_others(board) {
                board.generate_noisy(&mut moves.list);
                self.progress.stage = Stage::OtherCaptures;
            }
        }
        if self.progress.stage == Stage::OtherCaptures {
            if let Some(chess_move) = self.next_other(board, moves) {
                return Some(chess_move);
            }
            self.progress.stage = Stage::Refutations;
        }
        if self.progress.stage == Stage::Refutations {
            while self.progress.refutation < 3 && !self.progress.skip_quiets {
                let refutation = self.progress.refutations[self.progress.refutation];
                self.progress.refutation += 1;
                if self.progress.is_usable(board, refutation) {
                    return Some(refutation);
                }
                self.progress.refutations[self.progress.refutation - 1] = Move::NONE;
            }
            self.progress.stage = Stage::BadCaptures;
            if !self.progress.skip_quiets {
                self.progress.next = moves.list.len();
                board.generate_scored_quiets(moves, view);
                self.progress.stage = Stage::Quiets;
            }
        }
        if self.progress.stage == Stage::Quiets {
            while !self.progress.skip_quiets
                && let Some(chess_move) = moves.take_best(board.kernel(), self.progress.next)
            {
                self.progress.next += 1;
                if chess_move != self.progress.table_move
                    && !self.progress.refutations.contains(&chess_move)
                {
                    return Some(chess_move);
                }
            }
            self.progress.stage = Stage::BadCaptures;
        }
        if self.progress.stage != Stage::BadCaptures {
            if self.progress.stage == Stage::Evasions {
                let chess_move = moves.take_best(board.kernel(), self.progress.next)?;
                self.progress.next += 1;
                return Some(chess_move);
            }
            // A closure gets the copy, so that the picker itself can stay in registers.
            let mut progress = self.progress;
            let next = |progress: &mut Progress, board: &B, moves: &mut ScoredMoves| {
                progress.next_of_umko(board, moves, view.histories)
            };
            let next = board.kernel().outlined_with(next, &mut progress, board, moves);
            self.progress = progress;
            if next.is_some() || self.progress.stage != Stage::BadCaptures {
                return next;
            }
        }
        if self.next_bad == self.progress.bad {
            return None;
        }
        self.next_bad += 1;
        moves.list.get(self.next_bad - 1).copied()
    }

    /// Returns true once the losing captures are being picked.
    #[inline(always)]
    pub fn is_at_bad_captures(&self) -> bool {
        self.progress.stage == Stage::BadCaptures
    }
}

impl MovePicker {
    /// Returns the next capture that is good by the cells alone, the most valuable victim first.
    #[inline(always)]
    fn next_good<B: SearchBoard>(&mut self, board: &B, moves: &ScoredMoves) -> Option<Move> {
        if let Some(&chess_move) = moves.list.get(self.progress.next) {
            self.progress.next += 1;
            return Some(chess_move);
        }
        board.next_capture(self.captures.as_mut()?, 0)
    }

    /// Returns the next capture that is good only by static exchange evaluation; sets losing ones aside.
    #[inline(always)]
    fn next_other<B: GenerateCaptures>(
        &mut self,
        board: &B,
        moves: &mut ScoredMoves,
    ) -> Option<Move> {
        while let Some(&chess_move) = moves.list.get(self.progress.next) {
            self.progress.next += 1;
            if chess_move == self.progress.table_move || board.is_good_capture(chess_move) {
                continue;
            }
            if !chess_move.is_promotion() && exchange_gains(board, chess_move, 0) {
                return Some(chess_move);
            }
            moves.list.swap(self.progress.bad, self.progress.next - 1);
            self.progress.bad += 1;
        }
        None
    }
}

impl Progress {
    /// Returns true if a killer or counter-move is playable and was not played yet.
    #[inline(always)]
    pub(super) fn is_usable<B: SearchBoard>(&self, board: &B, chess_move: Move) -> bool {
        !chess_move.is_none()
            && chess_move != self.table_move
            && !self.refutations[..self.refutation - 1].contains(&chess_move)
            && chess_move.is_quiet()
            && board.is_playable(chess_move)
    }
}

/// Returns true if a capture or promotion loses no material. The cells alone decide most captures
/// and all promotions; static exchange evaluation decides the other captures.
#[inline(always)]
pub fn loses_nothing<B: GenerateCaptures>(board: &B, chess_move: Move) -> bool {
    board.is_good_capture(chess_move)
        || !chess_move.is_promotion() && exchange_gains(board, chess_move, 0)
}

/// Returns a score by most valuable victim, least valuable attacker, promotion and capture history.
#[inline(always)]
pub fn capture_score<B: Board>(board: &B, chess_move: Move, histories: &Histories) -> i16 {
    let victim = captured(board, chess_move);
    let kind = board.kind_on(chess_move.from());
    let piece_to = PieceTo::new(kind, chess_move.to(), board.side());
    let history = (histories.capture(piece_to, victim) / 8) as i16;
    victim_score(board, chess_move, victim) + promotion_score(chess_move) + history
}

/// Fills the list with all evasions and scores them: the table's move, captures that lose nothing,
/// quiets by history, losing captures.
#[inline(always)]
pub fn generate_scored_evasions<B: SearchBoard>(
    board: &B,
    table_move: Move,
    moves: &mut ScoredMoves,
    view: HistoryView<'_>,
) {
    board.kernel().outlined(move || {
        moves.list.clear();
        board.generate_evasions(&mut moves.list);
        let side = board.side();
        for (score, &chess_move) in moves.scores.iter_mut().zip(moves.list.iter()) {
            *score = if chess_move == table_move {
                i16::MAX
            } else if chess_move.is_quiet() {
                (view.quiet(side, false, chess_move, board.kind_on(chess_move.from())) / 2) as i16
            } else if loses_nothing(board, chess_move) {
                20_000 + capture_score(board, chess_move, view.histories) / 8
            } else {
                -20_000 + capture_score(board, chess_move, view.histories) / 8
            };
        }
    });
}
