//! `compare --threads 1,2,…`: engines over numbers of threads.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use nucleus::board::fen;
use nucleus::harness::compare;
use nucleus::harness::compare_options::CompareError;
use nucleus::harness::references::EngineSpec;
use nucleus::harness::scaling::{self, ScalingOptions, ScalingPosition};
use nucleus::notation::epd;
use nucleus::report;

use super::super::progress::Bar;
use super::super::{CommandFailure, code, print};
use super::CompareArgs;

/// Seconds within which one thread ends the depth of a position, when --time says nothing.
const SECONDS: f64 = 5.0;

/// Measures, then writes and prints the table and the chart.
pub fn run(args: &CompareArgs) -> Result<ExitCode, CommandFailure> {
    let usage = |text: &str| Err(CommandFailure::usage(text));
    if !args.workload.is_empty() || args.boards || args.self_check {
        return usage(
            "--workload, --boards and --self-check do not go with several numbers of threads",
        );
    }
    let failed = |e: &dyn std::fmt::Display| CommandFailure::failed(e.to_string());
    let program = std::env::current_exe().map_err(|e| failed(&e))?;
    let interrupt = compare::on_ctrl_c().map_err(|e| failed(&e))?;
    let positions = match &args.positions {
        Some(file) => positions(file)?,
        None => scaling::default_positions(),
    };
    let asked = args.options();
    let mut engines: Vec<EngineSpec> =
        compare::scaling_engines(&asked, &program).map_err(|error| match error {
            CompareError::Usage(text) => CommandFailure::usage(text),
            CompareError::Failed(text) => CommandFailure::failed(text),
        })?;
    engines.retain(|spec| spec.record.ours || !args.without_references);
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from("target/threads"));
    fs::create_dir_all(&folder)
        .map_err(|e| CommandFailure::failed(format!("cannot make {}: {e}", folder.display())))?;
    let json = folder.join(format!("threads-{}.json", args.profile.as_deref().unwrap_or("axon")));
    let options = ScalingOptions {
        engines,
        threads: args.threads.clone(),
        positions,
        seconds: args.time.unwrap_or(if args.quick { 0.5 } else { SECONDS }),
        rounds: args.rounds.unwrap_or(1),
        hash: args.hash,
        core: args.core.clone(),
        json: json.clone(),
        interrupt: interrupt.clone(),
    };
    let mut bar = Bar::counting();
    let outcome = scaling::run(&options, &mut bar);
    drop(bar);
    let outcome = outcome.map_err(CommandFailure::failed)?;
    let written = report::scaling::write(&outcome.record, &json).map_err(CommandFailure::failed)?;
    print(&report::scaling::page(&outcome.record))?;
    nucleus::tell!("record: {}", json.display());
    for path in written {
        nucleus::tell!("wrote {}", path.display());
    }
    Ok(code(outcome.clean, interrupt.load(Ordering::Relaxed)))
}

/// The positions of an EPD file, each by its `id`, or its line.
fn positions(file: &Path) -> Result<Vec<ScalingPosition>, CommandFailure> {
    let said = |what: String| CommandFailure::usage(format!("{}: {what}", file.display()));
    let text = fs::read_to_string(file).map_err(|e| said(e.to_string()))?;
    let mut positions: Vec<ScalingPosition> = Vec::new();
    for (index, epd) in epd::read(&text).enumerate() {
        let epd = epd.map_err(|e| said(e.to_string()))?;
        let name = epd.text("id").map_or_else(|| format!("line {}", epd.line), str::to_owned);
        let twice = positions.iter().any(|p| p.name == name);
        let name = if twice { format!("{name} ({})", index + 1) } else { name };
        let fen = fen::format(&epd.setup.planes, &epd.setup.state);
        positions.push(ScalingPosition { name, fen });
    }
    if positions.is_empty() {
        return Err(said("no position in it".to_owned()));
    }
    Ok(positions)
}
