//! Staged move picking: table move, good captures, killers, quiets, bad captures (Umko, 2.3).

use super::frame::ScoredMoves;
use super::history::History;
use crate::board::Board;
use crate::movegen::generate::{NOISY, QUIET, generate_evasions, generate_free};
use crate::movegen::is_legal;
use crate::types::{Move, PieceType};

/// Rough values for ordering and for exchanges.
pub const VALUE: [i16; 6] = [100, 300, 300, 500, 900, 10_000];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Table,
    GenerateCaptures,
    GoodCaptures,
    FirstKiller,
    SecondKiller,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    GenerateEvasions,
    Evasions,
    Done,
}

/// Picks the moves of one node, best first, generating no more than it needs to.
pub struct Picker {
    stage: Stage,
    table_move: Move,
    killers: [Move; 2],
    next: usize,
    /// Bad captures are kept at the list's front, this many.
    bad: usize,
}

/// Below every real score: a capture that probably loses material.
const BAD: i16 = -20_000;

impl Picker {
    /// A picker for a rebuilt position.
    #[inline(always)]
    pub fn new(table_move: Move, killers: [Move; 2], in_check: bool) -> Self {
        let _ = in_check;
        Self { stage: Stage::Table, table_move, killers, next: 0, bad: 0 }
    }

    /// The next move, or none.
    #[inline(always)]
    pub fn next<B: Board>(
        &mut self,
        board: &B,
        in_check: bool,
        moves: &mut ScoredMoves,
        history: &History,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage =
                        if in_check { Stage::GenerateEvasions } else { Stage::GenerateCaptures };
                    if !self.table_move.is_none() {
                        if is_legal(board, self.table_move) {
                            return Some(self.table_move);
                        }
                        self.table_move = Move::NONE;
                    }
                }
                Stage::GenerateCaptures => {
                    moves.list.clear();
                    generate_free::<B, NOISY>(board, &mut moves.list);
                    score_captures(board, moves);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match take_best(moves, self.next) {
                    Some((chess_move, score)) if score > BAD => {
                        self.next += 1;
                        if chess_move != self.table_move {
                            return Some(chess_move);
                        }
                    }
                    _ => {
                        self.bad = self.next;
                        self.stage = Stage::FirstKiller;
                    }
                },
                Stage::FirstKiller => {
                    self.stage = Stage::SecondKiller;
                    if self.is_usable_killer(board, self.killers[0]) {
                        return Some(self.killers[0]);
                    }
                }
                Stage::SecondKiller => {
                    self.stage = Stage::GenerateQuiets;
                    if self.is_usable_killer(board, self.killers[1]) {
                        return Some(self.killers[1]);
                    }
                }
                Stage::GenerateQuiets => {
                    self.next = moves.list.len();
                    generate_free::<B, QUIET>(board, &mut moves.list);
                    score_quiets(board, moves, self.next, history);
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match take_best(moves, self.next) {
                    Some((chess_move, _)) => {
                        self.next += 1;
                        if chess_move != self.table_move
                            && chess_move != self.killers[0]
                            && chess_move != self.killers[1]
                        {
                            return Some(chess_move);
                        }
                    }
                    None => self.stage = Stage::BadCaptures,
                },
                Stage::BadCaptures => {
                    let Some(&chess_move) = moves.list.get(self.bad) else {
                        self.stage = Stage::Done;
                        continue;
                    };
                    if chess_move.is_quiet() {
                        self.stage = Stage::Done;
                        continue;
                    }
                    self.bad += 1;
                    if chess_move != self.table_move {
                        return Some(chess_move);
                    }
                }
                Stage::GenerateEvasions => {
                    moves.list.clear();
                    generate_evasions::<B, { NOISY | QUIET }>(board, &mut moves.list);
                    score_evasions(board, moves, history);
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => match take_best(moves, self.next) {
                    Some((chess_move, _)) => {
                        self.next += 1;
                        if chess_move != self.table_move {
                            return Some(chess_move);
                        }
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    #[inline(always)]
    fn is_usable_killer<B: Board>(&self, board: &B, killer: Move) -> bool {
        !killer.is_none() && killer != self.table_move && is_legal(board, killer)
    }
}

/// Moves the best of the moves from `start` on to `start`, and returns it.
#[inline(always)]
pub fn take_best(moves: &mut ScoredMoves, start: usize) -> Option<(Move, i16)> {
    let length = moves.list.len();
    if start >= length || length > moves.scores.len() {
        return None;
    }
    let mut best = start;
    let mut high = moves.scores[start];
    for index in start + 1..length {
        let score = moves.scores[index];
        if score > high {
            high = score;
            best = index;
        }
    }
    moves.list.swap(start, best);
    moves.scores.swap(start, best);
    Some((moves.list[start], high))
}

/// True when a capture probably does not lose material: the taken man is worth no less than the
/// taker, or nothing defends it. Read from the cells alone.
#[inline(always)]
pub fn is_good_capture<B: Board>(board: &B, chess_move: Move) -> bool {
    if chess_move.is_promotion() || chess_move.is_en_passant() {
        return chess_move.promotion().is_none_or(|kind| kind == PieceType::Queen);
    }
    let taker = VALUE[board.kind_on(chess_move.from()).index()];
    let taken = VALUE[board.kind_on(chess_move.to()).index()];
    taken >= taker || !board.is_influenced(chess_move.to(), !board.side())
}

/// The taken man's value first, the taker's against it.
#[inline(always)]
pub fn capture_score<B: Board>(board: &B, chess_move: Move) -> i16 {
    let taker = board.kind_on(chess_move.from());
    let taken = if chess_move.is_capture() && !chess_move.is_en_passant() {
        VALUE[board.kind_on(chess_move.to()).index()]
    } else if chess_move.is_en_passant() {
        VALUE[0]
    } else {
        0
    };
    let promotion = chess_move.promotion().map_or(0, |kind| VALUE[kind.index()]);
    taken * 8 + promotion - taker as i16
}

#[inline(always)]
fn score_captures<B: Board>(board: &B, moves: &mut ScoredMoves) {
    for (score, &chess_move) in moves.scores.iter_mut().zip(moves.list.iter()) {
        let value = capture_score(board, chess_move);
        *score = if is_good_capture(board, chess_move) { value } else { BAD - 10_000 + value };
    }
}

#[inline(always)]
fn score_quiets<B: Board>(board: &B, moves: &mut ScoredMoves, start: usize, history: &History) {
    let side = board.side();
    for (score, &chess_move) in moves.scores.iter_mut().zip(moves.list.iter()).skip(start) {
        *score = history.score(side, chess_move);
    }
}

#[inline(always)]
fn score_evasions<B: Board>(board: &B, moves: &mut ScoredMoves, history: &History) {
    let side = board.side();
    for (score, &chess_move) in moves.scores.iter_mut().zip(moves.list.iter()) {
        *score = if chess_move.is_quiet() {
            history.score(side, chess_move)
        } else {
            10_000 + capture_score(board, chess_move)
        };
    }
}
