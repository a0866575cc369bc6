//! The move picker of Umko's quiescence search, with its two schemes.

use super::moves::{generate_scored_captures, generate_scored_evasions};
use crate::checks::{discoverers, gives_check};
use crate::instance::SearchBoard;
use crate::ordering::{Histories, ScoredMoves};
use crate::see::exchange_gains;
use nucleus_core::movegen::append_castling;
use nucleus_core::types::{Move, MoveList, PieceType};

/// The stage of a picker of the quiescence search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UmkoQuiescenceStage {
    /// Before the table's move.
    Table,
    /// Before the captures are generated.
    BeginCaptures,
    /// Captures that lose nothing.
    GoodCaptures,
    /// Quiet moves that give check.
    Checks,
    /// In check: all evasions.
    Evasions,
}

/// Picks the moves of one node of the quiescence search, best first.
pub struct UmkoQuiescencePicker {
    stage: UmkoQuiescenceStage,
    table_move: Move,
    /// True to pick checks: the depth is 0.
    checks: bool,
    next: usize,
}

impl UmkoQuiescencePicker {
    /// Returns a picker for a rebuilt position that is not in check; `table_move` is legal or none.
    #[inline(always)]
    pub fn new(table_move: Move, checks: bool) -> Self {
        let none = table_move.is_none();
        let stage =
            if none { UmkoQuiescenceStage::BeginCaptures } else { UmkoQuiescenceStage::Table };
        Self { stage, table_move, checks, next: 0 }
    }

    /// Returns a picker for a position in check.
    #[inline(always)]
    pub fn evasions<B: SearchBoard>(
        board: &B,
        table_move: Move,
        moves: &mut ScoredMoves,
        histories: &Histories,
    ) -> Self {
        generate_scored_evasions(board, table_move, moves, histories);
        Self { stage: UmkoQuiescenceStage::Evasions, table_move, checks: false, next: 0 }
    }

    /// Returns the next move, `None` at the end.
    #[inline(always)]
    pub fn next<B: SearchBoard>(&mut self, board: &B, moves: &mut ScoredMoves) -> Option<Move> {
        use UmkoQuiescenceStage::{BeginCaptures, Checks, Evasions, GoodCaptures, Table};
        if self.stage == Evasions {
            self.next += 1;
            return moves.take_best(board.kernel(), self.next - 1);
        }
        if self.stage == Table {
            self.stage = BeginCaptures;
            return Some(self.table_move);
        }
        if self.stage == BeginCaptures {
            generate_scored_captures(board, moves);
            self.stage = GoodCaptures;
        }
        if self.stage == GoodCaptures {
            while let Some(chess_move) = moves.take_best(board.kernel(), self.next) {
                self.next += 1;
                if chess_move != self.table_move && exchange_gains(board, chess_move, 0) {
                    return Some(chess_move);
                }
            }
            self.stage = Checks;
            self.next = 0;
            moves.list.clear();
            if self.checks {
                generate_all_checks(board, &mut moves.list);
            }
        }
        while let Some(&chess_move) = moves.list.get(self.next) {
            self.next += 1;
            if chess_move != self.table_move {
                return Some(chess_move);
            }
        }
        None
    }
}

/// Appends the quiet moves that give check, including discovered checks and castling.
#[inline(never)]
fn generate_all_checks<B: SearchBoard>(board: &B, list: &mut MoveList) {
    board.generate_checks(list);
    let mut castlings = MoveList::new();
    append_castling(board, &mut castlings);
    for &castling in castlings.iter() {
        // Check by the rook, or by a piece behind king or rook: tested in the position after the move.
        if board.after(castling).in_check() {
            list.push(castling);
        }
    }
    // Discovered checks, and moves of pinned pawns, are not generated from the checking squares.
    let discoverers = discoverers(board);
    let pinned = board.pinned() & board.planes().pieces(board.side(), PieceType::Pawn);
    if discoverers | pinned == 0 {
        return;
    }
    let mut quiets = MoveList::new();
    board.generate_quiets(&mut quiets);
    for &chess_move in quiets.iter() {
        if !chess_move.is_castle()
            && gives_check(board, chess_move, discoverers)
            && !list.contains(&chess_move)
        {
            list.push(chess_move);
        }
    }
}
