//! OPENX: a book of positions rather than of lines.
//!
//! The paper (Axon II, section V.A) only names "the OPENX type transposition opening database";
//! this is our reading. The book has positions, not moves: a move is in the book if the position
//! after it is. So the book contains every transposition, by any order of moves. A position has the
//! games that reached it, their score, a search of its best move that leaves the book, and its
//! minimax value over the book.

mod file;
mod graph;
mod position;

pub use graph::BookGraph;
pub use position::{OpenxPosition, PackedPosition, Verdict};

use super::choice::BookMove;
use super::error::BookFault;
use super::polyglot::openx_key;
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::movegen::legal_moves;
use nucleus_core::types::{Move, Score};

/// Tolerance in centipawns. A book move may be chosen if it is at most this much worse than the best one. A
/// move back into the book may lose at most as much.
pub const TOLERANCE: Score = 30;

/// A book of positions, sorted by key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenxBook {
    positions: Vec<OpenxPosition>,
}

/// A move to a position of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenxMove {
    /// Move in the position before.
    pub chess_move: Move,
    /// Book entry of the position after the move.
    pub position: OpenxPosition,
    /// Minimax value for the side that makes the move.
    pub value: Score,
}

impl OpenxBook {
    /// Returns a book of these positions; of positions with the same key, the first is kept. Values
    /// are computed from the games and verdicts.
    ///
    /// # Errors
    /// If one of the positions is not playable.
    pub fn new(mut positions: Vec<OpenxPosition>) -> Result<Self, BookFault> {
        positions.sort_by_key(|position| position.key);
        positions.dedup_by_key(|position| position.key);
        BookGraph::new(&positions)?.set_values(&mut positions);
        Ok(Self { positions })
    }

    /// Returns the positions, sorted by key.
    pub fn positions(&self) -> &[OpenxPosition] {
        &self.positions
    }

    /// Returns the entry of a position.
    pub fn find(&self, board: &RulesBoard) -> Option<&OpenxPosition> {
        let key = openx_key(board);
        let found = self.positions.binary_search_by_key(&key, |position| position.key);
        found.ok().and_then(|index| self.positions.get(index))
    }

    /// Returns the legal moves that lead into the book, best first: by value, then by games.
    pub fn moves(&self, board: &RulesBoard) -> Vec<OpenxMove> {
        let mut moves: Vec<OpenxMove> = legal_moves(board)
            .iter()
            .filter_map(|&chess_move| {
                let position = *self.find(&board.after(chess_move))?;
                Some(OpenxMove { chess_move, position, value: -position.value })
            })
            .collect();
        moves.sort_by_key(|found| std::cmp::Reverse((found.value, found.position.games)));
        moves
    }

    /// Returns the moves with their weights. The weight of a move within [`TOLERANCE`] of the best is the
    /// number of its games, at least 1; that of a worse move is 0. All weights are 0 if a search found a
    /// better move outside the book, or if a move back into the book would lose more than [`TOLERANCE`].
    pub fn choices(&self, board: &RulesBoard) -> Vec<BookMove> {
        let moves = self.moves(board);
        let Some(best) = moves.first().map(|found| found.value) else { return Vec::new() };
        let least = match self.find(board) {
            Some(position) => position.verdict.and_then(|verdict| verdict.score).unwrap_or(best),
            None => -TOLERANCE,
        };
        let weight = |found: &OpenxMove| {
            let fine = best >= least && found.value >= best - TOLERANCE;
            if fine { found.position.games.max(1) } else { 0 }
        };
        moves
            .iter()
            .map(|found| BookMove { chess_move: found.chess_move, weight: weight(found) })
            .collect()
    }
}
