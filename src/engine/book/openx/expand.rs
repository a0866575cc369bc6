//! Drop-out expansion: searches the best moves that leave the book and adds their positions.

use super::OpenxBook;
use super::graph::BookGraph;
use super::position::{OpenxPosition, Verdict};
use crate::book::error::BookFault;
use crate::book::polyglot::encode_move;
use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::movegen::legal_moves;
use nucleus_core::types::Move;
use nucleus_core::types::score::{DRAW, MATE};
use nucleus_search::{Limits, SearchEngine, Signals};

/// Result of one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpandStep {
    /// A position was searched.
    Searched,
    /// A position was added to the book.
    Added,
    /// Nothing is left to search.
    Finished,
    /// The step was stopped; the book is unchanged.
    Stopped,
}

/// Extends a book by searches.
pub struct Expander {
    positions: Vec<OpenxPosition>,
    graph: BookGraph,
    engine: SearchEngine,
    limits: Limits,
    signals: Signals,
}

impl Expander {
    /// Returns an expander of this book. `limits` apply to each search; `signals` end a search.
    ///
    /// # Errors
    /// If a position of the book is not playable.
    pub fn new(
        book: OpenxBook,
        engine: SearchEngine,
        limits: Limits,
        signals: Signals,
    ) -> Result<Self, BookFault> {
        let mut positions = book.positions;
        let graph = BookGraph::new(&positions)?;
        graph.set_values(&mut positions);
        Ok(Self { positions, graph, engine, limits, signals })
    }

    /// Returns the current book.
    pub fn book(&self) -> OpenxBook {
        let mut positions = self.positions.clone();
        positions.sort_by_key(|position| position.key);
        OpenxBook { positions }
    }

    /// Searches the next position. If the position was searched before, adds its drop-out move to the book,
    /// with the position after that move, and searches both positions.
    ///
    /// # Errors
    /// If a position of the book is not playable.
    pub fn step(&mut self) -> Result<ExpandStep, BookFault> {
        let Some((index, coded)) = self.graph.next(&self.positions) else {
            return Ok(ExpandStep::Finished);
        };
        let failed = |reason| BookFault::Position { number: index + 1, reason };
        let board = self.positions[index].board().map_err(failed)?;
        let mut within: Vec<u16> =
            self.graph.children(index).iter().map(|&(coded, _)| coded).collect();
        let mut added = None;
        if let Some(coded) = coded {
            let legal = legal_moves(&board);
            let found = legal.iter().find(|&&m| encode_move(&board, m) == coded);
            let Some(&drop_out) = found else {
                return Err(failed("the move that was searched is not legal".to_owned()));
            };
            within.push(coded);
            let child = board.after(drop_out);
            let mut position = OpenxPosition::new(&child);
            // The search leaves out moves back into the book.
            let inside = self.graph.inside(&child);
            let Some(verdict) = self.search(&child, &inside) else {
                return Ok(ExpandStep::Stopped);
            };
            position.verdict = Some(verdict);
            added = Some((child, position));
        }
        let Some(verdict) = self.search(&board, &within) else { return Ok(ExpandStep::Stopped) };
        self.positions[index].verdict = Some(verdict);
        let step = match added {
            None => ExpandStep::Searched,
            Some((child, position)) => {
                self.graph.add(&child);
                self.positions.push(position);
                ExpandStep::Added
            }
        };
        self.graph.set_values(&mut self.positions);
        Ok(step)
    }

    /// Returns the verdict on the moves that are not in `within`; `None` if the search was stopped.
    fn search(&mut self, board: &RulesBoard, within: &[u16]) -> Option<Verdict> {
        let legal = legal_moves(board);
        let outside: Vec<Move> =
            legal.iter().copied().filter(|&m| !within.contains(&encode_move(board, m))).collect();
        if outside.is_empty() {
            let lost = if board.in_check() { -MATE } else { DRAW };
            let score = legal.is_empty().then_some(lost);
            return Some(Verdict { chess_move: 0, score, depth: u8::MAX });
        }
        let setup =
            Setup { planes: *board.planes(), state: *board.state(), corrections: Vec::new() };
        let limits = Limits { search_moves: outside, ..self.limits.clone() };
        let outcome = self.engine.search(&setup, &[], &limits, &self.signals, &mut |_| {});
        if self.signals.is_stopped() {
            return None;
        }
        let found = outcome.lines.first().and_then(|line| Some((line.moves.first()?, line.score)));
        Some(match found {
            Some((&best, score)) => Verdict {
                chess_move: encode_move(board, best),
                score: Some(score),
                depth: outcome.depth.clamp(1, 254) as u8,
            },
            None => Verdict { chess_move: 0, score: None, depth: u8::MAX },
        })
    }
}
