//! Completes the variations of announced mates.
//!
//! A table hit gives a score without the following moves, so a variation may end before the mate of
//! its score. The missing moves are found in the table, or by a search of a few thousand positions;
//! if neither finds them, the score is reported as a bound.

use std::sync::Arc;

use super::info::SearchLine;
use super::table::TranspositionTable;
use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::kernels::portable;
use nucleus_core::movegen::legal_moves;
use nucleus_core::types::score::{mate_in, mate_plies, mated_in};
use nucleus_core::types::{Move, MoveList};

/// The most positions searched for one variation, some milliseconds.
const POSITIONS: u32 = 4_000;
/// The longest distance to mate that is searched, in plies; beyond it, the table must have the next move.
const SEARCHED: usize = 7;

/// Completes the variations of one search.
pub struct MateLines<'a> {
    setup: &'a Setup,
    moves: &'a [Move],
    table: Arc<TranspositionTable>,
    /// Short variations and their completions, so that equal variations are completed equally.
    known: Vec<KnownLine>,
}

/// A short variation and its completion.
struct KnownLine {
    short: SearchLine,
    completed: SearchLine,
}

impl<'a> MateLines<'a> {
    /// Returns a completer for variations of the position after these moves.
    pub fn new(setup: &'a Setup, moves: &'a [Move], table: Arc<TranspositionTable>) -> Self {
        Self { setup, moves, table, known: Vec::new() }
    }

    /// Returns the variation completed to its announced mate, or marked as a bound if no mate is
    /// found; `None` if nothing is missing.
    pub fn completed(&mut self, line: &SearchLine) -> Option<SearchLine> {
        let plies = mate_plies(line.score)?.unsigned_abs() as usize;
        if !line.is_exact() || line.moves.len() >= plies {
            return None;
        }
        if let Some(known) = self.known.iter().find(|known| known.short == *line) {
            return Some(known.completed.clone());
        }
        let start = RulesBoard::new(self.setup, portable::Token);
        let played = self.moves.iter().chain(&line.moves);
        let board = played.fold(start, |board, &chess_move| board.after(chess_move));
        let mut completed = line.clone();
        let mut budget = POSITIONS;
        match self.rest(board, plies - line.moves.len(), &mut budget) {
            Some(rest) => completed.moves.extend(rest),
            None => (completed.at_least, completed.at_most) = (line.score > 0, line.score < 0),
        }
        self.known.push(KnownLine { short: line.clone(), completed: completed.clone() });
        Some(completed)
    }

    /// Returns the `left` plies to a mate: by a search if few are left, otherwise from the table.
    fn rest(&self, mut board: RulesBoard, mut left: usize, budget: &mut u32) -> Option<Vec<Move>> {
        let mut rest = Vec::with_capacity(left);
        while left > 0 {
            if left <= SEARCHED
                && let Some(end) = search(&board, left, budget)
            {
                return (end.len() == left).then(|| [rest, end].concat());
            }
            let entry = self.table.probe(board.state().key)?;
            let expected = if left % 2 == 1 { mate_in(left) } else { mated_in(left) };
            if entry.score != expected || !legal_moves(&board).contains(&entry.best) {
                return None;
            }
            rest.push(entry.best);
            board = board.after(entry.best);
            left -= 1;
        }
        is_mate(&board).then_some(rest)
    }
}

fn is_mate(board: &RulesBoard) -> bool {
    board.in_check() && legal_moves(board).is_empty()
}

/// Returns the shortest mate within `plies` plies. If their number is odd, the side to move mates; if it is
/// even, the side to move is mated. `None` if there is no such mate, or if the budget is used up.
fn search(board: &RulesBoard, plies: usize, budget: &mut u32) -> Option<Vec<Move>> {
    if plies.is_multiple_of(2) {
        return defend(board, plies, budget);
    }
    (1..=plies).step_by(2).find_map(|plies| attack(board, plies, budget))
}

/// Returns a mate by the side to move in `plies` plies, or fewer if the defence allows it.
fn attack(board: &RulesBoard, plies: usize, budget: &mut u32) -> Option<Vec<Move>> {
    let moves: MoveList = legal_moves(board);
    moves.iter().find_map(|&chess_move| {
        *budget = budget.checked_sub(1)?;
        let child = board.after(chess_move);
        // The last move of a mate gives check.
        if plies == 1 && !child.in_check() {
            return None;
        }
        let rest = defend(&child, plies - 1, budget)?;
        Some([&[chess_move], &rest[..]].concat())
    })
}

/// Returns the longest defence of a side to move that is mated within `plies` plies.
fn defend(board: &RulesBoard, plies: usize, budget: &mut u32) -> Option<Vec<Move>> {
    let moves = legal_moves(board);
    if moves.is_empty() {
        return board.in_check().then(Vec::new);
    }
    let mut longest: Option<Vec<Move>> = None;
    for &chess_move in moves.iter() {
        *budget = budget.checked_sub(1)?;
        let child = board.after(chess_move);
        let rest = search(&child, plies.checked_sub(1)?, budget)?;
        if longest.as_ref().is_none_or(|longest| rest.len() + 1 > longest.len()) {
            longest = Some([&[chess_move], &rest[..]].concat());
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::notation::uci_move;

    /// Returns the completion of a variation in a position.
    fn completion(fen: &str, score: nucleus_core::types::Score, moves: &str) -> Option<SearchLine> {
        let setup = Setup::from_fen(fen).unwrap();
        let mut board = RulesBoard::new(&setup, portable::Token);
        let mut line = Vec::new();
        for text in moves.split_whitespace() {
            let chess_move = uci_move::parse(&board, text).unwrap();
            board = board.after(chess_move);
            line.push(chess_move);
        }
        let table = Arc::new(TranspositionTable::new(1).unwrap());
        let mut lines = MateLines::new(&setup, &[], table);
        let line = SearchLine::exact(score, line);
        let completed = lines.completed(&line);
        assert_eq!(lines.completed(&line), completed, "told twice");
        completed
    }

    /// A mate in two by Ra1-a6.
    const MATE_IN_TWO: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

    #[test]
    fn what_is_missing_is_found() {
        for moves in ["", "a1a6", "a1a6 b7a6", "a1a6 b8c7"] {
            let line = completion(MATE_IN_TWO, mate_in(3), moves).unwrap();
            assert!(line.is_exact() && line.moves.len() == 3, "{moves}: {line:?}");
            let start = RulesBoard::new(&Setup::from_fen(MATE_IN_TWO).unwrap(), portable::Token);
            assert!(is_mate(&line.moves.iter().fold(start, |board, &m| board.after(m))));
        }
        assert_eq!(completion(MATE_IN_TWO, 30, "a1a6"), None, "no mate, nothing missing");
        let mated = "k1K5/pp6/RP6/8/8/8/8/8 b - - 0 1";
        let line = completion(mated, mated_in(2), "b7a6").unwrap();
        assert!(line.is_exact() && line.moves.len() == 2, "{line:?}");
    }

    #[test]
    fn what_is_not_found_is_a_bound() {
        // There is a mate in three plies; this variation takes five.
        let longer = completion(MATE_IN_TWO, mate_in(5), "").unwrap();
        assert!(longer.at_least && !longer.at_most && longer.moves.is_empty());
        // Not a mate, and a mate too far away for an empty table.
        let start = nucleus_core::board::START_FEN;
        for (score, moves) in [(mate_in(3), "e2e4"), (mate_in(31), "e2e4")] {
            let line = completion(start, score, moves).unwrap();
            assert!(line.at_least && line.moves.len() == 1, "{line:?}");
        }
        let lost = completion(start, mated_in(4), "e2e4").unwrap();
        assert!(lost.at_most && !lost.at_least);
    }

    /// Without a budget, a mate is found in the table; table entries that end without a mate are ignored.
    #[test]
    fn the_table_is_asked() {
        use crate::table::{TableBound, TableEntry};
        let setup = Setup::from_fen(MATE_IN_TWO).unwrap();
        let start = RulesBoard::new(&setup, portable::Token);
        for (line, found) in [(["a1a6", "b8c7", "a6a7"], true), (["a1b1", "b8c7", "b6c7"], false)] {
            let table = Arc::new(TranspositionTable::new(1).unwrap());
            let mut board = start;
            for (text, left) in line.into_iter().zip((1..=3).rev()) {
                let best = uci_move::parse(&board, text).unwrap();
                let score = if left % 2 == 1 { mate_in(left) } else { mated_in(left) };
                let entry = TableEntry {
                    best,
                    score,
                    evaluation: 0,
                    depth: 9,
                    bound: TableBound::Exact,
                    pv: false,
                };
                table.store(board.state().key, entry);
                board = board.after(best);
            }
            let lines = MateLines::new(&setup, &[], table);
            let rest = lines.rest(start, 3, &mut 0);
            assert_eq!(rest.is_some(), found, "{line:?}: {rest:?}");
        }
    }
}
