//! All endgame tables, through the interface by which the search probes them.

use std::sync::{Mutex, PoisonError};

use super::distance::MateDistance;
use super::error::TableFault;
use super::gaviota::Gaviota;
use super::syzygy::Syzygy;
use nucleus_core::board::{Board, RulesBoard, Setup, State};
use nucleus_core::kernels::portable;
use nucleus_core::matrix::Planes;
use nucleus_core::movegen::legal_moves;
use nucleus_core::types::Move;
use nucleus_search::{RootTableMove, TableValue, Tablebases};

/// Number of plies without a capture or a pawn move that make a draw.
const FIFTY_MOVES: u32 = 100;

/// Results of the tables for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableFacts {
    /// Result with the fifty-move counter at 0: −2 lost, −1 lost but drawn by the fifty-move rule, 0 drawn, 1
    /// won but drawn by that rule, 2 won.
    pub wdl: Option<i8>,
    /// Plies to the next capture or pawn move, as [`Syzygy::dtz`] counts them.
    pub dtz: Option<i32>,
    /// Distance to mate, without the fifty-move rule.
    pub mate: Option<MateDistance>,
}

/// Result of a position with best play, from the side to move's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableVerdict {
    /// A win that the fifty-move rule does not prevent.
    Won,
    /// Neither side can win.
    Drawn,
    /// One side would win without the fifty-move rule.
    DrawnByFiftyMoves,
    /// A loss that the fifty-move rule does not prevent.
    Lost,
}

/// Endgame tables of both kinds, and the options of their use.
#[derive(Debug)]
pub struct TablebaseSet {
    /// Wins, draws, losses; distances to captures and pawn moves.
    syzygy: Option<Syzygy>,
    /// Distances to mate.
    gaviota: Option<Gaviota>,
    /// Lowest depth at which positions with the maximal number of pieces are looked up.
    probe_depth: i32,
    /// True if the fifty-move rule applies: wins that it prevents are draws.
    fifty_moves: bool,
    /// The first error of a look-up.
    error: Mutex<Option<TableFault>>,
}

impl TablebaseSet {
    /// Returns a set of these tables: `probe_depth` is the lowest depth at which positions with the
    /// maximal number of pieces are looked up, `fifty_moves` applies the fifty-move rule.
    pub fn new(
        syzygy: Option<Syzygy>,
        gaviota: Option<Gaviota>,
        probe_depth: i32,
        fifty_moves: bool,
    ) -> Self {
        Self { syzygy, gaviota, probe_depth, fifty_moves, error: Mutex::default() }
    }

    /// Returns the result of a look-up; an error counts as no result and is stored.
    fn noted<T>(&self, found: Result<Option<T>, TableFault>) -> Option<T> {
        found.unwrap_or_else(|error| {
            let mut first = self.error.lock().unwrap_or_else(PoisonError::into_inner);
            first.get_or_insert(error);
            None
        })
    }

    /// Returns the distance to mate of a position, with en passant captures; `None` if unknown.
    pub fn mate_distance(&self, board: &RulesBoard) -> Option<MateDistance> {
        let gaviota = self.gaviota.as_ref()?;
        let stored = || self.noted(gaviota.probe(board.planes(), board.state()));
        if board.state().en_passant.is_none() {
            return stored();
        }
        // Tables ignore en passant captures: the stored value is that of the other moves.
        let moves = legal_moves(board);
        let mut best = None;
        for &chess_move in moves.iter().filter(|chess_move| chess_move.is_en_passant()) {
            let after = self.mate_distance(&board.after(chess_move))?.before_move();
            best = better(best, after);
        }
        if moves.iter().any(|chess_move| !chess_move.is_en_passant()) {
            best = better(best, stored()?);
        }
        best
    }

    /// Returns the results of all tables for a position.
    pub fn facts(&self, board: &RulesBoard) -> TableFacts {
        let syzygy = self.syzygy.as_ref();
        TableFacts {
            wdl: syzygy.and_then(|syzygy| self.noted(syzygy.wdl(board))),
            dtz: syzygy.and_then(|syzygy| self.noted(syzygy.dtz(board))),
            mate: self.mate_distance(board),
        }
    }

    /// Returns the result by the Syzygy tables with the current fifty-move counter. If the fifty-move rule
    /// applies, a win that it prevents is a draw. `None` if no table has the position, or if the distance
    /// does not show whether a win comes in time.
    pub fn verdict(&self, board: &RulesBoard) -> Option<TableVerdict> {
        let syzygy = self.syzygy.as_ref()?;
        let wdl = self.noted(syzygy.wdl(board))?;
        match wdl {
            0 => return Some(TableVerdict::Drawn),
            // A win that is too late from a counter at 0 is too late from any other.
            -1 | 1 if self.fifty_moves => return Some(TableVerdict::DrawnByFiftyMoves),
            _ => {}
        }
        let before = board.state().halfmove.min(FIFTY_MOVES) as i32;
        // With the counter at 0, the WDL value suffices. The true distance may be one ply longer.
        let in_time = !self.fifty_moves
            || before == 0
            || self
                .noted(syzygy.dtz(board))
                .is_some_and(|plies| before + plies.abs() < FIFTY_MOVES as i32);
        in_time.then_some(if wdl > 0 { TableVerdict::Won } else { TableVerdict::Lost })
    }

    /// Returns each legal move, best first, with its distance to mate; `None` if one is unknown.
    pub fn moves_by_mate(&self, board: &RulesBoard) -> Option<Vec<(Move, MateDistance)>> {
        let distance = |&chess_move: &Move| {
            let after = self.mate_distance(&board.after(chess_move))?;
            Some((chess_move, after.before_move()))
        };
        let mut moves: Vec<_> = legal_moves(board).iter().map(distance).collect::<Option<_>>()?;
        moves.sort_by_key(|(_, distance)| std::cmp::Reverse(distance.merit()));
        Some(moves)
    }

    /// Returns the moves by distance to mate, if all distances are known. The flag is true if the best move
    /// draws, or if its mate comes before the fifty-move rule makes a draw.
    fn rank_by_mate(&self, board: &RulesBoard) -> Option<(Vec<RootTableMove>, bool)> {
        let moves = self.moves_by_mate(board)?;
        let before = board.state().halfmove;
        let in_time = |plies: u16| !self.fifty_moves || before + u32::from(plies) <= FIFTY_MOVES;
        let value = |distance| match distance {
            MateDistance::Win(plies) if in_time(plies) => TableValue::MatesIn(plies),
            MateDistance::Loss(plies) if in_time(plies) => TableValue::MatedIn(plies),
            MateDistance::Win(_) => TableValue::Win,
            MateDistance::Loss(_) => TableValue::Loss,
            MateDistance::Draw => TableValue::Draw,
        };
        let ranked = moves.into_iter().map(|(chess_move, distance)| RootTableMove {
            chess_move,
            value: value(distance),
            rank: distance.merit(),
        });
        let ranked: Vec<_> = ranked.collect();
        let late =
            |found: &RootTableMove| matches!(found.value, TableValue::Win | TableValue::Loss);
        let certain = !ranked.first().is_some_and(late);
        Some((ranked, certain))
    }

    /// Returns each legal move with the distance to the next capture or pawn move, as
    /// [`Syzygy::move_distances`].
    pub fn zeroing_distances(&self, board: &RulesBoard) -> Option<Vec<(Move, i32)>> {
        self.noted(self.syzygy.as_ref()?.move_distances(board))
    }

    /// Returns the moves by the distance to the next capture or pawn move.
    fn rank_by_zeroing(&self, board: &RulesBoard) -> Option<Vec<RootTableMove>> {
        let moves = self.zeroing_distances(board)?;
        let before = board.state().halfmove.min(FIFTY_MOVES) as i32;
        let ranked = moves.into_iter().map(|(chess_move, plies)| {
            // The true distance may be one ply longer, unless the next move is a capture or a pawn move.
            let slack = i32::from(plies.abs() > 1);
            let in_time = !self.fifty_moves || before + plies.abs() + slack <= FIFTY_MOVES as i32;
            let (value, rank) = match plies {
                1.. if in_time => (TableValue::Win, 10_000 - plies),
                1.. => (TableValue::CursedWin, 1_000 - plies),
                0 => (TableValue::Draw, 0),
                _ if in_time => (TableValue::Loss, -10_000 - plies),
                _ => (TableValue::BlessedLoss, -1_000 - plies),
            };
            RootTableMove { chess_move, value, rank }
        });
        let mut ranked: Vec<_> = ranked.collect();
        ranked.sort_by_key(|found| std::cmp::Reverse(found.rank));
        Some(ranked)
    }
}

impl Tablebases for TablebaseSet {
    fn men(&self) -> u32 {
        let syzygy = self.syzygy.as_ref().map_or(0, Syzygy::men);
        syzygy.max(self.gaviota.as_ref().map_or(0, Gaviota::men))
    }

    fn probe_depth(&self) -> i32 {
        self.probe_depth
    }

    fn probe(&self, planes: &Planes, state: &State) -> Option<TableValue> {
        if let Some(gaviota) = &self.gaviota
            && let Some(distance) = self.noted(gaviota.probe(planes, state))
        {
            let exact = |plies: u16| !self.fifty_moves || u32::from(plies) <= FIFTY_MOVES;
            match distance {
                MateDistance::Draw => return Some(TableValue::Draw),
                MateDistance::Win(plies) if exact(plies) => {
                    return Some(TableValue::MatesIn(plies));
                }
                MateDistance::Loss(plies) if exact(plies) => {
                    return Some(TableValue::MatedIn(plies));
                }
                // The fifty-move rule may prevent so late a mate; Syzygy decides.
                _ => {}
            }
        }
        let setup = Setup { planes: *planes, state: *state, corrections: Vec::new() };
        let board = RulesBoard::new(&setup, portable::Token);
        let wdl = self.noted(self.syzygy.as_ref()?.wdl(&board))?;
        Some(match wdl {
            2 => TableValue::Win,
            1 if self.fifty_moves => TableValue::CursedWin,
            1 => TableValue::Win,
            0 => TableValue::Draw,
            -1 if self.fifty_moves => TableValue::BlessedLoss,
            _ => TableValue::Loss,
        })
    }

    fn rank_moves(&self, board: &RulesBoard) -> Option<Vec<RootTableMove>> {
        match self.rank_by_mate(board) {
            Some((ranked, true)) => Some(ranked),
            // The mate comes too late. A capture or pawn move before the limit may preserve the win.
            by_mate => self.rank_by_zeroing(board).or(by_mate.map(|(ranked, _)| ranked)),
        }
    }

    fn line_to_mate(&self, board: &RulesBoard) -> Vec<Move> {
        let mut line = Vec::new();
        let mut board = *board;
        let mut last = None;
        while let Some(&(chess_move, distance)) =
            self.moves_by_mate(&board).as_deref().and_then(<[_]>::first)
        {
            let plies = match distance {
                MateDistance::Win(plies) | MateDistance::Loss(plies) => plies,
                MateDistance::Draw => break,
            };
            // In a damaged table the distance may never decrease.
            if last.is_some_and(|last| plies >= last) {
                break;
            }
            last = Some(plies);
            line.push(chess_move);
            board = board.after(chess_move);
        }
        line
    }

    fn take_fault(&self) -> Option<String> {
        let error = self.error.lock().unwrap_or_else(PoisonError::into_inner).take();
        error.map(|error| error.to_string())
    }
}

fn better(best: Option<MateDistance>, other: MateDistance) -> Option<MateDistance> {
    let is_worse = best.is_some_and(|best| best.merit() >= other.merit());
    if is_worse { best } else { Some(other) }
}
