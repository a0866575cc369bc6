//! The book as a graph of positions and moves, with minimax over it.

use std::collections::HashMap;

use super::position::OpenxPosition;
use crate::book::error::BookFault;
use crate::book::polyglot::{encode_move, openx_key};
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::movegen::legal_moves;
use nucleus_core::types::score::{DRAW, MATE};
use nucleus_core::types::{Color, Score};

/// The moves between positions of a book, by their index.
#[derive(Clone, Debug, Default)]
pub struct BookGraph {
    /// For each position, the positions after its moves, with the coded moves.
    children: Vec<Vec<(u16, usize)>>,
    /// For each key outside the book, the positions that lead to it by one move.
    outside: HashMap<u64, Vec<(u16, usize)>>,
    index: HashMap<u64, usize>,
    /// Scores of positions without a legal move.
    ended: HashMap<usize, Score>,
}

impl BookGraph {
    /// Builds the graph of these positions.
    ///
    /// # Errors
    /// If one of them is not playable.
    pub fn new(positions: &[OpenxPosition]) -> Result<Self, BookFault> {
        let mut graph = Self::default();
        for (index, position) in positions.iter().enumerate() {
            let failed = |reason| BookFault::Position { number: index + 1, reason };
            graph.add(&position.board().map_err(failed)?);
        }
        Ok(graph)
    }

    /// Adds the next position, and the moves that lead from and to it.
    pub fn add(&mut self, board: &RulesBoard) {
        let (key, new) = (openx_key(board), self.children.len());
        self.index.insert(key, new);
        for (chess_move, parent) in self.outside.remove(&key).unwrap_or_default() {
            self.children[parent].push((chess_move, new));
        }
        self.children.push(Vec::new());
        let legal = legal_moves(board);
        if legal.is_empty() {
            self.ended.insert(new, if board.in_check() { -MATE } else { DRAW });
        }
        for &chess_move in legal.iter() {
            let after = openx_key(&board.after(chess_move));
            let coded = encode_move(board, chess_move);
            match self.index.get(&after) {
                Some(&child) => self.children[new].push((coded, child)),
                None => self.outside.entry(after).or_default().push((coded, new)),
            }
        }
    }

    /// Returns the positions after a position's moves, with the coded moves.
    pub fn children(&self, index: usize) -> &[(u16, usize)] {
        self.children.get(index).map_or(&[], Vec::as_slice)
    }

    /// Returns true if the position has a verdict whose move is still outside the book.
    pub fn is_judged(&self, positions: &[OpenxPosition], index: usize) -> bool {
        positions[index].verdict.is_some_and(|verdict| {
            let inside = self.children(index).iter().any(|(coded, _)| *coded == verdict.chess_move);
            !inside
        })
    }

    /// Returns the value of a position apart from its book moves, from White's view: mate or
    /// stalemate, else its verdict, else, if it has no book moves, the score of its games.
    fn own_value(&self, positions: &[OpenxPosition], index: usize) -> Option<i32> {
        let position = &positions[index];
        let verdict = position.verdict.filter(|_| self.is_judged(positions, index));
        let ended = self.ended.get(&index).copied();
        let value = match ended.or(verdict.and_then(|verdict| verdict.score)) {
            Some(score) => score,
            None if self.children(index).is_empty() => position.games_value(),
            None => return None,
        };
        Some(if position.side() == Color::White { value.into() } else { -i32::from(value) })
    }

    /// Sets the minimax values. A side chooses between its moves within the book and the verdict. A line that
    /// repeats forever is a draw.
    ///
    /// The values are computed in two parts, from White's view. One part grows from zero and the other falls
    /// from zero until neither changes. Their sum is the result that a side can force by moves that make
    /// progress. It does not depend on the order in which positions are visited.
    pub fn set_values(&self, positions: &mut [OpenxPosition]) {
        let own: Vec<Option<i32>> =
            (0..positions.len()).map(|index| self.own_value(positions, index)).collect();
        let mut parts = [vec![0_i32; own.len()], vec![0_i32; own.len()]];
        for (sign, part) in [1, -1].into_iter().zip(&mut parts) {
            let mut changed = true;
            while changed {
                changed = false;
                for index in 0..own.len() {
                    let values = self.children(index).iter().map(|&(_, child)| part[child]);
                    let values = values.chain(own[index]);
                    let best = match positions[index].side() {
                        Color::White => values.max(),
                        Color::Black => values.min(),
                    };
                    let best = best.unwrap_or(0);
                    if best * sign > part[index] * sign {
                        part[index] = best;
                        changed = true;
                    }
                }
            }
        }
        let [above, below] = parts;
        for (index, position) in positions.iter_mut().enumerate() {
            let white = above[index] + below[index];
            let value = if position.side() == Color::White { white } else { -white };
            position.value = value.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        }
    }
}
