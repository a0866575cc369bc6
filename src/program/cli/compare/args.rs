//! The command line of `nucleus compare`.

use std::path::PathBuf;

use nucleus_harness::campaign::Processes;
use nucleus_harness::commits::{self, CommitsAsked};
use nucleus_harness::compare_options::{CompareMode, CompareOptions};
use nucleus_records::record::Pairing;

use crate::cli::command::{BUILD, CommandFailure, HAS_ENGINE};
use crate::cli::outputs::OutputArgs;

/// Compare engines: one table, one record, and how many times as fast in a sentence.
///
/// With commands (`nucleus compare old/engine new/engine`) those are compared with the first of
/// them, and ours is not among them; without --workload they search four positions, in all as long
/// as --time says. Without commands ours is compared with every --engine. Without --engine the reference is `STOCKFISH`, else the stockfish on PATH or in /usr/games.
/// Every engine is first started once: its options are checked, and it shows that it stands on
/// each position. One that fails is dropped by name.
///
/// Exit code 0 when all went well and --gate holds, 3 when it does not, 4 when that is undecided, 1 when an engine failed (what was measured is kept) or nothing
/// was left to compare, 2 for a command line that asks for what cannot be, 130 after Ctrl-C (what
/// was measured is kept).
#[derive(clap::Args, Clone)]
pub struct CompareArgs {
    /// Engines to compare with the first of them; ours is then left out.
    #[arg(value_name = "COMMAND", conflicts_with_all = ["engine", "boards", "self_check"])]
    pub commands: Vec<String>,
    /// Compare any commands in place of engines, with the first of them: the processor time of a whole
    /// run, or a number that they print (--metric). Repeat for each; with --commits one command, in
    /// which {} is the program that was built.
    #[arg(long, value_name = "COMMAND",
          conflicts_with_all = ["commands", "engine", "option", "workload", "positions", "bench",
                                "boards", "self_check", "config"])]
    pub run: Vec<String>,
    /// With --run: compare by a number in the output, the first group of this regular expression, as
    /// in 'throughput: ([0-9.]+)'; of several lines the last counts.
    #[arg(long, value_name = "REGEX", requires = "run")]
    pub metric: Option<String>,
    /// With --metric: a larger number is better [default: a smaller one].
    #[arg(long, requires = "metric")]
    pub higher_is_better: bool,
    /// With --run: run this before each run, outside of what is timed.
    #[arg(long, value_name = "COMMAND", requires = "run")]
    pub prepare: Option<String>,
    /// With --run: run this after each run.
    #[arg(long, value_name = "COMMAND", requires = "run")]
    pub cleanup: Option<String>,
    /// With --run: where standard output goes; some programs do less when it is the null device
    /// [default: null; --metric reads it].
    #[arg(long, value_name = "WHERE", value_parser = ["null", "pipe", "inherit"],
          requires = "run", conflicts_with = "metric")]
    pub output: Option<String>,
    /// With --run: start commands without a shell; words are split as a shell would.
    #[arg(short = 'N', long, requires = "run")]
    pub no_shell: bool,
    /// Measure an engine's commits: A..B, oldest first and A with them, or A,B,…; each is built once
    /// and kept. The git repository is the one of the folder at hand.
    #[arg(long, value_name = "A..B", requires = "build", requires = "bin",
          conflicts_with_all = ["commands", "engine", "boards", "self_check"])]
    pub commits: Option<String>,
    /// With --commits: the shell command that builds one, run at the top of a tree of its own.
    #[arg(long, value_name = "COMMAND", requires = "commits")]
    pub build: Option<String>,
    /// With --commits: the engine that it makes, from the top of the tree.
    #[arg(long, value_name = "FILE", requires = "commits")]
    pub bin: Option<String>,
    /// With --commits: take every Nth commit of a range, and always both ends.
    #[arg(long, value_name = "N", requires = "commits", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub every: u32,
    /// With --commits: where engines are kept [default: nucleus/builds in XDG_CACHE_HOME or ~/.cache].
    #[arg(long, value_name = "DIR", requires = "commits")]
    pub cache: Option<PathBuf>,
    /// A name for each command, in their order [default: the file's, or its folder's where two
    /// files have the same].
    #[arg(long, value_name = "NAME")]
    pub name: Vec<String>,
    /// Read engines, their options, workloads and settings from a TOML file (docs/COMPARE.md); the
    /// command line takes precedence
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// A reference engine in the place of the one that is found; repeat for several. Ratios are to the first.
    #[arg(long, value_name = "NAME=COMMAND")]
    pub engine: Vec<String>,
    /// One more reference, beside the one that is found or those of --engine; repeat for several.
    #[arg(long, value_name = "NAME=COMMAND")]
    pub reference: Vec<String>,
    /// A UCI option for one engine; `nucleus` stands for ours at every level.
    #[arg(long, value_name = "ENGINE:K=V")]
    pub option: Vec<String>,
    /// Workloads to run: start, mate7, perft, speed, positions, or a position and a limit (depth N, nodes N,
    /// movetime MS, perft N); repeat for several.
    #[arg(long, value_name = "NAME=FEN@LIMIT")]
    pub workload: Vec<String>,
    /// Positions of a file, EPD or FEN, one a line, as a workload: each is searched once in a sample, and its
    /// speed is the geometric mean over them. With several numbers of threads: the positions
    /// [default: the start position and those of speed].
    #[arg(long, value_name = "FILE")]
    pub positions: Option<PathBuf>,
    /// With --positions: so many of them, drawn by --seed.
    #[arg(long, value_name = "N", requires = "positions",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub sample: Option<u32>,
    /// With --positions: how each is searched (depth N, nodes N, movetime MS) [default: --time
    /// shared by all of them, 50 ms each at least].
    #[arg(long, value_name = "LIMIT", requires = "positions")]
    pub limit: Option<String>,
    /// Measure every engine's own bench: its program is started with these words, and nodes and time
    /// are read from its output. Alone, or with the workloads that are named.
    #[arg(long, value_name = "WORDS", num_args = 0..=1, require_equals = true,
          default_missing_value = "bench")]
    pub bench: Option<String>,
    /// How two programs share the machine: both at once on one processor, each timed by its own
    /// processor clock, or one after the other [default: duet for two builds of one program].
    #[arg(long, value_name = "HOW", value_parser = pairing)]
    pub pairing: Option<Pairing>,
    /// Measured blocks per workload; each engine runs twice in one [default: 6; 3 quick, 10 full].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: Option<u32>,
    /// Blocks run first and dropped [default: 1].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub warmup: Option<u32>,
    /// Lifetime of an engine's process: per-block, so that the interval includes its luck with memory, or
    /// persistent, one for all blocks of all workloads unless it fails.
    #[arg(long, value_name = "HOW", value_parser = processes, default_value_t = Processes::PerBlock)]
    pub processes: Processes,
    /// Length of a sustained or timed sample: 0.5, 500ms, 2s [default: 2s; 500ms quick; 200ms where two
    /// programs run both at once].
    #[arg(long, value_name = "TIME", value_parser = sample_time)]
    pub time: Option<f64>,
    /// Go on with blocks until the half-width of every 95 % interval is at most this share of its
    /// ratio, or the time is spent (--time-limit; --rounds are then the most blocks).
    #[arg(long, value_name = "PER CENT", value_parser = per_cent)]
    pub precision: Option<f64>,
    /// Time for the whole run: 90, 500ms, 90s, 5m, 1h [default: 36s quick, 4m, 38m full, 20s where two
    /// programs run both at once; none with --rounds]. Not --time, which is how long one sample is.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time_limit: Option<f64>,
    /// Go on with blocks until this ratio is decided: 'new/old>=0.99', or '>=0.99' for every engine over
    /// the first. The geometric mean over the workloads counts. Exit code 0 when its whole interval is
    /// at the limit or above, 3 when it is below, 4 when the time is spent before (--time-limit; --rounds
    /// are then the most blocks).
    #[arg(long, value_name = "NEW/OLD>=RATIO")]
    pub gate: Option<String>,
    /// With --gate: hold each workload against the limit, corrected for their number
    /// [default: their geometric mean].
    #[arg(long, requires = "gate")]
    pub gate_each: bool,
    /// With --gate: exit codes for git bisect run: 0 good, 1 bad, 125 to pass a commit over (the
    /// interval does not tell, or an engine fails), 128 and more to stop.
    #[arg(long, requires = "gate")]
    pub bisect: bool,
    /// Transposition table of every engine, MiB [default: 16].
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub hash: Option<u32>,
    /// Search threads of every engine, each on a processor of its own. Several numbers, as in
    /// 1,2,4: instead of the workloads, how nodes a second, time to depth and nodes to depth change
    /// with them, for ours both ways of sharing a search and for every reference with `Threads`;
    /// ten minutes at most, and positions as deep as that allows, unless --time is given.
    #[arg(long, value_name = "N[,N…]", default_value = "1", value_delimiter = ',',
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Vec<u32>,
    /// The logical processors to pin engines to, one for each thread [default: the least loaded
    /// of the fastest kind].
    #[arg(long, value_name = "N[,N…]", value_delimiter = ',')]
    pub core: Vec<u32>,
    /// Seed of the order, of the intervals and of samples of positions [default: 1].
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// The folder of the record, a folder for each CPU in it [default: reports].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// At most a minute: our best level and the reference, three workloads; with --boards, both
    /// boards at our best level.
    #[arg(long, conflicts_with = "full")]
    pub quick: bool,
    /// At most 40 minutes: all levels at length, and the speed workloads; with --boards, at most an
    /// hour: longer samples and more blocks.
    #[arg(long)]
    pub full: bool,
    /// Compare one engine with itself under two names, to show the result for no difference.
    #[arg(long)]
    pub self_check: bool,
    /// The search profile of our engine [default: axon; with --boards, every one].
    #[arg(long, value_name = "NAME", value_parser = ["axon", "full", "umko"])]
    pub profile: Option<String>,
    /// Our engine alone, on the matrix and on the magic board in turn: at every level, in every
    /// profile, from the start, the mate in 7, kiwipete and the positions of bench, and perft.
    #[arg(long, conflicts_with_all = ["engine", "self_check", "without_ours"])]
    pub boards: bool,
    /// With several numbers of threads: leave the references out.
    #[arg(long, conflicts_with_all = ["engine", "without_ours"])]
    pub without_references: bool,
    /// Leave our engine out: compare references with the first of them.
    #[arg(long)]
    pub without_ours: bool,
    /// The forms in which the figures are wanted.
    #[command(flatten)]
    pub outputs: OutputArgs,
}

/// The time of a sample, in seconds.
pub fn sample_time(text: &str) -> Result<f64, String> {
    let seconds = duration(text).ok().filter(|seconds| (0.001..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "a time between 1ms and 1h, as in 0.5 (seconds), 500ms or 2s".to_owned())
}

/// `0.5%` as a share; the sign is asked for, since 0.5 alone might be half.
pub fn per_cent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').and_then(|n| n.trim().parse::<f64>().ok());
    match number {
        Some(number) if (0.001..=100.0).contains(&number) => Ok(number / 100.0),
        _ => Err("a number of per cent from 0.001% to 100%, as in 0.5%".to_owned()),
    }
}

/// `90`, `500ms`, `90s`, `5m`, `1h` in seconds.
pub fn duration(text: &str) -> Result<f64, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
    let unit = units.into_iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit)));
    let seconds = unit.and_then(|(number, unit)| Some(number.trim().parse::<f64>().ok()? * unit));
    seconds
        .filter(|seconds| *seconds > 0.0 && *seconds <= 604_800.0)
        .ok_or_else(|| "a time of up to a week, as in 500ms, 90s, 5m or 1h".to_owned())
}

/// A pairing by its name.
fn pairing(name: &str) -> Result<Pairing, String> {
    nucleus_base::text::named("pairing", &Pairing::ALL, name)
}

/// A lifetime of processes by its name.
fn processes(name: &str) -> Result<Processes, String> {
    nucleus_base::text::named("lifetime", &Processes::ALL, name)
}

impl CompareArgs {
    /// Returns the options, without engines that are given by themselves.
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

    /// The numbers of threads: one, or several in their order and one among them.
    pub fn threads(&self) -> Vec<u32> {
        let mut threads = self.threads.clone();
        if threads.len() > 1 {
            threads.push(1);
            threads.sort_unstable();
            threads.dedup();
        }
        threads
    }

    /// The commits that are asked for, with how to build them.
    ///
    /// # Errors
    /// When there is no folder to keep them in.
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
