//! Staged move picking: table move, good captures, killers, quiets, bad captures (Umko, 2.3).

use crate::instance::SearchBoard;
use crate::ordering::{QuietHistory, ScoredMoves, captured, victim_score};
use crate::see::VALUE;
use nucleus_core::board::Board;
use nucleus_core::kernels::Variant;
use nucleus_core::movegen::GoodCaptures;
use nucleus_core::movegen::generate::{NOISY, QUIET};
use nucleus_core::types::Move;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum AxonStage {
    Table,
    GenerateCaptures,
    GoodCaptures,
    FirstKiller,
    SecondKiller,
    GenerateQuiets,
    Quiets,
    GenerateBadCaptures,
    BadCaptures,
    GenerateEvasions,
    Evasions,
    Done,
}

/// Picks the moves of a node, best first, and generates no more than it needs.
#[derive(Clone)]
pub struct AxonPicker {
    stage: AxonStage,
    table_move: Move,
    killers: [Move; 2],
    in_check: bool,
    variant: Variant,
    next: usize,
    captures: Option<GoodCaptures>,
}

impl AxonPicker {
    /// Returns a picker for a position with current cells; a routine of `variant` lists pieces.
    #[inline(always)]
    pub fn new(table_move: Move, killers: [Move; 2], in_check: bool, variant: Variant) -> Self {
        let stage = AxonStage::Table;
        Self { stage, table_move, killers, in_check, variant, next: 0, captures: None }
    }

    /// Returns the next move, `None` at the end.
    #[inline(always)]
    pub fn next<B: SearchBoard>(
        &mut self,
        board: &B,
        pieces: &mut B::List,
        moves: &mut ScoredMoves,
        history: &QuietHistory,
    ) -> Option<Move> {
        loop {
            match self.stage {
                AxonStage::Table => {
                    self.stage = if self.in_check {
                        AxonStage::GenerateEvasions
                    } else {
                        AxonStage::GenerateCaptures
                    };
                    if !self.table_move.is_none() {
                        if board.is_playable(self.table_move) {
                            return Some(self.table_move);
                        }
                        self.table_move = Move::NONE;
                    }
                }
                AxonStage::GenerateCaptures => {
                    self.captures = Some(board.good_captures(&mut moves.list));
                    self.stage = AxonStage::GoodCaptures;
                }
                AxonStage::GoodCaptures => {
                    let next = match (moves.list.get(self.next), &mut self.captures) {
                        (Some(&chess_move), _) => {
                            self.next += 1;
                            Some(chess_move)
                        }
                        (None, Some(captures)) => board.next_good_capture(captures, 0),
                        (None, None) => None,
                    };
                    match next {
                        Some(chess_move) if chess_move != self.table_move => {
                            return Some(chess_move);
                        }
                        Some(_) => {}
                        None => self.stage = AxonStage::FirstKiller,
                    }
                }
                AxonStage::FirstKiller => {
                    self.stage = AxonStage::SecondKiller;
                    if self.is_usable_killer(board, self.killers[0]) {
                        return Some(self.killers[0]);
                    }
                }
                AxonStage::SecondKiller => {
                    self.stage = AxonStage::GenerateQuiets;
                    if self.is_usable_killer(board, self.killers[1]) {
                        return Some(self.killers[1]);
                    }
                }
                AxonStage::GenerateQuiets => {
                    self.next = 0;
                    moves.list.clear();
                    board.list_pieces(self.variant, pieces);
                    board.generate_listed::<QUIET>(pieces, &mut moves.list);
                    score_quiets(board, moves, history);
                    self.stage = AxonStage::Quiets;
                }
                AxonStage::Quiets => match moves.take_best(board.kernel(), self.next) {
                    Some(chess_move) => {
                        self.next += 1;
                        if chess_move != self.table_move
                            && chess_move != self.killers[0]
                            && chess_move != self.killers[1]
                        {
                            return Some(chess_move);
                        }
                    }
                    None => self.stage = AxonStage::GenerateBadCaptures,
                },
                AxonStage::GenerateBadCaptures => {
                    self.next = 0;
                    moves.list.clear();
                    board.generate_listed::<NOISY>(pieces, &mut moves.list);
                    for (score, &capture) in moves.scores.iter_mut().zip(moves.list.iter()) {
                        *score = capture_score(board, capture);
                    }
                    self.stage = AxonStage::BadCaptures;
                }
                AxonStage::BadCaptures => match moves.take_best(board.kernel(), self.next) {
                    Some(chess_move) => {
                        self.next += 1;
                        if chess_move != self.table_move && !board.is_good_capture(chess_move) {
                            return Some(chess_move);
                        }
                    }
                    None => self.stage = AxonStage::Done,
                },
                AxonStage::GenerateEvasions => {
                    moves.list.clear();
                    board.list_pieces(self.variant, pieces);
                    board.generate_listed_evasions(pieces, &mut moves.list);
                    score_evasions(board, moves, history);
                    self.stage = AxonStage::Evasions;
                }
                AxonStage::Evasions => match moves.take_best(board.kernel(), self.next) {
                    Some(chess_move) => {
                        self.next += 1;
                        if chess_move != self.table_move {
                            return Some(chess_move);
                        }
                    }
                    None => self.stage = AxonStage::Done,
                },
                AxonStage::Done => return None,
            }
        }
    }

    #[inline(always)]
    fn is_usable_killer<B: SearchBoard>(&self, board: &B, killer: Move) -> bool {
        !killer.is_none() && killer != self.table_move && board.is_playable(killer)
    }
}

/// Returns a score by most valuable victim, least valuable attacker and value of a promotion.
#[inline(always)]
pub fn capture_score<B: Board>(board: &B, chess_move: Move) -> i16 {
    let promotion = chess_move.promotion().map_or(0, |kind| VALUE[kind.index()]);
    victim_score(board, chess_move, captured(board, chess_move)) + promotion
}

#[inline(always)]
fn score_quiets<B: Board>(board: &B, moves: &mut ScoredMoves, history: &QuietHistory) {
    let side = board.side();
    for (score, &chess_move) in moves.scores.iter_mut().zip(moves.list.iter()) {
        *score = history.score(side, false, chess_move);
    }
}

#[inline(always)]
fn score_evasions<B: Board>(board: &B, moves: &mut ScoredMoves, history: &QuietHistory) {
    let side = board.side();
    for (score, &chess_move) in moves.scores.iter_mut().zip(moves.list.iter()) {
        *score = if chess_move.is_quiet() {
            history.score(side, false, chess_move)
        } else {
            10_000 + capture_score(board, chess_move)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ordering::Histories;
    use nucleus_core::board::{MatrixBoard, Setup};
    use nucleus_core::kernels::portable::Token;
    use nucleus_core::movegen::legal_moves;

    /// Asserts that each legal move is picked once, with table move and killers chosen by `seed`.
    fn picks_each_once(board: &MatrixBoard<Token>, seed: usize) {
        let legal = legal_moves(board);
        let hint =
            |at: usize| legal.get((seed * 7 + at) % (legal.len() + 1)).copied().unwrap_or_default();
        let mut killers = [hint(1), hint(5)];
        killers.iter_mut().filter(|k| !k.is_quiet()).for_each(|k| *k = Move::NONE);
        if killers[0] == killers[1] {
            killers[1] = Move::NONE;
        }
        let mut moves = ScoredMoves::new();
        let mut pieces = Default::default();
        let histories = Histories::new();
        let mut picked = Vec::new();
        let variant = [Variant::Intrinsics, Variant::Asm][seed % Variant::usable().count()];
        let mut picker = AxonPicker::new(hint(0), killers, board.in_check(), variant);
        while let Some(chess_move) = picker.next(board, &mut pieces, &mut moves, &histories.quiets)
        {
            picked.push(chess_move.0);
        }
        let mut expected: Vec<u16> = legal.iter().map(|m| m.0).collect();
        expected.sort_unstable();
        picked.sort_unstable();
        assert_eq!(picked, expected, "{:?}", board.matrix());
    }

    #[test]
    fn every_legal_move_is_picked_once() {
        let mut board = MatrixBoard::new(&Setup::start(), Token);
        let mut seed = 17usize;
        for step in 0..20_000 {
            picks_each_once(&board, step);
            let list = legal_moves(&board);
            if list.is_empty() || board.state().halfmove >= 100 {
                board = MatrixBoard::new(&Setup::start(), Token);
                continue;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            board = board.after(list[(seed >> 33) % list.len()]);
        }
    }
}
