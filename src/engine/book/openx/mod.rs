//! OPENX: a book of positions rather than of lines.
//!
//! The paper (Axon II, section V.A) names "the OPENX type transposition opening database" and says
//! no more; this is our reading. The book has positions and no moves: a move is in the book when
//! the position that it leads to is. So every transposition is in the book, by whatever order of
//! moves. A position carries the games that reached it, their score, a search of its best move that
//! leaves the book, and the value that minimax over the book gives it.

mod expand;
mod file;
mod graph;
mod position;

pub use expand::{ExpandStep, Expander};
pub use graph::{BookGraph, PLY_COST};
pub use position::{OpenxPosition, PackedPosition, Verdict};

use super::choice::BookMove;
use super::error::BookFault;
use super::legal_moves;
use super::polyglot::openx_key;
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::types::{Move, Score};

/// Tolerance in centipawns: a move this far below the best of the book may still be chosen, and a
/// position outside of the book may cost as much for a move back into it.
pub const TOLERANCE: Score = 30;

/// A book of positions, sorted by key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenxBook {
    positions: Vec<OpenxPosition>,
}

/// A move into the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenxMove {
    /// The move.
    pub chess_move: Move,
    /// The position after it.
    pub position: OpenxPosition,
    /// Value to the side that makes the move: minimax over the book.
    pub value: Score,
}

impl OpenxBook {
    /// A book of positions that are sorted by key, with values.
    fn of(positions: Vec<OpenxPosition>) -> Self {
        Self { positions }
    }

    /// A book of these positions; where a key is there twice, the first stays. Values follow from
    /// the games and verdicts.
    ///
    /// # Errors
    /// When one of the positions cannot be played from.
    pub fn new(mut positions: Vec<OpenxPosition>) -> Result<Self, BookFault> {
        positions.sort_by_key(|position| position.key);
        positions.dedup_by_key(|position| position.key);
        BookGraph::new(&positions)?.set_values(&mut positions);
        Ok(Self { positions })
    }

    /// The positions, by key.
    pub fn positions(&self) -> &[OpenxPosition] {
        &self.positions
    }

    /// The entry of a position.
    pub fn find(&self, board: &RulesBoard) -> Option<&OpenxPosition> {
        let key = openx_key(board);
        let found = self.positions.binary_search_by_key(&key, |position| position.key);
        found.ok().and_then(|index| self.positions.get(index))
    }

    /// The legal moves that lead into the book, best first: by value, then by games.
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

    /// The moves with the weights to choose by: the games of those that are within [`TOLERANCE`]
    /// of the best, 1 where there are none. All are 0 when the search has found a better move
    /// outside of the book, and when a position outside of the book leads back into it only at a
    /// greater cost.
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
