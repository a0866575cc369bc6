//! Results of endgame tables at the root: an answer without a search, or a search of the moves that
//! they rank highest (Umko, 2.5).

use std::time::Duration;

use super::info::{SearchInfo, SearchLine, SearchOutcome};
use super::limits::Limits;
use super::statistics::Statistics;
use super::tables::{RootTableMove, Tablebases};
use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::kernels::portable;
use nucleus_core::types::Move;
use nucleus_core::types::score::{DRAW, is_mate};

/// The root's results in the tables.
pub struct RootTables {
    board: RulesBoard,
    /// The moves that may be played, best first; never empty.
    moves: Vec<RootTableMove>,
    /// Number of positions that were looked up.
    hits: u64,
}

impl RootTables {
    /// Looks up the position after these moves. `None` if the tables lack it or no move is allowed.
    pub fn probe(
        tables: &dyn Tablebases,
        setup: &Setup,
        played: &[Move],
        limits: &Limits,
    ) -> Option<Self> {
        let start = RulesBoard::new(setup, portable::Token);
        let board = played.iter().fold(start, |board, &chess_move| board.after(chess_move));
        if board.planes().occupied().count_ones() > tables.men() {
            return None;
        }
        let mut moves = tables.rank_moves(&board)?;
        let hits = moves.len() as u64;
        let allowed = &limits.search_moves;
        moves.retain(|found| allowed.is_empty() || allowed.contains(&found.chess_move));
        (!moves.is_empty()).then_some(Self { board, moves, hits })
    }

    /// Reports and returns the answer without a search, if the best move leads to a mate of either
    /// side in a known number of plies. Variations without such a mate have only their first move.
    pub fn answer(
        &self,
        tables: &dyn Tablebases,
        multipv: usize,
        report: &mut dyn FnMut(&SearchInfo),
        time: impl Fn() -> Duration,
    ) -> Option<SearchOutcome> {
        let best = self.moves.get(..multipv.clamp(1, self.moves.len()))?;
        if !best.first().is_some_and(|found| found.value.is_mate()) {
            return None;
        }
        let line = |found: &RootTableMove| {
            let mut moves = vec![found.chess_move];
            moves.extend(tables.line_to_mate(&self.board.after(found.chess_move)));
            SearchLine::exact(found.value.score(0, DRAW), moves)
        };
        let lines: Vec<SearchLine> = best.iter().map(line).collect();
        let statistics = Statistics { table_hits: self.hits, ..Statistics::default() };
        for (index, line) in lines.iter().enumerate() {
            report(&SearchInfo {
                depth: line.moves.len().max(1) as u32,
                multipv: index + 1,
                line: line.clone(),
                time: time(),
                statistics,
                hashfull: 0,
            });
        }
        let depth = lines.first().map_or(1, |line| line.moves.len().max(1) as u32);
        Some(SearchOutcome { lines, depth, statistics, time: time(), threads: 1 })
    }

    /// Returns the limits with only the moves that are ranked highest; more moves if several
    /// variations need them.
    pub fn limits(&self, limits: &Limits, multipv: usize) -> Limits {
        let lowest = self.moves.get(multipv.clamp(1, self.moves.len()) - 1);
        let lowest = lowest.map_or(i32::MIN, |found| found.rank);
        let kept = self.moves.iter().take_while(|found| found.rank >= lowest);
        let search_moves = kept.map(|found| found.chess_move).collect();
        Limits { search_moves, ..limits.clone() }
    }

    /// Returns the tables' entry for a line's first move.
    fn known(&self, line: &SearchLine) -> Option<&RootTableMove> {
        let first = line.moves.first();
        self.moves.iter().find(|found| Some(&found.chess_move) == first)
    }

    /// Replaces a score by the tables'. A mate is kept if the tables have its winner but no distance to mate.
    fn correct_line(&self, line: &mut SearchLine) {
        let Some(found) = self.known(line) else { return };
        let score = found.value.score(0, DRAW);
        let agrees = is_mate(line.score) && line.score.signum() == score.signum();
        if !agrees || is_mate(score) || score.abs() <= 1 {
            let moves = std::mem::take(&mut line.moves);
            *line = SearchLine::exact(score, moves);
        }
    }

    /// Returns a report with the tables' scores, which also counts the root's look-ups.
    pub fn correct(&self, info: &SearchInfo) -> SearchInfo {
        let mut info = info.clone();
        self.correct_line(&mut info.line);
        info.statistics.table_hits += self.hits;
        info
    }

    /// Corrects an outcome as [`RootTables::correct`] corrects a report.
    pub fn correct_outcome(&self, outcome: &mut SearchOutcome) {
        for line in &mut outcome.lines {
            self.correct_line(line);
        }
        // The tables' best move is played, in any order of the search's variations.
        let rank = |line: &SearchLine| self.known(line).map_or(i32::MIN, |found| found.rank);
        outcome.lines.sort_by_key(|line| std::cmp::Reverse(rank(line)));
        outcome.statistics.table_hits += self.hits;
    }
}
