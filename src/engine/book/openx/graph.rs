//! The book as a graph of positions and moves, with minimax over it.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::position::OpenxPosition;
use crate::book::error::BookFault;
use crate::book::polyglot::{encode_move, openx_key};
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::movegen::legal_moves;
use nucleus_core::types::score::{DRAW, MATE};
use nucleus_core::types::{Color, Move, Score};

/// Cost of a ply in the selection of the next position to search, in centipawns.
pub const PLY_COST: i32 = 20;

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

    /// Returns the coded moves that lead into the book from a position, which need not be in the book.
    pub fn inside(&self, board: &RulesBoard) -> Vec<u16> {
        let legal = legal_moves(board);
        let leads =
            |chess_move: &&Move| self.index.contains_key(&openx_key(&board.after(**chess_move)));
        legal.iter().filter(leads).map(|&chess_move| encode_move(board, chess_move)).collect()
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

    /// Returns each position's distance from the book's start: [`PLY_COST`] per ply, plus the loss of each
    /// move relative to the best of its position. A start is a position that no book move reaches.
    fn distances(&self, positions: &[OpenxPosition]) -> Vec<i32> {
        let mut distances = vec![i32::MAX; positions.len()];
        let mut reached = vec![false; positions.len()];
        self.children.iter().flatten().for_each(|&(_, child)| reached[child] = true);
        let mut queue = BinaryHeap::new();
        let first = reached.iter().all(|&r| r).then_some(0);
        for root in (0..positions.len()).filter(|&index| !reached[index]).chain(first) {
            if let Some(distance) = distances.get_mut(root) {
                *distance = 0;
                queue.push(Reverse((0, root)));
            }
        }
        while let Some(Reverse((distance, index))) = queue.pop() {
            if distance > distances[index] {
                continue;
            }
            for &(_, child) in self.children(index) {
                let loss = i32::from(positions[index].value) + i32::from(positions[child].value);
                let next = distance.saturating_add(PLY_COST + loss.max(0));
                if next < distances[child] {
                    distances[child] = next;
                    queue.push(Reverse((next, child)));
                }
            }
        }
        distances
    }

    /// Returns the next position to search and the move of its verdict, which is added to the book. A position
    /// without a current verdict comes first, and has no move to add. `None` if nothing is left.
    pub fn next(&self, positions: &[OpenxPosition]) -> Option<(usize, Option<u16>)> {
        let distances = self.distances(positions);
        let candidates = (0..positions.len()).filter_map(|index| {
            let position = &positions[index];
            if !self.is_judged(positions, index) {
                return Some((false, distances[index], position.key, index, None));
            }
            let verdict = position.verdict.filter(|verdict| verdict.chess_move != 0)?;
            let loss = i32::from(position.value) - i32::from(verdict.score?);
            let cost = distances[index].saturating_add(PLY_COST + loss.max(0));
            Some((true, cost, position.key, index, Some(verdict.chess_move)))
        });
        candidates.min().map(|(_, _, _, index, chess_move)| (index, chess_move))
    }
}
