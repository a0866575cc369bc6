//! The record of a comparison: all measurements of one run on one machine, as JSON.
//!
//! Tables and charts are made from records alone. A record keeps the raw samples, so that the summaries
//! can be recomputed. Any field about the machine may be missing, since containers and virtual machines
//! hide many of them.
//!
//! `reports/SCHEMA.md` describes the same schema in prose.

mod figures;
mod sample;

pub use figures::{Ratio, RatioResult, Spread, Summary};
pub use sample::{CyclesFrom, Sample, SampleCounters, SamplePart};

use serde::{Deserialize, Serialize};

pub use super::gate::GateVerdict;
pub use super::machine_record::{Cache, Counting, Machine, Source};

/// The schema version that this build writes.
pub const SCHEMA: u32 = 2;

/// [`CompareSettings::mode`] of the benchmark `perft` (`cargo bench`), which counts in its own process.
pub const PERFT: &str = "perft";
/// [`CompareSettings::mode`] of engines over numbers of threads, each compared with itself.
pub const THREADS: &str = "threads";

/// The measurements of one run on one machine.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Record {
    /// The version of the schema that the record was written in, see [`SCHEMA`].
    pub schema: u32,
    /// The program that wrote the record, e.g. `nucleus 0.2.0`.
    pub tool: String,
    /// Start time of the run, UTC, `2026-11-21T23:12:11Z`.
    pub started: String,
    /// Time of the last write, UTC.
    pub written: String,
    /// `false` until the run is complete; stays `false` if the run was cut short.
    pub complete: bool,
    /// The settings of the run.
    pub settings: CompareSettings,
    /// The machine of the run.
    pub machine: Machine,
    /// The source and compiler of the program that wrote the record.
    pub source: Source,
    /// The commit of the measured project, with `-dirty` for uncommitted changes: that of the git repository
    /// that the run was started in. `None` if our engine takes part, see `source`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project_commit: Option<String>,
    /// All requested engines in table order, including those that failed.
    pub engines: Vec<EngineRecord>,
    /// All requested workloads in table order.
    pub workloads: Vec<Workload>,
    /// The raw measurements in the order they were made, including the warm-up.
    pub samples: Vec<Sample>,
    /// The speed of the machine itself before each block.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub probes: Vec<ProbeSample>,
    /// Failures of engines; the samples of the others are kept.
    pub failures: Vec<FailureRecord>,
    /// A row per engine and workload, computed from `samples`.
    pub summaries: Vec<Summary>,
    /// The ratio of every engine to the first over all workloads, computed from `samples`; empty in records
    /// without a pairing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<RatioResult>,
    /// The verdict of `--gate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gate: Option<GateVerdict>,
    /// Warnings about the complete run: load, clock, missing affinity or counters.
    pub warnings: Vec<String>,
}

/// The settings of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct CompareSettings {
    /// `quick`, `default`, `full`, [`PERFT`] or [`THREADS`].
    pub mode: String,
    /// Blocks measured per workload, without the warm-up.
    pub rounds: u32,
    /// Warm-up blocks per workload, whose samples are not used.
    pub warmup: u32,
    /// The lifetime of an engine's process: `per-block` or `persistent`. Empty in records made before there
    /// was a choice, whose processes were persistent.
    pub processes: String,
    /// Duration in seconds of a sample of the `sustained` and `timed` protocols.
    pub seconds: f64,
    /// The half-width of intervals, relative to the ratio, at which measuring stops (`--precision`); `None`
    /// for a fixed number of blocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision: Option<f64>,
    /// The time limit of the run in seconds (`--time-limit`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<f64>,
    /// The transposition table of every engine, in MiB.
    pub hash_mib: u32,
    /// The search threads of every engine; over numbers of threads, the largest number.
    pub threads: u32,
    /// The number of processors that engines may use, in a run over numbers of threads; nothing is timed
    /// with more threads than that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processors: Option<u32>,
    /// The first logical processor that the engines were pinned to; `None` if they were not pinned.
    pub core: Option<u32>,
    /// All processors that the engines were pinned to, at most one per thread.
    pub cores: Vec<u32>,
    /// The seed of the resampling and of the first block's rotation.
    pub seed: u64,
    /// The clock that speeds are based on: `processor` or `wall`. Empty in records of schema 1, which use
    /// wall time.
    pub clock: String,
    /// The pairing of two programs: `duet` or `alternate`. `None` in records made before there was a choice,
    /// whose programs alternated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairing: Option<Pairing>,
    /// A sentence with the reason for the pairing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairing_reason: Option<String>,
    /// The wall time in seconds that the shell takes for an empty command line. Its median is subtracted from
    /// the times of commands, which are at least `q3` − `q1`; `None` without a shell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shell_seconds: Option<Spread>,
    /// The processor time in seconds of the shell's start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shell_task_seconds: Option<Spread>,
    /// The demand of `--gate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gate: Option<String>,
    /// `true` if the same engine ran under two names (`--self-check`).
    pub self_check: bool,
    /// `true` if only our engine ran, on its boards in turn (`--boards`).
    pub boards: bool,
}

/// The times of two fixed loops of the harness before a block. Load from outside on the same physical
/// core slows them and the engines alike.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ProbeSample {
    /// The [`Workload::name`] of the block that follows.
    pub workload: String,
    /// The number of the block that follows.
    pub block: u32,
    /// Milliseconds of processor time of four independent chains of additions, loads and stores.
    pub throughput_ms: f64,
    /// Milliseconds of processor time of a pointer chase over 16 MiB.
    pub chase_ms: f64,
}

/// An engine that took part: ours at some level, or another one.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct EngineRecord {
    /// The name in tables, unique in the record; samples refer to it.
    pub name: String,
    /// `true` if the engine is Nucleus.
    pub ours: bool,
    /// `true` if ratios are taken to this engine.
    pub reference: bool,
    /// `true` for the engine of the headline figures: our best level.
    pub headline: bool,
    /// The engine's `id name`.
    pub id_name: Option<String>,
    /// The engine's `id author`.
    pub id_author: Option<String>,
    /// The answer to `compiler`, its lines joined by `; `.
    pub build: Option<String>,
    /// The instruction sets in the answer to `compiler`, e.g. `64bit SSE2`.
    pub build_flags: Option<String>,
    /// The files of the networks that the engine evaluates with: the values of its options `EvalFile…`,
    /// unless `Use NNUE` is off. For our engine, `None` for the hand-written evaluation and `built-in` for
    /// the network of its commit; missing for our engine in records before 2026-11-26.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// `true` if the build is below this CPU's level, so that it permits no claim about a native build.
    pub generic: Option<bool>,
    /// The SHA-256 of the executable file.
    pub file_sha256: Option<String>,
    /// The size of the executable file in bytes.
    pub file_bytes: Option<u64>,
    /// The UCI options that were set, in the order they were sent.
    pub options: Vec<(String, String)>,
    /// The command line without directories.
    pub command: String,
    /// The kernel level, for our engine.
    pub level: Option<String>,
    /// The kernel variant, for our engine: `intrinsics` or `asm`.
    pub variant: Option<String>,
    /// The search profile, for our engine: `axon`, `full` or `umko`.
    pub profile: Option<String>,
    /// The board, for our engine: `matrix` or another.
    pub board: Option<String>,
    /// The engine that this one alternates with, apart from all others; ratios refer to it.
    pub paired_with: Option<String>,
    /// The search threads in a run over numbers of threads; otherwise those of the settings apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<u32>,
    /// The latency of the pipe: seconds from sending `isready` to reading `readyok`, median. In records
    /// before 0.3 from `go depth 1` to `bestmove`.
    pub pipe_seconds: Option<f64>,
    /// `true` if this engine ran a reduced number of blocks.
    pub short: bool,
    /// The commit that the engine was built from, if the run built it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<EngineCommit>,
}

/// The commit that an engine was built from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct EngineCommit {
    /// The hash of the commit.
    pub hash: String,
    /// The first line of its message.
    pub subject: String,
    /// The index in the list of commits, from 0, which includes commits that do not build.
    pub place: u32,
}

nucleus_base::named_enum! {
    /// The way that two programs share the machine.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    #[non_exhaustive]
    pub enum Pairing {
        /// Both at the same time on one processor, each timed by its processor time.
        Duet = "duet",
        /// One after the other, in a palindromic order.
        Alternate = "alternate",
    }
}

nucleus_base::named_enum! {
    /// The way a workload is run.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    #[non_exhaustive]
    pub enum Protocol {
        /// One search to a fixed limit from a cleared state.
        #[default]
        Paper = "paper",
        /// Repeated searches, each from a cleared state, for a minimum time.
        Sustained = "sustained",
        /// One search for a fixed time from a cleared state.
        Timed = "timed",
        /// One search from a cleared state to the deepest depth that one thread of the engine
        /// completes within the limit, a time.
        Depth = "depth",
        /// `go perft`: identical work in every engine.
        Perft = "perft",
        /// One search of each of several positions, all to one limit and from a cleared state.
        Set = "set",
        /// The engine's own `bench` in a separate process; nodes and seconds are read from its
        /// output.
        Bench = "bench",
        /// A complete run of a command.
        Command = "command",
        /// A protocol from a newer record that this build does not know.
        #[serde(other)]
        Unknown = "unknown",
    }
}

/// A position, a limit and a protocol.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Workload {
    /// The name in tables, unique in the record, e.g. `start/paper`; samples refer to it.
    pub name: String,
    /// The position's name, shared by its protocols: `start`, `mate7`.
    pub position: String,
    /// The position as FEN; of a set, the first one.
    pub fen: String,
    /// The positions of a set in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fens: Vec<String>,
    /// The arguments of `go`: `depth 10`, `movetime 2000`, `perft 6`.
    pub limit: String,
    /// The way the workload is run.
    pub protocol: Protocol,
    /// The accepted best moves; empty if every move is accepted.
    pub best: Vec<String>,
    /// The mate that must be reported, in moves, if any.
    pub mate: Option<i32>,
    /// The expected node count, for perft.
    pub expected_nodes: Option<u64>,
}

/// A failure of an engine.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct FailureRecord {
    /// The [`EngineRecord::name`] of the engine that failed.
    pub engine: String,
    /// [`Workload::name`]; `None` if the engine failed before the first workload.
    pub workload: Option<String>,
    /// The kind: `bad-command`, `missing`, `not-executable`, `io`, `no-uciok`, `no-readyok`,
    /// `exited`, `silent`, `too-slow`, `illegal-move`, `no-nodes`, `absurd-nodes`, `absurd-counts`,
    /// `wrong-position`, `bad-option`, `too-much-output`, `unsupported` or `interrupted`.
    pub kind: String,
    /// A sentence for people.
    pub message: String,
    /// The last lines that the engine wrote to standard output, oldest first.
    pub last_lines: Vec<String>,
    /// The last lines that the engine wrote to standard error, oldest first.
    pub last_errors: Vec<String>,
    /// The exit code, if the process exited by itself.
    pub exit_code: Option<i32>,
    /// The signal that ended the process, if any.
    pub signal: Option<i32>,
}

impl Record {
    /// Returns `true` if engines are compared with themselves over numbers of threads.
    pub fn is_over_threads(&self) -> bool {
        self.settings.mode == THREADS
    }

    /// Returns the engine with this name.
    pub fn engine(&self, name: &str) -> Option<&EngineRecord> {
        self.engines.iter().find(|e| e.name == name)
    }

    /// Returns the workload with this name.
    pub fn workload(&self, name: &str) -> Option<&Workload> {
        self.workloads.iter().find(|w| w.name == name)
    }

    /// Returns the row of this engine on this workload.
    pub fn summary(&self, engine: &str, workload: &str) -> Option<&Summary> {
        self.summaries.iter().find(|s| s.engine == engine && s.workload == workload)
    }
}
