//! The command line of `nucleus compare`.

use std::path::PathBuf;

use nucleus_harness::campaign::Processes;
use nucleus_harness::commits::{self, CommitsAsked};
use nucleus_harness::compare_options::{CompareMode, CompareOptions};
use nucleus_records::record::Pairing;

use crate::build_info::BUILD;
use crate::cli::command::{CommandFailure, HAS_ENGINE};
use crate::cli::outputs::OutputArgs;

/// Compare engines: a table, a record, and the speedup in a sentence
///
/// With commands (`nucleus compare old/engine new/engine`), compares them with the first one and leaves ours
/// out; without --workload they search four positions for --time in total. Without commands, compares ours
/// with every --engine. Without --engine, the reference is `STOCKFISH`, or the stockfish on PATH or in
/// /usr/games. First starts every engine once and checks its options and that it sets up each position; drops
/// an engine that fails, by name.
///
/// Exit code 0 if all went well and --gate passes, 3 if it fails, 4 if it is undecided, 1 if an engine failed
/// (its measurements are kept) or none was left to compare, 2 for an invalid command line, 130 after Ctrl-C
/// (measurements are kept).
#[derive(clap::Args, Clone)]
pub struct CompareArgs {
    /// Engines to compare with the first one; leaves ours out
    #[arg(value_name = "COMMAND", conflicts_with_all = ["engine", "boards", "self_check"])]
    pub commands: Vec<String>,
    /// Compare arbitrary commands instead of engines, with the first one, by the processor time of a run or a
    /// number that they print (--metric). Repeat for each; with --commits, one command, in which {} is the
    /// built program
    #[arg(long, value_name = "COMMAND",
          conflicts_with_all = ["commands", "engine", "option", "workload", "positions", "bench",
                                "boards", "self_check", "config"])]
    pub run: Vec<String>,
    /// With --run: compare by a number in the output, the first group of this regular expression, as in
    /// 'throughput: ([0-9.]+)'; the last matching line counts
    #[arg(long, value_name = "REGEX", requires = "run")]
    pub metric: Option<String>,
    /// With --metric: a larger number is better [default: a smaller one]
    #[arg(long, requires = "metric")]
    pub higher_is_better: bool,
    /// With --run: command to run before each run, not timed
    #[arg(long, value_name = "COMMAND", requires = "run")]
    pub prepare: Option<String>,
    /// With --run: command to run after each run
    #[arg(long, value_name = "COMMAND", requires = "run")]
    pub cleanup: Option<String>,
    /// With --run: destination of standard output; some programs do less if it is the null device [default:
    /// null; --metric reads it]
    #[arg(long, value_name = "WHERE", value_parser = ["null", "pipe", "inherit"],
          requires = "run", conflicts_with = "metric")]
    pub output: Option<String>,
    /// With --run: start commands without a shell; words are split as a shell does
    #[arg(short = 'N', long, requires = "run")]
    pub no_shell: bool,
    /// Compare an engine's commits: A..B (oldest first, A included) or A,B,…; each is built once and kept.
    /// Uses the git repository of the current directory
    #[arg(long, value_name = "A..B", requires = "build", requires = "bin",
          conflicts_with_all = ["commands", "engine", "boards", "self_check"])]
    pub commits: Option<String>,
    /// With --commits: shell command that builds a commit, run at the top of its own tree
    #[arg(long, value_name = "COMMAND", requires = "commits")]
    pub build: Option<String>,
    /// With --commits: program that the build makes, relative to the top of the tree
    #[arg(long, value_name = "FILE", requires = "commits")]
    pub bin: Option<String>,
    /// With --commits: take every Nth commit of a range, and both ends
    #[arg(long, value_name = "N", requires = "commits", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub every: u32,
    /// With --commits: folder of the built programs [default: nucleus/builds in XDG_CACHE_HOME or ~/.cache]
    #[arg(long, value_name = "DIR", requires = "commits")]
    pub cache: Option<PathBuf>,
    /// A name for each command, in order [default: its file name, or its folder's if two file names are
    /// equal]
    #[arg(long, value_name = "NAME")]
    pub name: Vec<String>,
    /// Read engines, options, workloads and settings from a TOML file (docs/COMPARE.md); the command line
    /// takes precedence
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Reference engine, instead of the one found; repeat for several. Most ratios are to the first
    #[arg(long, value_name = "NAME=COMMAND")]
    pub engine: Vec<String>,
    /// Additional reference engine; repeat for several
    #[arg(long, value_name = "NAME=COMMAND")]
    pub reference: Vec<String>,
    /// UCI option for one engine; `nucleus` means ours at every level
    #[arg(long, value_name = "ENGINE:K=V")]
    pub option: Vec<String>,
    /// Workload: start, mate7, perft, speed, positions, or a position with a limit (depth N, nodes N,
    /// movetime MS, perft N); repeat for several
    #[arg(long, value_name = "NAME=FEN@LIMIT")]
    pub workload: Vec<String>,
    /// Positions of a file, EPD or FEN, one per line, as a workload: each is searched once per sample, and
    /// the speed is the geometric mean over them. With several numbers of threads: the positions to search
    /// [default: thirteen built-in positions]
    #[arg(long, value_name = "FILE")]
    pub positions: Option<PathBuf>,
    /// With --positions: take a sample of N of them, drawn by --seed
    #[arg(long, value_name = "N", requires = "positions",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub sample: Option<u32>,
    /// With --positions: limit of each search (depth N, nodes N, movetime MS) [default: --time divided among
    /// them, at least 50 ms each]
    #[arg(long, value_name = "LIMIT", requires = "positions")]
    pub limit: Option<String>,
    /// Measure every engine's own bench: start it with these words and read nodes and time from its output.
    /// Alone, or with the named workloads
    #[arg(long, value_name = "WORDS", num_args = 0..=1, require_equals = true,
          default_missing_value = "bench")]
    pub bench: Option<String>,
    /// Schedule of two programs: at the same time on one processor, each timed by its own processor
    /// clock (duet), or one after the other [default: duet for two builds of one program]
    #[arg(long, value_name = "HOW", value_parser = pairing)]
    pub pairing: Option<Pairing>,
    /// Measured blocks per workload; each engine runs twice in a block [default: 6; 3 quick, 10 full]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: Option<u32>,
    /// Blocks to run first and drop [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub warmup: Option<u32>,
    /// Lifetime of an engine's process: per-block, so that the interval includes the luck of memory
    /// placement, or persistent, one process for all blocks of all workloads unless it fails
    #[arg(long, value_name = "HOW", value_parser = processes, default_value_t = Processes::PerBlock)]
    pub processes: Processes,
    /// Length of a sustained or timed sample: 0.5, 500ms, 2s [default: 2s; 500ms quick; 200ms for two
    /// programs at the same time]
    #[arg(long, value_name = "TIME", value_parser = sample_time)]
    pub time: Option<f64>,
    /// Run blocks until the half-width of every 95 % interval is at most this share of its ratio, or the time
    /// limit is reached (--time-limit; --rounds is then the maximum)
    #[arg(long, value_name = "PER CENT", value_parser = per_cent)]
    pub precision: Option<f64>,
    /// Time limit of the run: 90, 500ms, 90s, 5m, 1h [default: 36s quick, 4m, 38m full; 20s for each
    /// pair of a duet without --precision and --gate; none with --rounds]. Differs from --time, the length of a sample
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time_limit: Option<f64>,
    /// Run blocks until this ratio is decided: 'new/old>=0.99', or '>=0.99' for every engine over the first.
    /// Uses the geometric mean over the workloads. Exit code 0 if the interval is entirely at or above the
    /// limit, 3 if it is below, 4 if the time limit (--time-limit) or the maximum of --rounds is reached first
    #[arg(long, value_name = "NEW/OLD>=RATIO")]
    pub gate: Option<String>,
    /// With --gate: test each workload against the limit, corrected for their number [default: their
    /// geometric mean]
    #[arg(long, requires = "gate")]
    pub gate_each: bool,
    /// With --gate: exit codes for git bisect run: 0 good, 1 bad, 125 skip (undecided, or an engine fails),
    /// 128 and above stop
    #[arg(long, requires = "gate")]
    pub bisect: bool,
    /// Transposition table of every engine, in MiB [default: 16]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub hash: Option<u32>,
    /// Search threads of every engine, each on its own processor. Several numbers, as in 1,2,4: instead of
    /// the workloads, measure nodes per second, time to depth and nodes to depth for each number, for ours in
    /// both parallel searches and for every reference with `Threads`; takes at most ten minutes, with
    /// searches as deep as that allows, unless --time is given
    #[arg(long, value_name = "N[,N…]", default_value = "1", value_delimiter = ',',
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Vec<u32>,
    /// Logical processors to pin engines to, one for each thread [default: the least loaded of the fastest
    /// kind]
    #[arg(long, value_name = "N[,N…]", value_delimiter = ',')]
    pub core: Vec<u32>,
    /// Seed of the order, the intervals and the samples of positions [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Folder of the records, with a folder for each CPU [default: reports]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Take at most a minute: our best level and the reference, three workloads; with --boards, all
    /// boards at our best level
    #[arg(long, conflicts_with = "full")]
    pub quick: bool,
    /// Take at most 40 minutes: all levels with longer samples, and the speed workloads; with --boards, at
    /// most an hour with longer samples and more blocks
    #[arg(long)]
    pub full: bool,
    /// Compare an engine with itself under two names, to show the result for no difference
    #[arg(long)]
    pub self_check: bool,
    /// Search profile of our engine [default: axon; with --boards, every one]
    #[arg(long, value_name = "NAME", value_parser = ["axon", "full", "umko"])]
    pub profile: Option<String>,
    /// Compare our matrix board, and in profile axon also axon32, with the magic board, at every
    /// level, on the start position, mate in 7, kiwipete and the positions of bench, and by perft
    #[arg(long, conflicts_with_all = ["engine", "self_check", "without_ours"])]
    pub boards: bool,
    /// With several numbers of threads: leave the references out
    #[arg(long, conflicts_with_all = ["engine", "without_ours"])]
    pub without_references: bool,
    /// Leave our engine out: compare references with the first one
    #[arg(long)]
    pub without_ours: bool,
    /// Forms in which the figures are written.
    #[command(flatten)]
    pub outputs: OutputArgs,
}

/// Parses the time of a sample, in seconds.
pub fn sample_time(text: &str) -> Result<f64, String> {
    let seconds = duration(text).ok().filter(|seconds| (0.001..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "a time between 1ms and 1h, as in 0.5 (seconds), 500ms or 2s".to_owned())
}

/// Parses a percentage such as `0.5%` as a share. The sign is required, since 0.5 alone could mean a half.
pub fn per_cent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').and_then(|n| n.trim().parse::<f64>().ok());
    match number {
        Some(number) if (0.001..=100.0).contains(&number) => Ok(number / 100.0),
        _ => Err("a number of per cent from 0.001% to 100%, as in 0.5%".to_owned()),
    }
}

/// Parses a duration such as `90`, `500ms`, `90s`, `5m` or `1h`, in seconds.
pub fn duration(text: &str) -> Result<f64, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
    let unit = units.into_iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit)));
    let seconds = unit.and_then(|(number, unit)| Some(number.trim().parse::<f64>().ok()? * unit));
    seconds
        .filter(|seconds| *seconds > 0.0 && *seconds <= 604_800.0)
        .ok_or_else(|| "a time of up to a week, as in 500ms, 90s, 5m or 1h".to_owned())
}

fn pairing(name: &str) -> Result<Pairing, String> {
    nucleus_base::text::named("pairing", &Pairing::ALL, name)
}

fn processes(name: &str) -> Result<Processes, String> {
    nucleus_base::text::named("lifetime", &Processes::ALL, name)
}

impl CompareArgs {
    /// Returns the options, without engines given as commands, sets of positions and the gate.
    pub fn options(&self) -> CompareOptions {
        CompareOptions {
            build: BUILD,
            given: Vec::new(),
            notes: Vec::new(),
            engine: self.engine.clone(),
            reference: self.reference.clone(),
            option: self.option.clone(),
            workload: self.workload.clone(),
            sets: Vec::new(),
            bench: self.bench.clone(),
            pairing: self.pairing,
            rounds: self.rounds,
            warmup: self.warmup,
            processes: self.processes,
            time: self.time,
            precision: self.precision,
            gate: None,
            time_limit: self.time_limit,
            hash: self.hash.unwrap_or(16),
            threads: self.threads(),
            core: self.core.clone(),
            seed: self.seed.unwrap_or(1),
            out: self.out.clone(),
            mode: match (self.quick, self.full) {
                (true, _) => CompareMode::Quick,
                (_, true) => CompareMode::Full,
                _ => CompareMode::Default,
            },
            self_check: self.self_check,
            profile: self.profile.clone(),
            boards: self.boards,
            without_ours: self.without_ours || !HAS_ENGINE,
            without_references: self.without_references,
        }
    }

    /// Returns the numbers of threads. Several numbers are sorted, and 1 is among them.
    pub fn threads(&self) -> Vec<u32> {
        let mut threads = self.threads.clone();
        if threads.len() > 1 {
            threads.push(1);
            threads.sort_unstable();
            threads.dedup();
        }
        threads
    }

    /// Returns the requested commits, with the way to build them.
    ///
    /// # Errors
    /// If there is no folder to keep the programs in.
    pub fn commits(&self) -> Result<Option<CommitsAsked>, CommandFailure> {
        let (Some(commits), Some(build), Some(program)) = (&self.commits, &self.build, &self.bin)
        else {
            return Ok(None);
        };
        let cache = self.cache.clone().or_else(commits::default_folder).ok_or_else(|| {
            CommandFailure::usage("there is no home folder to keep engines in: --cache DIR")
        })?;
        Ok(Some(CommitsAsked {
            baseline: None,
            folder: PathBuf::from("."),
            commits: commits.clone(),
            every: self.every,
            build: build.clone(),
            program: program.clone(),
            cache,
        }))
    }
}
