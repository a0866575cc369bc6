use std::fs;

use nucleus_matches::suite::SuiteRecord;
use nucleus_records::envelope::read_file;
use nucleus_report::papers::PaperName;

use super::fault::Fault;
use super::unit::{Step, StepResult, Unit};
use super::workshop::Workshop;
use crate::arguments;

/// Positions of each kind.
const POSITIONS: usize = 100;
/// Plies.
const DEPTH: &str = "7";
/// Positions of a block, whose share is one sample.
const BLOCK: usize = 10;

/// Section I of the evaluation paper: nodes of the quiescence search among all.
pub fn unit() -> Unit {
    let step = |kind: &'static str, suite: &'static str| {
        Step::new(kind, 120.0, move |workshop| share(workshop, kind, suite))
    };
    Unit {
        name: "axon-quiescence".to_owned(),
        paper: PaperName::AxonEvaluation,
        what: "the quiescence search's share of the nodes over 200 positions".to_owned(),
        conditions: vec![format!(
            "Profile axon to depth {DEPTH}, the first {POSITIONS} positions of Win at Chess as \
             tactical ones and every thirteenth of the Strategic Test Suite as calm ones."
        )],
        timed: false,
        steps: vec![step("tactical", "wac"), step("calm", "sts1300")],
    }
}

fn share(workshop: &Workshop, kind: &str, suite: &str) -> Result<StepResult, Fault> {
    let path = workshop.data_file(&format!("suites/{suite}.epd"))?;
    let said = |fault: std::io::Error| format!("{}: {fault}", path.display());
    let bytes = nucleus_base::files::read(&path).map_err(said)?;
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let apart = if kind == "calm" { lines.len() / POSITIONS } else { 1 };
    let chosen: Vec<&str> = lines.into_iter().step_by(apart.max(1)).take(POSITIONS).collect();
    let folder = workshop.folder("axon-quiescence")?;
    let epd = folder.join(format!("{kind}.epd"));
    fs::write(&epd, chosen.join("\n") + "\n").map_err(|fault| fault.to_string())?;
    let json = folder.join(format!("{kind}.json"));
    let command = workshop.nucleus(arguments![
        "suite",
        &epd,
        "--depth",
        DEPTH,
        "--profile",
        "axon",
        "--json",
        &json
    ])?;
    let record: SuiteRecord = read_file(&json)?;
    let suite = record.suites.first().ok_or_else(|| "no suite".to_owned())?;
    let mut result = StepResult { command, ..StepResult::default() };
    for block in suite.positions.chunks(BLOCK) {
        let nodes: u64 = block.iter().map(|position| position.nodes).sum();
        let quiescence: u64 = block.iter().map(|position| position.quiescence_nodes).sum();
        result.value(kind, 100.0 * quiescence as f64 / nodes.max(1) as f64);
    }
    Ok(result)
}
