use std::process::ExitCode;
use std::time::Duration;

use nucleus_core::kernels::Choice;
use nucleus_engine::uci::MAX_HASH;
use nucleus_harness::compare::on_ctrl_c;
use nucleus_harness::progress::RunProgress;
use nucleus_harness::{affinity, machine};
use nucleus_matches::suite::{SpeedtestOptions, SpeedtestResult, speedtest};
use nucleus_search::{EngineOptions, MAX_THREADS, ParallelSearch, ProfileName, Signals};

use super::progress::Bar;
use super::searcher::EvaluationOption;
use super::{CommandFailure, print};

/// Measure the speed of all threads: one figure to quote
///
/// Searches positions of a game one after another for equal times, with the table kept between them, as in a
/// game. For a quarter of the time one thread does the same, for the speedup. After Ctrl-C the finished
/// searches count; exit code 130 then.
#[derive(clap::Args)]
pub struct SpeedtestArgs {
    /// Search threads [default: the number of processors that may be used]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MAX_THREADS as i64))]
    threads: Option<u32>,
    /// Table size in MiB [default: 16 for each thread]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=MAX_HASH as i64))]
    hash: Option<u32>,
    /// Total time in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60,
          value_parser = clap::value_parser!(u32).range(1..=86_400))]
    time: u32,
    /// Searcher: axon, full or umko
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

/// Total time divided by the time of the run with one thread. That run gives the speedup.
const ALONE: u32 = 4;

/// The result of a speed test, with the settings of its engine.
struct Speedtest<'a> {
    /// Counts of the run with all threads.
    result: SpeedtestResult,
    /// Nodes per second of one thread; `None` if the test had one thread or was interrupted.
    alone: Option<f64>,
    options: &'a EngineOptions,
    evaluation: &'a str,
    /// Table size, in MiB.
    hash: usize,
    /// MiB of the process in large pages, where the system counts them.
    large_pages: Option<u64>,
}

/// Runs the test and prints its figure.
pub fn run(args: &SpeedtestArgs, choice: Choice) -> Result<ExitCode, CommandFailure> {
    let threads = args.threads.map_or(affinity::available().min(MAX_THREADS), |n| n as usize);
    let hash = args.hash.map_or((16 * threads).min(MAX_HASH), |hash| hash as usize);
    let network = args.evaluation.network(args.profile, &Default::default(), &Default::default());
    let evaluation = if network.is_some() { "network" } else { "classical" };
    let engine = EngineOptions {
        choice,
        profile: args.profile,
        parallel: args.parallel,
        threads,
        network,
        ..EngineOptions::default()
    };
    let interrupt = on_ctrl_c()?;
    let signals = Signals::stopped_by(&interrupt);
    let mut bar = Bar::new();
    let mut large_pages = None;
    let mut measure = |threads: usize, time: Duration| {
        let engine = EngineOptions { threads, ..engine.clone() };
        let who = if threads == 1 { "one thread" } else { "all threads" };
        let mut report = |so_far: &SpeedtestResult| {
            large_pages = machine::large_pages().max(large_pages);
            bar.reached(so_far.positions, so_far.of);
            bar.state(&format!("{who}: {:.2} M nodes/s", so_far.speed() / 1e6));
        };
        speedtest(&SpeedtestOptions { engine, hash, time }, &signals, &mut report)
            .map_err(CommandFailure::failed)
    };
    let time = Duration::from_secs(u64::from(args.time));
    let time_alone = if threads > 1 { time / ALONE } else { Duration::ZERO };
    let result = measure(threads, time - time_alone)?;
    let mut complete = result.positions == result.of;
    let mut alone = None;
    if complete && threads > 1 {
        let one = measure(1, time_alone)?;
        complete = one.positions == one.of;
        alone = Some(one.speed());
    }
    drop(bar);
    let test = Speedtest { result, alone, options: &engine, evaluation, hash, large_pages };
    print(&if args.json { test.json() } else { test.text() })?;
    Ok(super::code(complete, signals.is_stopped()))
}

impl Speedtest<'_> {
    fn json(&self) -> String {
        let SpeedtestResult { statistics, threads, .. } = self.result;
        let (speed, options) = (self.result.speed(), self.options);
        let value = serde_json::json!({
            "nps": speed,
            "nps_per_thread": speed / threads as f64,
            "one_thread_nps": self.alone,
            "factor": self.alone.map(|alone| speed / alone),
            "nodes": statistics.nodes,
            "seconds": self.result.time.as_secs_f64(),
            "positions": self.result.positions,
            "positions_in_all": self.result.of,
            "processors": affinity::available(),
            "threads": threads,
            "hash_mib": self.hash,
            "hashfull": self.result.hashfull,
            "large_pages_mib": self.large_pages,
            "profile": options.profile.name(),
            "evaluation": self.evaluation,
            "parallel": options.way(options.threads).name(),
            "level": options.choice.to_string(),
            "lock_waits": statistics.lock_waits,
        });
        format!("{value}\n")
    }

    fn text(&self) -> String {
        let SpeedtestResult { positions, of, threads, statistics, .. } = self.result;
        let EngineOptions { profile, choice, threads: requested, .. } = *self.options;
        let cut = if positions < of { ", cut short" } else { "" };
        let way = self.options.way(requested);
        let more = match threads < requested {
            true => format!(": {way} uses no more of the {requested}"),
            false => format!(", {way}"),
        };
        let (seconds, speed) = (self.result.time.as_secs_f64(), self.result.speed() / 1e6);
        let large = self.large_pages.map(|mib| format!(", {mib} MiB in large pages"));
        let mut lines = vec![
            format!("processors  {}", affinity::usable()),
            format!("threads     {threads}{more}"),
            format!(
                "table       {} MiB, {:.1} % used{}",
                self.hash,
                self.result.hashfull as f64 / 10.0,
                large.unwrap_or_default()
            ),
            format!("profile     {profile} at level {choice}, evaluation {}", self.evaluation),
            format!("positions   {positions} of {of}{cut}"),
            format!("nodes       {} in {seconds:.2} s", statistics.nodes),
            format!("speed       {speed:.3} M nodes/s"),
        ];
        if let Some(alone) = self.alone.map(|alone| alone / 1e6) {
            lines.push(format!("a thread    {:.3} M nodes/s", speed / threads as f64));
            let factor = speed / alone;
            lines.push(format!("factor      {factor:.2} times one thread ({alone:.3} M nodes/s)"));
        }
        lines.join("\n") + "\n"
    }
}
