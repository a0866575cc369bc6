//! A speed test: the nodes per second of all threads over a game's positions, as a single figure.

use std::time::Duration;

use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::kernels::portable;
use nucleus_core::notation::san;
use nucleus_core::types::Move;
use nucleus_search::{EngineOptions, Limits, SearchEngine, Signals, Statistics};

/// Kasparov – Topalov, Wijk aan Zee 1999: an opening, a tactical middle game, an ending.
const GAME: &str = "e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7 Qd2 c6 f3 b5 Nge2 Nbd7 Bh6 Bxh6 Qxh6 Bb7 a3 e5 \
    O-O-O Qe7 Kb1 a6 Nc1 O-O-O Nb3 exd4 Rxd4 c5 Rd1 Nb6 g3 Kb8 Na5 Ba8 Bh3 d5 Qf4+ Ka7 Rhe1 d4 \
    Nd5 Nbxd5 exd5 Qd6 Rxd4 cxd4 Re7+ Kb6 Qxd4+ Kxa5 b4+ Ka4 Qc3 Qxd5 Ra7 Bb7 Rxb7 Qc4 Qxf6 Kxa3 \
    Qxa6+ Kxb4 c3+ Kxc3 Qa1+ Kd2 Qb2+ Kd1 Bf1 Rd2 Rd7 Rxd7 Bxc4 bxc4 Qxh8 Rd3 Qa8 c3 Qa4+ Ke1 f4 \
    f5 Kc1 Rd2 Qa7";
/// Plies between two searched positions; an odd number, so that both sides get their turn.
const STEP: usize = 3;

/// The options of a speed test.
#[derive(Debug, Clone)]
pub struct SpeedtestOptions {
    /// The engine's options, with its threads.
    pub engine: EngineOptions,
    /// The transposition table in MiB.
    pub hash: usize,
    /// The total search time of all positions.
    pub time: Duration,
}

/// The result of a speed test.
#[derive(Debug, Clone, Default)]
pub struct SpeedtestResult {
    /// The number of positions searched.
    pub positions: usize,
    /// The number of positions in the test.
    pub of: usize,
    /// The number of search threads.
    pub threads: usize,
    /// The search statistics, summed over all positions.
    pub statistics: Statistics,
    /// The total search time.
    pub time: Duration,
    /// The used part of the transposition table at the end, in thousandths.
    pub hashfull: usize,
}

impl SpeedtestResult {
    /// Returns the nodes per second of all threads.
    pub fn speed(&self) -> f64 {
        self.statistics.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

fn game() -> Vec<Move> {
    let mut board = RulesBoard::new(&Setup::start(), portable::Token);
    let mut moves = Vec::new();
    for text in GAME.split_whitespace() {
        let Ok(chess_move) = san::parse(&board, text) else { break };
        moves.push(chess_move);
        board = board.after(chess_move);
    }
    moves
}

/// Searches positions of a game in order, each for the same time, and keeps the transposition table, as
/// an engine playing the game would. `report` receives the result so far after each position. A stop
/// keeps what has been searched.
///
/// # Errors
/// A sentence, if there is not enough memory for the table, or not enough threads.
pub fn speedtest(
    options: &SpeedtestOptions,
    signals: &Signals,
    report: &mut dyn FnMut(&SpeedtestResult),
) -> Result<SpeedtestResult, String> {
    let mut engine = SearchEngine::new(options.hash, options.engine.clone())
        .map_err(|error| error.to_string())?;
    engine.start_threads().map_err(|error| {
        let (there, requested) = (engine.threads(), options.engine.threads);
        format!("only {there} of {requested} threads could be started: {error}")
    })?;
    let moves = game();
    let plies: Vec<usize> = (0..moves.len()).step_by(STEP).collect();
    let movetime = options.time / plies.len().max(1) as u32;
    let limits = Limits { movetime: Some(movetime), ..Limits::default() };
    let (of, threads) = (plies.len(), engine.searching_threads());
    let mut result = SpeedtestResult { of, threads, ..SpeedtestResult::default() };
    for ply in plies {
        let mut hashfull = result.hashfull;
        let outcome =
            engine.search(&Setup::start(), &moves[..ply], &limits, signals, &mut |info| {
                hashfull = info.hashfull;
            });
        // A stopped search counts with the time it had.
        result.positions += 1;
        result.statistics.add(&outcome.statistics);
        result.time += outcome.time;
        result.hashfull = hashfull;
        report(&result);
        if signals.is_stopped() {
            break;
        }
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_game_is_legal() {
        assert_eq!(game().len(), GAME.split_whitespace().count());
        assert_eq!(game().len(), 87);
    }
}
