//! Options of a comparison, and the plan that follows from them.

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

/// Options of a comparison.
#[derive(Debug, Clone)]
pub struct CompareOptions {
    /// The program that measures.
    pub build: BuildInfo,
    /// A reference engine in the place of the one that is found; repeat for several. Ratios are to the first.
    pub engine: Vec<String>,
    /// One more reference, beside the one that is found or those of `engine`.
    pub reference: Vec<String>,
    /// Engines that are compared with the first of them; ours is then not among them.
    pub given: Vec<EngineSpec>,
    /// Notes on the options' origin, for the record.
    pub notes: Vec<String>,
    /// A UCI option for one engine; `nucleus` stands for ours at every level.
    pub option: Vec<String>,
    /// Workloads to run: start, mate7, perft, speed, positions, or a position and a limit (depth N, nodes N,
    /// movetime MS, perft N); repeat for several.
    pub workload: Vec<String>,
    /// Workloads that are ready to be run, besides those named.
    pub sets: Vec<Workload>,
    /// The command of every engine's own bench, alone or with workloads that are named.
    pub bench: Option<String>,
    /// Measured blocks per workload; each engine runs twice in one [default: 6; 3 quick, 10 full].
    pub rounds: Option<u32>,
    /// Blocks run first and dropped [default: 1].
    pub warmup: Option<u32>,
    /// Lifetime of an engine's process.
    pub processes: Processes,
    /// How two programs share the machine [default: chosen by what they are].
    pub pairing: Option<Pairing>,
    /// Seconds of a sustained or timed sample [default: 2; 0.5 quick].
    pub time: Option<f64>,
    /// Go on with blocks until every interval's half-width is at most this share of its ratio.
    pub precision: Option<f64>,
    /// The ratio that the run must show; it ends when that is decided.
    pub gate: Option<RatioDemand>,
    /// Seconds for the whole run, in place of the mode's.
    pub time_limit: Option<f64>,
    /// Transposition table of every engine, MiB.
    pub hash: u32,
    /// Search threads of every engine, each on a processor of its own. Several numbers, one among them
    /// and in their order: how every engine changes with them.
    pub threads: Vec<u32>,
    /// The logical processors to pin engines to, one for each thread [default: the least loaded
    /// of the fastest kind].
    pub core: Vec<u32>,
    /// Seed of the order and of the intervals.
    pub seed: u64,
    /// The folder of the record, a folder for each CPU in it [default: reports].
    pub out: Option<PathBuf>,
    /// Intended length of the run.
    pub mode: CompareMode,
    /// Compare one engine with itself under two names, to show the result for no difference.
    pub self_check: bool,
    /// The search profile of our engine [default: axon; with `boards`, every one].
    pub profile: Option<String>,
    /// Our engine alone, on both boards in turn: every level and profile.
    pub boards: bool,
    /// Leave our engine out: compare references with the first of them.
    pub without_ours: bool,
    /// Over numbers of threads: leave the references out.
    pub without_references: bool,
}

nucleus_base::named_enum! {
    /// Intended length of a run.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum CompareMode {
        /// At most a minute.
        Quick = "quick",
        /// At most about six minutes.
        Default = "default",
        /// At most forty.
        Full = "full",
    }
}

/// Seconds within which one thread ends the depth of a position, over numbers of threads: at least, and
/// at most, where the command line does not say.
const TO_DEPTH: [f64; 2] = [0.05, 5.0];
/// The mean time to the depth that one thread ends within a time, as a share of that time.
const SHARE_TO_DEPTH: f64 = 0.65;
/// Growth of the nodes to a depth for each thread, where threads outnumber processors.
const NODES_PER_THREAD: f64 = 0.4;
/// A search to a depth is given up after so many times the time in which one thread ended it.
const GIVE_UP: f64 = 30.0;
/// Seconds of a sample of a duet.
const DUET_SAMPLE: f64 = 0.2;
/// Seconds that it may grow to where it is too short for an engine.
const DUET_LONGEST: f64 = 1.0;
/// Seconds of a duet for each pair of programs, where nothing else is asked for.
const DUET_SECONDS: f64 = 20.0;
/// The half-width at which such a run ends earlier.
const DUET_PRECISION: f64 = 0.005;

impl CompareOptions {
    /// True if our engine takes part.
    pub fn has_ours(&self) -> bool {
        !self.without_ours && self.given.is_empty()
    }

    /// True if engines are compared with themselves over numbers of threads.
    pub fn is_over_threads(&self) -> bool {
        self.threads.len() > 1
    }

    /// The most search threads of an engine.
    pub fn most_threads(&self) -> u32 {
        self.threads.iter().copied().max().unwrap_or(1)
    }

    /// The plan. Who gives the rounds wants them all: then there is no limit of time but one that is
    /// asked for. With a precision the rounds are how many there may be at most.
    pub fn plan(&self) -> Plan {
        let (rounds, seconds, budget, give_up) = match self.mode {
            CompareMode::Quick => (3, 0.5, 36.0, 20.0),
            CompareMode::Default => (6, 2.0, 240.0, 60.0),
            CompareMode::Full => (10, 2.0, 2_280.0, 300.0),
        };
        let (seconds, budget, warmup) = match self.mode {
            // Pairs are many and their samples short; each process has searched before it is
            // measured.
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
            // Fewer have no interval.
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

    /// Seconds of a run over numbers of threads.
    fn budget_to_depth(&self) -> f64 {
        self.time_limit.unwrap_or(match self.mode {
            CompareMode::Quick => 60.0,
            CompareMode::Default => 570.0,
            CompareMode::Full => 2_280.0,
        })
    }

    /// Returns the seconds of the search that chooses a position's depth: those of the command line, or
    /// else those with which a run over numbers of threads keeps to its time.
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

    /// Changes a plan to that of a duet: short samples, and blocks until the ratio is known to
    /// half a per cent or the time is spent, where nothing else is asked for.
    pub fn plan_duet(&self, plan: &mut Plan, programs: usize) {
        // Ten blocks of two rounds have room in a short run, too.
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
            // Fewer have no interval; whole runs may be long.
            plan.fewest = if self.time_limit.is_none() { 3 } else { 1 };
        }
    }

    /// The search profiles of our engine.
    ///
    /// # Errors
    /// When the one asked for does not exist.
    pub fn profiles(&self) -> Result<Vec<ProfileName>, RunError> {
        match &self.profile {
            Some(name) => Ok(vec![name.parse().map_err(RunError::Usage)?]),
            None if self.boards => Ok(ProfileName::ALL.into()),
            None => Ok(vec![ProfileName::Axon]),
        }
    }

    /// Blocks that the engines other than our best and the reference take part in.
    pub fn short_blocks(&self) -> u32 {
        if self.mode == CompareMode::Full { 5 } else { 1 }
    }

    /// The lengths of the built-in workloads.
    pub fn lengths(&self) -> Lengths {
        Lengths {
            seconds: self.plan().seconds,
            speed_seconds: self.time.unwrap_or(5.0),
            perft_depth: if self.mode == CompareMode::Quick { 5 } else { 6 },
        }
    }
}

/// An engine given as `NAME=COMMAND`.
///
/// # Errors
/// When it is not of that form.
pub fn named_engine(argument: &str) -> Result<EngineSpec, RunError> {
    let (name, command) = argument
        .split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .ok_or_else(|| RunError::Usage(format!("engine `{argument}` is not NAME=COMMAND")))?;
    engine(name, command)
}

/// Adds an engine to others, whose names are not its own.
///
/// # Errors
/// When there is one of its name.
pub fn add(specs: &mut Vec<EngineSpec>, spec: EngineSpec) -> Result<(), RunError> {
    let name = &spec.record.name;
    if specs.iter().any(|other| other.record.name == *name) {
        let said = format!("there are two engines `{name}`; give each a name of its own");
        return Err(RunError::Usage(said));
    }
    specs.push(spec);
    Ok(())
}

/// An engine by its name and its command line.
///
/// # Errors
/// When either is none.
pub fn engine(name: &str, command: &str) -> Result<EngineSpec, RunError> {
    named(name, Launch::from_command(command))
}

/// An engine by its name and what starts it.
///
/// # Errors
/// When the name is none, or nothing starts it.
pub fn named(name: &str, launch: Result<Launch, Fault>) -> Result<EngineSpec, RunError> {
    if !text::is_name(name) {
        return Err(RunError::Usage(format!(
            "engine `{}`: a name has up to {} characters, and all of them print; give it another",
            excerpt(name),
            text::NAME
        )));
    }
    let wrong = |fault| RunError::Usage(format!("engine `{name}`: {fault}"));
    Ok(EngineSpec::new(name, launch.map_err(wrong)?))
}

/// Returns the places of the engines that `ENGINE:NAME=VALUE` means, the name and the value; `nucleus` means
/// all of ours.
///
/// # Errors
/// When it is not of that form, or there is no such engine.
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
        let said = format!("--option `{text}`: there is no engine `{engine}`; {nearest}");
        return Err(RunError::Usage(said));
    }
    Ok((meant, name, value))
}

fn split_option(text: &str) -> Result<(&str, &str, &str), RunError> {
    // A line feed in a value would be a command of its own to the engine.
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
