use std::sync::Arc;

use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::eval::Values;
use nucleus_core::eval::table::TABLE;
use nucleus_core::eval::weights::NAMED;
use nucleus_core::kernels::portable;
use nucleus_core::notation::uci_move;
use nucleus_core::types::Random;
use nucleus_core::types::score::{is_mate, mate_plies};
use nucleus_report::papers::PaperName;
use nucleus_search::{
    EngineOptions, Limits, ProfileName, SearchEngine, SearchInfo, SearchOutcome, Signals,
};

use super::fault::Fault;
use super::unit::{Step, StepResult, Unit};
use super::workshop::Workshop;

/// The position of figure 4, which the paper shows as a picture.
const MATE_IN_7: &str = "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1";
/// The paper's depth.
const DEPTH: u32 = 13;
/// Sets of weights drawn anew, and the depth to which each searches.
const SETS: u64 = 100;
const SETS_DEPTH: u32 = 12;
/// Moves that mate in seven.
const MATING: [&str; 2] = ["g5f6", "g5e7"];

/// The log of section VI.
pub fn unit() -> Unit {
    Unit {
        name: "axon-log".to_owned(),
        paper: PaperName::AxonIi,
        what: "the log of the mate in 7, depth by depth".to_owned(),
        conditions: vec![
            "Profile axon, one thread, 16 MiB; other programs may have run beside it.".to_owned(),
            "A depth whose best move the log shows is in the record, from 1 to 13.".to_owned(),
        ],
        timed: true,
        steps: vec![Step::new("depth 13", 20.0, search)],
    }
}

/// How far the log hangs on the weights that the papers do not print.
pub fn weights() -> Unit {
    Unit {
        name: "axon-weights".to_owned(),
        paper: PaperName::AxonIi,
        what: "the log of the mate in 7 with weights drawn anew".to_owned(),
        conditions: vec![format!(
            "{SETS} sets of weights: each named weight but material times a factor of its own between a \
             half and two, within its range. Profile axon to depth {SETS_DEPTH}."
        )],
        timed: false,
        steps: vec![Step::new("sets of weights", 240.0, drawn)],
    }
}

/// An engine of profile axon.
pub fn engine(workshop: &Workshop) -> Result<SearchEngine, Fault> {
    engine_of(workshop, None)
}

/// An engine of profile axon with these weights, or its own.
fn engine_of(workshop: &Workshop, weights: Option<Arc<Values>>) -> Result<SearchEngine, Fault> {
    let options = EngineOptions {
        choice: workshop.choice,
        profile: ProfileName::Axon,
        weights,
        ..EngineOptions::default()
    };
    Ok(SearchEngine::new(16, options).map_err(|fault| fault.to_string())?)
}

/// The weights times factors of this seed.
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

/// The last line of each iteration, which is its result, with the move that it begins with.
fn iterations(
    workshop: &Workshop,
    engine: &mut SearchEngine,
    depth: u32,
) -> Result<(Vec<(SearchInfo, String)>, SearchOutcome), Fault> {
    let setup = Setup::from_fen(MATE_IN_7).map_err(|fault| fault.to_string())?;
    let board = RulesBoard::new(&setup, portable::Token);
    let mut log: Vec<SearchInfo> = Vec::new();
    let signals = Signals::stopped_by(&workshop.interrupt);
    let outcome = engine.search(&setup, &[], &Limits::depth(depth), &signals, &mut |info| {
        log.push(info.clone());
    });
    if workshop.interrupted() {
        return Err(Fault::Interrupted);
    }
    let last = |depth| log.iter().rev().find(|info| info.depth == depth);
    let lines = (1..=depth).filter_map(last).filter_map(|info| {
        let best = *info.line.moves.first()?;
        Some((info.clone(), uci_move::format(&board, best)))
    });
    Ok((lines.collect(), outcome))
}

fn drawn(workshop: &Workshop) -> Result<StepResult, Fault> {
    let command = format!("position fen {MATE_IN_7}; go depth {SETS_DEPTH}");
    let mut result = StepResult { command, ..StepResult::default() };
    let mut plays = [0_u32; SETS_DEPTH as usize + 1];
    for seed in 1..=SETS {
        let mut engine = engine_of(workshop, Some(Arc::new(values(seed))))?;
        for (info, played) in iterations(workshop, &mut engine, SETS_DEPTH)?.0 {
            plays[info.depth as usize] += u32::from(played == "f5f2");
            if !is_mate(info.line.score) {
                let score = f64::from(info.line.score) / 100.0;
                result.value(format!("depth {} score", info.depth), score);
            }
        }
    }
    for (depth, &times) in plays.iter().enumerate().skip(1) {
        result.count(format!("depth {depth} plays f5f2"), f64::from(times), SETS as f64);
    }
    Ok(result)
}

fn search(workshop: &Workshop) -> Result<StepResult, Fault> {
    let mut engine = engine(workshop)?;
    let (log, outcome) = iterations(workshop, &mut engine, DEPTH)?;
    let command = format!("position fen {MATE_IN_7}; go depth {DEPTH}");
    let mut result = StepResult { command, ..StepResult::default() };
    for (info, played) in &log {
        let depth = info.depth;
        let plays = f64::from(u8::from(played == "f5f2"));
        result.value(format!("depth {depth} plays f5f2"), plays);
        if depth == DEPTH {
            let mates = MATING.contains(&played.as_str()) && is_mate(info.line.score);
            result.value("depth 13 mates", f64::from(u8::from(mates)));
        }
        result.value(format!("depth {depth} score"), f64::from(info.line.score) / 100.0);
        if let Some(plies) = mate_plies(info.line.score).filter(|_| depth == DEPTH) {
            result.value("plies to mate", f64::from(plies));
        }
    }
    let announced = log.iter().find(|(info, _)| is_mate(info.line.score));
    if let Some((info, _)) = announced {
        result.value("mate announced at depth", f64::from(info.depth));
    }
    let (nodes, seconds) = (outcome.statistics.nodes as f64, outcome.time.as_secs_f64());
    result.value("nodes", nodes);
    result.value("seconds", seconds);
    result.value("nodes a second", nodes / seconds.max(1e-9));
    let setup = Setup::from_fen(MATE_IN_7).map_err(|fault| fault.to_string())?;
    let board = RulesBoard::new(&setup, portable::Token);
    result.value("pieces", f64::from(board.planes().occupied().count_ones()));
    Ok(result)
}
