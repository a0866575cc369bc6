use std::process::ExitCode;
use std::time::Duration;

use nucleus_core::kernels::Choice;
use nucleus_engine::uci::MAX_HASH;
use nucleus_harness::compare::on_ctrl_c;
use nucleus_harness::progress::RunProgress;
use nucleus_matches::suite::{SpeedtestOptions, SpeedtestResult, speedtest};
use nucleus_search::{EngineOptions, MAX_THREADS, ParallelSearch, ProfileName, Signals};

use super::progress::Bar;
use super::weights::EvaluationOption;
use super::{CommandFailure, print};

/// Measure the speed of all threads: one figure to quote.
///
/// Positions of a game are searched one after another, for equal times and with a table that is
/// kept, as in a game. Ctrl-C keeps what has been searched; exit code 130 then.
#[derive(clap::Args)]
pub struct SpeedtestArgs {
    /// Search threads [default: as many as the processors that may be used]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MAX_THREADS as i64))]
    threads: Option<u32>,
    /// Table size in MiB [default: 16 for each thread]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=MAX_HASH as i64))]
    hash: Option<u32>,
    /// Seconds in all
    #[arg(long, value_name = "SECONDS", default_value_t = 60,
          value_parser = clap::value_parser!(u32).range(1..=86_400))]
    time: u32,
    /// The searcher: axon, full or umko
    #[arg(long, default_value = "full")]
    profile: ProfileName,
    #[command(flatten)]
    evaluation: EvaluationOption,
    /// Parallel search of several threads: ybw or lazy [default: as the profile does]
    #[arg(long, value_name = "HOW")]
    parallel: Option<ParallelSearch>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the test and prints its figure.
pub fn run(args: &SpeedtestArgs, choice: Choice) -> Result<ExitCode, CommandFailure> {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = args.threads.map_or(processors.min(MAX_THREADS), |threads| threads as usize);
    let hash = args.hash.map_or((16 * threads).min(MAX_HASH), |hash| hash as usize);
    let network = args.evaluation.network(&Default::default(), &Default::default());
    let network = network.filter(|_| args.profile == ProfileName::Full);
    let evaluation = if network.is_some() { "network" } else { "classical" };
    let engine = EngineOptions {
        choice,
        profile: args.profile,
        parallel: args.parallel,
        threads,
        network,
        ..EngineOptions::default()
    };
    let time = Duration::from_secs(u64::from(args.time));
    let asked = SpeedtestOptions { engine, hash, time };
    let interrupt = on_ctrl_c()?;
    let signals = Signals::stopped_by(&interrupt);
    let mut bar = Bar::counting();
    let mut report = |so_far: &SpeedtestResult| {
        bar.reached(so_far.positions, so_far.of);
        bar.state(&format!("{:.2} M nodes/s", so_far.speed() / 1e6));
    };
    let result = speedtest(&asked, &signals, &mut report).map_err(CommandFailure::failed)?;
    drop(bar);
    let way = args.parallel.unwrap_or(args.profile.parallel(result.threads));
    print(&if args.json {
        json(&result, args.profile, evaluation, way, hash, choice)
    } else {
        text(&result, args.profile, evaluation, way, hash, choice)
    })?;
    let whole = result.positions == result.of;
    Ok(super::code(whole, signals.is_stopped()))
}

fn json(
    result: &SpeedtestResult,
    profile: ProfileName,
    evaluation: &str,
    way: ParallelSearch,
    hash: usize,
    choice: Choice,
) -> String {
    let statistics = result.statistics;
    let value = serde_json::json!({
        "nps": result.speed(),
        "nodes": statistics.nodes,
        "seconds": result.time.as_secs_f64(),
        "positions": result.positions,
        "positions_in_all": result.of,
        "threads": result.threads,
        "hash_mib": hash,
        "hashfull": result.hashfull,
        "profile": profile.name(),
        "evaluation": evaluation,
        "parallel": way.name(),
        "level": choice.to_string(),
        "lock_waits": statistics.lock_waits,
    });
    format!("{value}\n")
}

fn text(
    result: &SpeedtestResult,
    profile: ProfileName,
    evaluation: &str,
    way: ParallelSearch,
    hash: usize,
    choice: Choice,
) -> String {
    let cut = if result.positions < result.of { ", cut short" } else { "" };
    [
        format!("threads     {}, {way}", result.threads),
        format!("table       {hash} MiB, {:.1} % used", result.hashfull as f64 / 10.0),
        format!("profile     {profile} at level {choice}, evaluation {evaluation}"),
        format!("positions   {} of {}{cut}", result.positions, result.of),
        format!("nodes       {} in {:.2} s", result.statistics.nodes, result.time.as_secs_f64()),
        format!("speed       {:.3} M nodes/s\n", result.speed() / 1e6),
    ]
    .join("\n")
}
