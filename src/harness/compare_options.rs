//! The options of a comparison, and its plan.

use std::path::PathBuf;

use super::affinity;
use super::campaign::{MOST_BLOCKS, Plan, Processes};
use super::engine_options::nearest;
use super::fault::Fault;
use super::process::Launch;
use super::progress::RunError;
use super::references::EngineSpec;
use nucleus_base::build_info::BuildInfo;
use nucleus_base::text::{self, excerpt, prints};
use nucleus_core::profiles::ProfileName;
use nucleus_records::gate::RatioDemand;
use nucleus_records::record::{Pairing, Workload};
use nucleus_records::workloads::{Lengths, positions_to_depth};

/// The options of a comparison.
#[derive(Debug, Clone)]
pub struct CompareOptions {
    /// The source and compiler of the program that measures.
    pub build: BuildInfo,
    /// Reference engines that replace the default one; ratios refer to the first.
    pub engine: Vec<String>,
    /// Further references, in addition to the default one or those of `engine`.
    pub reference: Vec<String>,
    /// Engines that are compared with the first of them; our engine then takes no part.
    pub given: Vec<EngineSpec>,
    /// Notes for the record on the origin of the options.
    pub notes: Vec<String>,
    /// UCI options for single engines, each `ENGINE:NAME=VALUE`; `nucleus` means ours at every level.
    pub option: Vec<String>,
    /// Workloads to run: start, mate7, perft, speed, positions, or a position and a limit (depth N,
    /// nodes N, movetime MS, perft N).
    pub workload: Vec<String>,
    /// Further workloads, which need no parsing.
    pub sets: Vec<Workload>,
    /// The arguments of every engine's own bench, which runs alone or with named workloads.
    pub bench: Option<String>,
    /// Measured blocks per workload; each engine runs twice in one [default: 6; 3 quick, 10 full].
    pub rounds: Option<u32>,
    /// Uncounted warm-up blocks [default: 1; 0 with `boards`, over numbers of threads, in a duet].
    pub warmup: Option<u32>,
    /// The lifetime of an engine's process.
    pub processes: Processes,
    /// The way that two programs share the machine [default: depends on the programs].
    pub pairing: Option<Pairing>,
    /// Seconds of a sustained or timed sample [default: 2; 0.5 quick; less in a duet or on boards].
    pub time: Option<f64>,
    /// The half-width of every interval, relative to its ratio, at which measuring stops.
    pub precision: Option<f64>,
    /// The demand of a gate; the run ends when it is decided.
    pub gate: Option<RatioDemand>,
    /// The time limit of the run in seconds, instead of the mode's.
    pub time_limit: Option<f64>,
    /// The transposition table of every engine, in MiB.
    pub hash: u32,
    /// The number of search threads of every engine, each on its own processor. Several ascending
    /// numbers, including one, measure how every engine scales.
    pub threads: Vec<u32>,
    /// The logical processors to pin engines to, one per thread [default: the least loaded ones of
    /// the fastest type].
    pub core: Vec<u32>,
    /// The seed of the order of engines and of the resampling for intervals.
    pub seed: u64,
    /// The folder of records, with a subfolder per CPU [default: reports].
    pub out: Option<PathBuf>,
    /// The intended length of the run.
    pub mode: CompareMode,
    /// Compare an engine with itself under two names, to show the result for equal engines.
    pub self_check: bool,
    /// The search profile of our engine [default: axon; with `boards`, all].
    pub profile: Option<String>,
    /// Measure only our engine, on its boards in turn, at every level and profile.
    pub boards: bool,
    /// Leave our engine out, and compare references with the first of them.
    pub without_ours: bool,
    /// Leave the references out of a run over numbers of threads.
    pub without_references: bool,
}

nucleus_base::named_enum! {
    /// The intended length of a run.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum CompareMode {
        /// At most one minute.
        Quick = "quick",
        /// At most about six minutes; 20 with `boards`, ten over numbers of threads.
        Default = "default",
        /// At most forty minutes; an hour with `boards`.
        Full = "full",
    }
}

/// The minimum and maximum time in seconds of the search that chooses a position's depth, in a run
/// over numbers of threads.
const TO_DEPTH: [f64; 2] = [0.05, 5.0];
/// The mean time of one thread to the chosen depth, relative to the time of the search that chose it.
const SHARE_TO_DEPTH: f64 = 0.65;
/// The estimated growth, per thread, of the nodes that a search to a depth takes.
const NODES_PER_THREAD: f64 = 0.4;
/// The multiple of one thread's time after which a search to a depth is aborted.
const GIVE_UP: f64 = 30.0;
/// The length of a duet's sample in seconds.
const DUET_SAMPLE: f64 = 0.2;
/// The maximum length in seconds to which a duet's sample is extended if it is too short for an engine.
const DUET_LONGEST: f64 = 1.0;
/// The default length of a duet in seconds per pair of programs.
const DUET_SECONDS: f64 = 20.0;
/// The half-width of the interval at which a duet of default length ends early.
const DUET_PRECISION: f64 = 0.005;

impl CompareOptions {
    /// Returns `true` if our engine takes part.
    pub fn has_ours(&self) -> bool {
        !self.without_ours && self.given.is_empty()
    }

    /// Returns `true` if engines are compared with themselves over numbers of threads.
    pub fn is_over_threads(&self) -> bool {
        self.threads.len() > 1
    }

    /// Returns the largest number of search threads of an engine.
    pub fn most_threads(&self) -> u32 {
        self.threads.iter().copied().max().unwrap_or(1)
    }

    /// Returns the plan. If the number of rounds is given, all of them run, unless there is a time
    /// limit. With a target precision or a gate, that number is a maximum.
    pub fn plan(&self) -> Plan {
        let (rounds, seconds, budget, give_up) = match self.mode {
            CompareMode::Quick => (3, 0.5, 36.0, 20.0),
            CompareMode::Default => (6, 2.0, 240.0, 60.0),
            CompareMode::Full => (10, 2.0, 2_280.0, 300.0),
        };
        let (seconds, budget, warmup) = match self.mode {
            // The boards form many pairs with short samples, and preflight searches have warmed
            // each process up.
            _ if !self.boards => (seconds, budget, 1),
            CompareMode::Quick => (0.1, 60.0, 0),
            CompareMode::Default => (0.25, 1_200.0, 0),
            CompareMode::Full => (0.5, 3_600.0, 0),
        };
        let seconds = self.time.unwrap_or(seconds);
        let planned = self.rounds.is_none().then_some(budget);
        let open = self.precision.is_some() || self.gate.is_some();
        let most = if open { MOST_BLOCKS } else { rounds };
        let quick = self.mode == CompareMode::Quick && !self.boards && !open;
        let plan = Plan {
            // With fewer blocks there is no interval.
            fewest: if quick && self.time_limit.is_none() { 3 } else { 1 },
            rounds: self.rounds.unwrap_or(most),
            precision: self.precision,
            gate: self.gate.clone(),
            warmup: self.warmup.unwrap_or(warmup),
            warm_fixed: self.mode != CompareMode::Quick,
            seconds,
            short_seconds: match self.mode {
                CompareMode::Full => seconds,
                _ => (seconds / 4.0).max(0.001),
            },
            give_up,
            budget: self.time_limit.or(planned),
            longest: seconds,
            good_enough: None,
            processes: self.processes,
            pairing: Pairing::Alternate,
            seed: self.seed,
        };
        if !self.is_over_threads() {
            return plan;
        }
        let positions = match self.sets.len() {
            0 => positions_to_depth().count(),
            named => named,
        };
        let seconds = self.time_to_depth(positions);
        let open = self.time.is_some() || self.rounds.is_some();
        Plan {
            fewest: 1,
            rounds: self.rounds.unwrap_or(1),
            warmup: self.warmup.unwrap_or(0),
            seconds,
            give_up: seconds * GIVE_UP + 5.0,
            budget: self.time_limit.or((!open).then_some(self.budget_to_depth())),
            ..plan
        }
    }

    /// Returns the length of a run over numbers of threads in seconds.
    fn budget_to_depth(&self) -> f64 {
        self.time_limit.unwrap_or(match self.mode {
            CompareMode::Quick => 60.0,
            CompareMode::Default => 570.0,
            CompareMode::Full => 2_280.0,
        })
    }

    /// Returns the time in seconds of the search that chooses a position's depth: the one on the
    /// command line, or one that keeps a run over numbers of threads within its time.
    pub fn time_to_depth(&self, positions: usize) -> f64 {
        let named = self.given.len() + self.engine.len() + self.reference.len();
        let references = if self.without_references { 0 } else { named.max(1) };
        let engines = references + if self.has_ours() { 2 } else { 0 };
        let processors = affinity::available() as f64;
        let time = |&threads: &u32| {
            let threads = f64::from(threads);
            (SHARE_TO_DEPTH * (1.0 + NODES_PER_THREAD * threads) / processors).max(SHARE_TO_DEPTH)
        };
        // One search chooses the depth, and two with each number of threads are timed.
        let searches = 1.0 + 2.0 * self.threads.iter().map(time).sum::<f64>();
        let seconds = self.budget_to_depth() / (positions * engines) as f64 / searches;
        self.time.unwrap_or(((seconds * 1e2).round() / 1e2).clamp(TO_DEPTH[0], TO_DEPTH[1]))
    }

    /// Changes a plan to that of a duet: short samples, and by default blocks until the ratio is
    /// known to 0.5 % or the time is over.
    pub fn plan_duet(&self, plan: &mut Plan, programs: usize) {
        // A short run, too, has time for ten blocks of two rounds.
        let most = self.time_limit.map_or(DUET_SAMPLE, |limit| limit / 50.0);
        plan.seconds = self.time.unwrap_or(DUET_SAMPLE.min(most));
        plan.short_seconds = plan.seconds;
        plan.longest = self.time.unwrap_or(DUET_LONGEST);
        plan.warmup = self.warmup.unwrap_or(0);
        let open = self.precision.is_some() || self.gate.is_some();
        if self.rounds.is_none() && !open {
            plan.rounds = MOST_BLOCKS;
            plan.good_enough = Some(DUET_PRECISION);
            let pairs = programs.saturating_sub(1).max(1) as f64;
            plan.budget = Some(self.time_limit.unwrap_or(DUET_SECONDS * pairs));
            // With fewer blocks there is no interval. A block of benches or commands may take long.
            plan.fewest = if self.time_limit.is_none() { 3 } else { 1 };
        }
    }

    /// Returns the search profiles of our engine.
    ///
    /// # Errors
    /// If the requested profile does not exist.
    pub fn profiles(&self) -> Result<Vec<ProfileName>, RunError> {
        match &self.profile {
            Some(name) => Ok(vec![name.parse().map_err(RunError::Usage)?]),
            None if self.boards => Ok(ProfileName::ALL.into()),
            None => Ok(vec![ProfileName::Axon]),
        }
    }

    /// Returns the number of blocks for engines other than our best one and the reference.
    pub fn short_blocks(&self) -> u32 {
        if self.mode == CompareMode::Full { 5 } else { 1 }
    }

    /// Returns the lengths of the built-in workloads.
    pub fn lengths(&self) -> Lengths {
        Lengths {
            seconds: self.plan().seconds,
            speed_seconds: self.time.unwrap_or(5.0),
            perft_depth: if self.mode == CompareMode::Quick { 5 } else { 6 },
        }
    }
}

/// Parses an engine given as `NAME=COMMAND`.
///
/// # Errors
/// If the text has another form.
pub fn named_engine(argument: &str) -> Result<EngineSpec, RunError> {
    let (name, command) = argument
        .split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .ok_or_else(|| RunError::Usage(format!("engine `{argument}` is not NAME=COMMAND")))?;
    engine(name, command)
}

/// Adds an engine to others with different names.
///
/// # Errors
/// If there is one with its name.
pub fn add(specs: &mut Vec<EngineSpec>, spec: EngineSpec) -> Result<(), RunError> {
    let name = &spec.record.name;
    if specs.iter().any(|other| other.record.name == *name) {
        let message = format!("two engines have the name `{name}`; give them different names");
        return Err(RunError::Usage(message));
    }
    specs.push(spec);
    Ok(())
}

/// Returns an engine with this name and command line.
///
/// # Errors
/// If either is invalid.
pub fn engine(name: &str, command: &str) -> Result<EngineSpec, RunError> {
    named(name, Launch::from_command(command))
}

/// Returns an engine with this name and launch settings.
///
/// # Errors
/// If the name or the settings are invalid.
pub fn named(name: &str, launch: Result<Launch, Fault>) -> Result<EngineSpec, RunError> {
    if !text::is_name(name) {
        return Err(RunError::Usage(format!(
            "engine `{}`: the name is too long (over {} characters) or has unprintable characters",
            excerpt(name),
            text::NAME
        )));
    }
    let wrong = |error| RunError::Usage(format!("engine `{name}`: {error}"));
    Ok(EngineSpec::new(name, launch.map_err(wrong)?))
}

/// Returns the indices of the engines that `ENGINE:NAME=VALUE` refers to, the name and the value;
/// `nucleus` refers to all of ours.
///
/// # Errors
/// If the text has another form, or there is no such engine.
pub fn meant<'a>(
    text: &'a str,
    specs: &[EngineSpec],
) -> Result<(Vec<usize>, &'a str, &'a str), RunError> {
    let (engine, name, value) = split_option(text)?;
    let is_meant =
        |spec: &EngineSpec| spec.record.name == engine || (engine == "nucleus" && spec.record.ours);
    let meant: Vec<usize> = (0..specs.len()).filter(|&i| is_meant(&specs[i])).collect();
    if meant.is_empty() {
        let mut names: Vec<&str> = specs.iter().map(|s| s.record.name.as_str()).collect();
        if specs.iter().any(|s| s.record.ours) && !names.contains(&"nucleus") {
            names.insert(0, "nucleus");
        }
        let nearest = nearest(engine, &names);
        let message = format!("--option `{text}`: no engine `{engine}`; {nearest}");
        return Err(RunError::Usage(message));
    }
    Ok((meant, name, value))
}

fn split_option(text: &str) -> Result<(&str, &str, &str), RunError> {
    // The engine would read a line feed in a value as the start of another command.
    if !text.chars().all(prints) {
        return Err(RunError::Usage(format!(
            "--option `{}` has characters that do not print",
            excerpt(text)
        )));
    }
    text.split_once(':')
        .and_then(|(engine, rest)| {
            let (name, value) = rest.split_once('=')?;
            Some((engine, name.trim(), value.trim()))
        })
        .filter(|(engine, name, _)| !engine.is_empty() && !name.is_empty())
        .ok_or_else(|| RunError::Usage(format!("--option `{text}` is not ENGINE:NAME=VALUE")))
}
