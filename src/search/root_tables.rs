//! The root where endgame tables know it: played from them, or searched among the moves that they
//! rank highest (Umko, 2.5).

use std::time::Duration;

use super::info::{SearchInfo, SearchLine, SearchOutcome};
use super::limits::Limits;
use super::statistics::Statistics;
use super::tables::{RootTableMove, Tablebases};
use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::kernels::portable;
use nucleus_core::types::Move;
use nucleus_core::types::score::{DRAW, is_mate};

/// The root as the tables know it.
pub struct RootTables {
    board: RulesBoard,
    /// The moves that may be played, best first; not empty.
    moves: Vec<RootTableMove>,
    /// The number of positions that were looked up.
    hits: u64,
}

impl RootTables {
    /// Looks the position after these moves up; `None` when the tables do not know it.
    pub fn of(
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

    /// The answer without a search, where the best move mates or is mated in a known number of
    /// plies. Of further variations that are draws the first move alone is known.
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

    /// The limits with the moves alone that are ranked highest; with several variations as many as
    /// these need.
    pub fn limits(&self, limits: &Limits, multipv: usize) -> Limits {
        let lowest = self.moves.get(multipv.clamp(1, self.moves.len()) - 1);
        let lowest = lowest.map_or(i32::MIN, |found| found.rank);
        let kept = self.moves.iter().take_while(|found| found.rank >= lowest);
        let search_moves = kept.map(|found| found.chess_move).collect();
        Limits { search_moves, ..limits.clone() }
    }

    /// The tables' entry for a line's first move.
    fn known(&self, line: &SearchLine) -> Option<&RootTableMove> {
        let first = line.moves.first();
        self.moves.iter().find(|found| Some(&found.chess_move) == first)
    }

    /// Corrects a score of the search: the tables' replaces it, unless it is a mate that agrees.
    fn correct_line(&self, line: &mut SearchLine) {
        let Some(found) = self.known(line) else { return };
        let score = found.value.score(0, DRAW);
        let agrees = is_mate(line.score) && line.score.signum() == score.signum();
        if !agrees || is_mate(score) || score.abs() <= 1 {
            let moves = std::mem::take(&mut line.moves);
            *line = SearchLine::exact(score, moves);
        }
    }

    /// A report with the tables' scores, and with the root's positions among those looked up.
    pub fn correct(&self, info: &SearchInfo) -> SearchInfo {
        let mut info = info.clone();
        self.correct_line(&mut info.line);
        info.statistics.table_hits += self.hits;
        info
    }

    /// Corrects an outcome as [`RootTables::correct`] does a report.
    pub fn correct_outcome(&self, outcome: &mut SearchOutcome) {
        for line in &mut outcome.lines {
            self.correct_line(line);
        }
        // Of several variations the tables' best is played, whatever the search made of them.
        let rank = |line: &SearchLine| self.known(line).map_or(i32::MIN, |found| found.rank);
        outcome.lines.sort_by_key(|line| std::cmp::Reverse(rank(line)));
        outcome.statistics.table_hits += self.hits;
    }
}
