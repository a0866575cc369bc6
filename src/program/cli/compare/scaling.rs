//! `compare --threads 1,2,…`: engines over numbers of threads.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use nucleus_harness::compare;
use nucleus_harness::positions;
use nucleus_harness::references::{self, EngineSpec};
use nucleus_harness::scaling::{self, ScalingOptions};
use nucleus_records::scaling::ScalingPosition;

use super::config::ConfigContents;
use super::{CompareArgs, engines};
use crate::cli::command::{BUILD, CommandFailure, PNG, code_number, print};
use crate::cli::progress::Bar;

/// Seconds within which one thread ends the depth of a position, when --time says nothing.
const SECONDS: f64 = 5.0;

/// Measures, then writes and prints the table and the chart.
pub fn run(args: &CompareArgs, contents: &ConfigContents) -> Result<u8, CommandFailure> {
    if let Some(option) = without_meaning(args, contents) {
        let said = format!("{option} does not go with several numbers of threads");
        return Err(CommandFailure::usage(said));
    }
    let program = std::env::current_exe()?;
    let interrupt = compare::on_ctrl_c()?;
    let positions = match &args.positions {
        Some(file) => {
            let sample = args.sample.map(|n| n as usize);
            let chosen = positions::read(file, sample, args.seed())?;
            chosen.into_iter().map(|p| ScalingPosition { name: p.name, fen: p.fen }).collect()
        }
        None => scaling::default_positions(),
    };
    let asked = engines::chosen(args, contents)?;
    let mut engines: Vec<EngineSpec> = compare::scaling_engines(&asked, &program)?;
    engines.retain(|spec| spec.record.ours || !args.without_references);
    references::all_can_be_started(&engines).map_err(CommandFailure::usage)?;
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from("target/threads"));
    fs::create_dir_all(&folder).map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    let json = folder.join(format!("threads-{}.json", args.profile.as_deref().unwrap_or("axon")));
    let options = ScalingOptions {
        build: BUILD,
        engines,
        threads: args.threads.clone(),
        positions,
        seconds: args.time.unwrap_or(if args.quick { 0.5 } else { SECONDS }),
        rounds: args.rounds.unwrap_or(1),
        hash: args.hash(),
        core: args.core.clone(),
        json: json.clone(),
        interrupt: interrupt.clone(),
    };
    let mut bar = Bar::counting();
    let outcome = scaling::run(&options, &mut bar);
    drop(bar);
    let outcome = outcome.map_err(CommandFailure::failed)?;
    let written = nucleus_report::scaling::write(&outcome.record, &json, PNG)
        .map_err(CommandFailure::failed)?;
    print(&nucleus_report::scaling::page(&outcome.record))?;
    nucleus_base::tell!("record: {}", json.display());
    for path in written {
        nucleus_base::tell!("wrote {}", path.display());
    }
    Ok(code_number(outcome.clean, interrupt.load(Ordering::Relaxed)))
}

/// The first option given that says nothing about a run over numbers of threads.
fn without_meaning(args: &CompareArgs, contents: &ConfigContents) -> Option<&'static str> {
    let given = [
        ("--workload", !args.workload.is_empty()),
        ("--boards", args.boards),
        ("--self-check", args.self_check),
        ("--commits", args.commits.is_some()),
        ("--precision", args.precision.is_some()),
        ("--time-limit", args.time_limit.is_some()),
        ("--gate", args.gate.is_some()),
        ("--run", !args.run.is_empty()),
        ("--bench", args.bench.is_some()),
        ("--limit", args.limit.is_some()),
        ("[[workload]]", contents.has_workloads()),
    ];
    given.into_iter().find_map(|(name, is)| is.then_some(name))
}
