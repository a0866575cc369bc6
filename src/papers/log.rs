use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::kernels::portable;
use nucleus_core::notation::uci_move;
use nucleus_core::types::score::{is_mate, mate_plies};
use nucleus_report::papers::PaperName;
use nucleus_search::{EngineOptions, Limits, ProfileName, SearchEngine, SearchInfo, Signals};

use super::fault::Fault;
use super::unit::{Step, StepResult, Unit};
use super::workshop::Workshop;

/// The position of figure 4, which the paper shows as a picture.
const MATE_IN_7: &str = "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1";
/// The paper's depth.
const DEPTH: u32 = 13;
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

/// An engine of profile axon.
pub fn engine(workshop: &Workshop) -> Result<SearchEngine, Fault> {
    let options = EngineOptions {
        choice: workshop.choice,
        profile: ProfileName::Axon,
        ..EngineOptions::default()
    };
    Ok(SearchEngine::new(16, options).map_err(|fault| fault.to_string())?)
}

fn search(workshop: &Workshop) -> Result<StepResult, Fault> {
    let setup = Setup::from_fen(MATE_IN_7).map_err(|fault| fault.to_string())?;
    let board = RulesBoard::new(&setup, portable::Token);
    let mut engine = engine(workshop)?;
    let mut log: Vec<SearchInfo> = Vec::new();
    let signals = Signals::stopped_by(&workshop.interrupt);
    let outcome = engine.search(&setup, &[], &Limits::depth(DEPTH), &signals, &mut |info| {
        log.push(info.clone());
    });
    if workshop.interrupted() {
        return Err(Fault::Interrupted);
    }
    let command = format!("position fen {MATE_IN_7}; go depth {DEPTH}");
    let mut result = StepResult { command, ..StepResult::default() };
    // The last line of each depth is the iteration's.
    for depth in 1..=DEPTH {
        let Some(info) = log.iter().rev().find(|info| info.depth == depth) else { continue };
        let Some(&best) = info.line.moves.first() else { continue };
        let played = uci_move::format(&board, best);
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
    let announced = log.iter().find(|info| is_mate(info.line.score));
    if let Some(info) = announced {
        result.value("mate announced at depth", f64::from(info.depth));
    }
    let (nodes, seconds) = (outcome.statistics.nodes as f64, outcome.time.as_secs_f64());
    result.value("nodes", nodes);
    result.value("seconds", seconds);
    result.value("nodes a second", nodes / seconds.max(1e-9));
    result.value("pieces", f64::from(board.planes().occupied().count_ones()));
    Ok(result)
}
