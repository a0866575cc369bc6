//! Searches of profile axon: the mate in 7, the evaluation paper's figure 2, games between depths.

use std::sync::Arc;

use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::eval::Values;
use nucleus_core::eval::table::TABLE;
use nucleus_core::eval::weights::NAMED;
use nucleus_core::kernels::portable;
use nucleus_core::notation::uci_move;
use nucleus_core::types::score::{is_mate, mate_plies};
use nucleus_core::types::{Color, Move, Random};
use nucleus_matches::{Arbiter, Ending, Opening, read_openings};
use nucleus_search::{
    EngineOptions, Limits, ProfileName, SearchEngine, SearchInfo, SearchOutcome, Signals,
};

use super::unit::{StepFault, StepResult};
use super::workshop::{StepContext, Workshop};

/// The mate in 7 of the Axon II paper, which prints it as a diagram (figure 4).
const MATE_IN_7: &str = "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1";
/// The depth of the search that the Axon II paper logs.
const DEPTH: u32 = 13;
/// Moves that mate in seven.
const MATING: [&str; 2] = ["g5f6", "g5e7"];
/// The number of plies after which a game is a draw.
const MOST_PLIES: usize = 400;

/// Returns an engine with these weights, or the profile's.
fn engine(workshop: &Workshop, weights: Option<Arc<Values>>) -> Result<SearchEngine, StepFault> {
    let (choice, profile) = (workshop.choice, ProfileName::Axon);
    let options = EngineOptions { choice, profile, weights, ..EngineOptions::default() };
    Ok(SearchEngine::new(16, options).map_err(|error| error.to_string())?)
}

/// Returns the compiled weights. Named weights except piece values get random factors from ½ to 2.
fn values(seed: u64) -> Values {
    let mut random = Random::new(seed);
    let mut rows = *Values::compiled().rows();
    for (row, value) in TABLE.iter().zip(&mut rows).take(NAMED) {
        let factor = (2.0 * random.unit() - 1.0).exp2();
        if row.name.starts_with("material.") {
            continue;
        }
        let [low, high] = row.range;
        *value = value.map(|v| ((f64::from(v) * factor).round() as i32).clamp(low, high));
    }
    Values::new(rows)
}

/// Searches a position; returns each iteration's last line with its first move, and the outcome.
fn iterations(
    workshop: &Workshop,
    weights: Option<Arc<Values>>,
    fen: &str,
    depth: u32,
) -> Result<(Vec<(SearchInfo, String)>, SearchOutcome), StepFault> {
    let mut engine = engine(workshop, weights)?;
    let setup = Setup::from_fen(fen).map_err(|error| error.to_string())?;
    let board = RulesBoard::new(&setup, portable::Token);
    let mut log: Vec<SearchInfo> = Vec::new();
    let signals = Signals::stopped_by(&workshop.interrupt);
    let outcome = engine.search(&setup, &[], &Limits::depth(depth), &signals, &mut |info| {
        log.push(info.clone());
    });
    workshop.check_interrupt()?;
    let last = |depth| log.iter().rev().find(|info| info.depth == depth);
    let lines = (1..=depth).filter_map(last).filter_map(|info| {
        let best = *info.line.moves.first()?;
        Some((info.clone(), uci_move::format(&board, best)))
    });
    Ok((lines.collect(), outcome))
}

/// Samples the log of section VI with random weights: its sensitivity to the weights that the papers do not print.
pub fn log_of_sets(step: &StepContext<'_>) -> Result<StepResult, StepFault> {
    let (sets, depth): (u64, u32) = (step.number("sets")?, step.number("depth")?);
    let mut result = StepResult::new(format!("position fen {MATE_IN_7}; go depth {depth}"));
    let mut plays = vec![0_u32; depth as usize + 1];
    for seed in 1..=sets {
        let (log, _) = iterations(step.workshop, Some(Arc::new(values(seed))), MATE_IN_7, depth)?;
        for (info, played) in log {
            plays[info.depth as usize] += u32::from(played == "f5f2");
            if !is_mate(info.line.score) {
                let score = f64::from(info.line.score) / 100.0;
                result.value(format!("depth {} score", info.depth), score);
            }
        }
    }
    for (depth, &times) in plays.iter().enumerate().skip(1) {
        result.count(format!("depth {depth} plays f5f2"), f64::from(times), sets as f64);
    }
    Ok(result)
}

/// Samples the log of the Axon II paper, section VI.
pub fn log(step: &StepContext<'_>) -> Result<StepResult, StepFault> {
    let (log, outcome) = iterations(step.workshop, None, MATE_IN_7, DEPTH)?;
    let mut result = StepResult::new(format!("position fen {MATE_IN_7}; go depth {DEPTH}"));
    for (info, played) in &log {
        let (depth, score) = (info.depth, info.line.score);
        result.value(format!("depth {depth} plays f5f2"), f64::from(u8::from(played == "f5f2")));
        result.value(format!("depth {depth} score"), f64::from(score) / 100.0);
        if depth == DEPTH {
            let mates = MATING.contains(&played.as_str()) && is_mate(score);
            result.value("depth 13 mates", f64::from(u8::from(mates)));
            mate_plies(score)
                .into_iter()
                .for_each(|plies| result.value("plies to mate", f64::from(plies)));
        }
    }
    if let Some((info, _)) = log.iter().find(|(info, _)| is_mate(info.line.score)) {
        result.value("mate announced at depth", f64::from(info.depth));
    }
    let (nodes, seconds) = (outcome.statistics.nodes as f64, outcome.time.as_secs_f64());
    result.value("nodes", nodes);
    result.value("seconds", seconds);
    result.value("nodes a second", nodes / seconds.max(1e-9));
    Ok(result)
}

/// Searches positions rebuilt from the text on figure 2 of the evaluation paper, by material alone.
pub fn passers(step: &StepContext<'_>) -> Result<StepResult, StepFault> {
    let (positions, lost): (String, f64) = (step.text("positions")?, step.number("lost")?);
    let mut rows = *Values::compiled().rows();
    for (row, value) in TABLE.iter().zip(&mut rows) {
        *value = if row.name.starts_with("material.") { *value } else { [0; 2] };
    }
    let mut result = StepResult::new(format!("position fen {positions}; go depth {DEPTH}"));
    for fen in positions.split(", ") {
        let (log, _) = iterations(step.workshop, Some(Arc::new(Values::new(rows))), fen, DEPTH)?;
        let scores = log.iter().map(|(info, _)| f64::from(info.line.score) / 100.0);
        let scores: Vec<f64> = scores.collect();
        let &[first, .., last] = &scores[..] else { continue };
        let before = scores.iter().rposition(|&score| score > lost).map_or(0, |at| at + 1);
        result.value("figure 2, last score", last);
        result.value("figure 2, first less last score", first - last);
        result.value("figure 2, plies before the win shows", before as f64);
    }
    Ok(result)
}

/// Plays the games of the Axon II paper, section III.D: depth D against D − 1, two of each opening.
pub fn depths(step: &StepContext<'_>) -> Result<StepResult, StepFault> {
    let [depth, less]: [u32; 2] = [step.number("depth")?, step.number("less")?];
    let (seed, games): (u64, usize) = (step.number("n")?, step.number("games")?);
    let (openings, _) = read_openings(&step.data("books/gnuchess_book.bin")?, 8, seed)?;
    let (mut deeper, mut other) = (engine(step.workshop, None)?, engine(step.workshop, None)?);
    let mut ends = [0.0; 3];
    for game in 0..games {
        let opening = openings.get(game / 2).ok_or_else(|| "too few openings".to_owned())?;
        let color = if game % 2 == 0 { Color::White } else { Color::Black };
        deeper.clear();
        other.clear();
        let players = [(&mut deeper, depth), (&mut other, less)];
        let winner = play(step.workshop, opening, players, color)?;
        ends[winner.map_or(1, |winner| if winner == color { 0 } else { 2 })] += 1.0;
    }
    let command = format!("go depth {depth} against go depth {less}, openings of seed {seed}");
    let mut result = StepResult::new(command);
    result.games(&format!("depth {depth}"), ends);
    Ok(result)
}

/// Plays a game, the first player with colour `first`; returns the winner, or `None` for a draw.
fn play(
    workshop: &Workshop,
    opening: &Opening,
    mut players: [(&mut SearchEngine, u32); 2],
    first: Color,
) -> Result<Option<Color>, StepFault> {
    let signals = Signals::stopped_by(&workshop.interrupt);
    let mut arbiter = Arbiter::new(&opening.setup);
    let mut moves: Vec<Move> = opening.moves.clone();
    moves.iter().for_each(|&chess_move| arbiter.play(chess_move));
    while moves.len() < MOST_PLIES {
        match arbiter.ending() {
            Some(Ending::Checkmate(mated)) => return Ok(Some(!mated)),
            Some(_) => return Ok(None),
            None => {}
        }
        let (engine, depth) = &mut players[usize::from(arbiter.side() != first)];
        let limits = Limits::depth(*depth);
        let outcome = engine.search(&opening.setup, &moves, &limits, &signals, &mut |_| {});
        workshop.check_interrupt()?;
        let chess_move = outcome.best_move().ok_or_else(|| "a search without a move".to_owned())?;
        arbiter.play(chess_move);
        moves.push(chess_move);
    }
    Ok(None)
}
