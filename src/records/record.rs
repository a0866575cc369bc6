//! The record: everything one machine measured in one go, as JSON.
//!
//! A record is the only thing that tables and charts are made from. It keeps the raw samples,
//! so that anybody can compute the summaries again. Every field about the machine may be missing, since
//! containers and virtual machines hide many.
//!
//! The same schema in prose stands in `reports/SCHEMA.md`.

mod figures;
mod sample;

pub use figures::{Ratio, RatioResult, Spread, Summary};
pub use sample::{CyclesFrom, Sample, SampleCounters, SamplePart};

use serde::{Deserialize, Serialize};

pub use super::gate::GateVerdict;
pub use super::machine_record::{Cache, Counting, Machine, Source};

/// The schema version that this build writes.
pub const SCHEMA: u32 = 2;

/// [`CompareSettings::mode`] of the bench `perft`, which counts in its own process.
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
    /// The program that wrote it, e.g. `nucleus 0.2.0`.
    pub tool: String,
    /// Start of the run, UTC, `2026-11-21T23:12:11Z`.
    pub started: String,
    /// Time of the last write, UTC.
    pub written: String,
    /// False while the run goes on, and for ever when it was cut short.
    pub complete: bool,
    /// Settings of the run.
    pub settings: CompareSettings,
    /// The machine it ran on.
    pub machine: Machine,
    /// The program's own source and compiler.
    pub source: Source,
    /// The commit of the project that is measured, with `-dirty` where its files had changed: of the git
    /// repository that the run was started in. None where our engine takes part, see `source`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project_commit: Option<String>,
    /// Every engine that was asked for, those that failed included, in table order.
    pub engines: Vec<EngineRecord>,
    /// Every workload that was asked for, in table order.
    pub workloads: Vec<Workload>,
    /// The raw measurements, in the order they were made, the warm-up included.
    pub samples: Vec<Sample>,
    /// The speed of the machine itself before each block.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub probes: Vec<ProbeSample>,
    /// Failures of engines. The samples of the others are kept.
    pub failures: Vec<FailureRecord>,
    /// One row per engine and workload, computed from `samples`.
    pub summaries: Vec<Summary>,
    /// Every engine over the first, on all workloads together, computed from `samples`; none in records
    /// without a pairing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<RatioResult>,
    /// The verdict of `--gate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gate: Option<GateVerdict>,
    /// Warnings about the whole run: load, clock, no affinity, no counters.
    pub warnings: Vec<String>,
}

/// Settings of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct CompareSettings {
    /// `quick`, `default`, `full`, [`PERFT`] or [`THREADS`].
    pub mode: String,
    /// Blocks measured per workload, the warm-up not counted.
    pub rounds: u32,
    /// Blocks run first and dropped.
    pub warmup: u32,
    /// Lifetime of an engine's process: `per-block` or `persistent`. Empty in records made before
    /// there was a choice; all their processes were persistent.
    pub processes: String,
    /// Seconds of one sample of the `sustained` and `timed` protocols.
    pub seconds: f64,
    /// The half-width of intervals, as a share of the ratio, until which blocks were measured
    /// (`--precision`); none where their number was planned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision: Option<f64>,
    /// Seconds that the run was given (`--time-limit`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<f64>,
    /// Transposition table of every engine, MiB.
    pub hash_mib: u32,
    /// Search threads of every engine; over numbers of threads the most.
    pub threads: u32,
    /// Processors that engines may use, of a run over numbers of threads: with more threads nothing is
    /// timed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processors: Option<u32>,
    /// The first logical processor that the engines were pinned to; none where there is no
    /// affinity.
    pub core: Option<u32>,
    /// All of them, one for each thread.
    pub cores: Vec<u32>,
    /// Seed of the resampling and of the first block's rotation.
    pub seed: u64,
    /// The time that speeds are by: `processor` or `wall`. Empty in records of schema 1, which are
    /// by wall time.
    pub clock: String,
    /// How two programs shared the machine: `duet` or `alternate`. `None` in records made before
    /// there was a choice; their programs ran by turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairing: Option<Pairing>,
    /// The reason for the pairing, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairing_reason: Option<String>,
    /// Seconds by our clock of the start of the shell, on an empty command line. Its median is not in the
    /// times of commands, of which `q3` − `q1` is the least; none without a shell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shell_seconds: Option<Spread>,
    /// Processor time of the shell's start, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shell_task_seconds: Option<Spread>,
    /// The ratio that the run had to show (`--gate`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gate: Option<String>,
    /// True when the same engine ran under two names (`--self-check`).
    pub self_check: bool,
    /// True when our engine ran on both boards, in pairs and beside no other (`--boards`).
    pub boards: bool,
}

/// Two fixed loops of the harness, timed before a block: a neighbour on the same physical core makes
/// them slower, and the engines as well.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ProbeSample {
    /// [`Workload::name`].
    pub workload: String,
    /// The block that follows.
    pub block: u32,
    /// Milliseconds of processor time of four independent chains of additions, loads and stores.
    pub throughput_ms: f64,
    /// Milliseconds of processor time of a pointer chase over 16 MiB.
    pub chase_ms: f64,
}

/// An engine that took part: ours at some level, or a reference.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct EngineRecord {
    /// The name in tables, unique in the record; samples refer to it.
    pub name: String,
    /// True when it is Nucleus.
    pub ours: bool,
    /// True when ratios are taken against it.
    pub reference: bool,
    /// True for the engine that headline figures are about: our best level.
    pub headline: bool,
    /// The engine's `id name`.
    pub id_name: Option<String>,
    /// The engine's `id author`.
    pub id_author: Option<String>,
    /// Answer to `compiler`, its lines joined by `; `.
    pub build: Option<String>,
    /// The instruction sets that its `compiler` command names, e.g. `64bit SSE2`.
    pub build_flags: Option<String>,
    /// The files of the networks that it evaluates with: what its options `EvalFile…` say, where `Use NNUE` does
    /// not switch them off. Of ours, none by hand and `built-in` for the one of its commit; records before
    /// 2026-11-26 have none of ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// True when the build is below this CPU's level; no claim against a native build follows.
    pub generic: Option<bool>,
    /// SHA-256 of the executable file.
    pub file_sha256: Option<String>,
    /// Bytes of the executable file.
    pub file_bytes: Option<u64>,
    /// UCI options that were set, in the order they were sent.
    pub options: Vec<(String, String)>,
    /// The command line, with directories left out.
    pub command: String,
    /// The kernel level, if it is ours.
    pub level: Option<String>,
    /// The kernel variant, if it is ours: `intrinsics` or `asm`.
    pub variant: Option<String>,
    /// The search profile, if it is ours: `axon`, `full` or `umko`.
    pub profile: Option<String>,
    /// The board, if it is ours: `matrix` or another.
    pub board: Option<String>,
    /// The engine that this one ran in turn with, beside no other; its ratios are to that one.
    pub paired_with: Option<String>,
    /// Search threads, where they are not those of [`CompareSettings::threads`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<u32>,
    /// Seconds from `isready` sent to `readyok` read, median: the cost of the pipe. In records before
    /// 0.3 from `go depth 1` to `bestmove`.
    pub pipe_seconds: Option<f64>,
    /// True when this engine ran one short round instead of all.
    pub short: bool,
    /// The commit that it was built from, if the run built it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<EngineCommit>,
}

/// The commit that an engine was built from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct EngineCommit {
    /// Hash of the commit.
    pub hash: String,
    /// The first line of its message.
    pub subject: String,
    /// Position in the list of commits, from 0; commits that do not build count too.
    pub place: u32,
}

nucleus_base::named_enum! {
    /// How two programs share the machine.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum Pairing {
        /// Both at once on one processor, each timed by its own processor clock.
        Duet = "duet",
        /// One after the other, in an order that reads the same from both ends.
        Alternate = "alternate",
    }
}

nucleus_base::named_enum! {
    /// The way a workload is run.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum Protocol {
        /// One search to a fixed limit from a cleared state.
        #[default]
        Paper = "paper",
        /// Repeated searches, each from a cleared state, until enough seconds are spent.
        Sustained = "sustained",
        /// One search for a fixed time from a cleared state.
        Timed = "timed",
        /// One search to the deepest depth that one thread of the engine ends within the limit, a
        /// time, from a cleared state.
        Depth = "depth",
        /// `go perft`: identical work in every engine.
        Perft = "perft",
        /// One search of each of several positions, all to one limit and each from a cleared state.
        Set = "set",
        /// The engine's own `bench`, in a process of its own; nodes and seconds are read from its
        /// output.
        Bench = "bench",
        /// A whole run of a command.
        Command = "command",
        /// A protocol that this build does not know, from a newer record.
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
    /// The position's name alone, shared by the protocols it runs under: `start`, `mate7`.
    pub position: String,
    /// The position; of a set the first.
    pub fen: String,
    /// The positions of a set, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fens: Vec<String>,
    /// Arguments of `go`: `depth 10`, `movetime 2000`, `perft 6`.
    pub limit: String,
    /// The way the workload is run.
    pub protocol: Protocol,
    /// Best moves that are right, any of them; empty where every move is.
    pub best: Vec<String>,
    /// The mate that must be announced, in moves, if one must.
    pub mate: Option<i32>,
    /// The node count that must come out, for perft.
    pub expected_nodes: Option<u64>,
}

/// A failure of an engine.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct FailureRecord {
    /// [`EngineRecord::name`].
    pub engine: String,
    /// [`Workload::name`], or none when it failed before the first.
    pub workload: Option<String>,
    /// A word for the kind: `missing`, `not-executable`, `no-uciok`, `no-readyok`, `exited`,
    /// `silent`, `too-much-output`, `illegal-move`, `no-nodes`, `absurd-nodes`, `absurd-counts`,
    /// `line-too-long`, `io`.
    pub kind: String,
    /// One sentence for people.
    pub message: String,
    /// The last lines that the engine wrote to standard output, oldest first.
    pub last_lines: Vec<String>,
    /// The last lines that the engine wrote to standard error, oldest first.
    pub last_errors: Vec<String>,
    /// Exit code, if it exited by itself.
    pub exit_code: Option<i32>,
    /// The signal that ended it, if one did.
    pub signal: Option<i32>,
}

impl Record {
    /// True if engines are compared with themselves over numbers of threads.
    pub fn is_over_threads(&self) -> bool {
        self.settings.mode == THREADS
    }

    /// The engine of this name.
    pub fn engine(&self, name: &str) -> Option<&EngineRecord> {
        self.engines.iter().find(|e| e.name == name)
    }

    /// The workload of this name.
    pub fn workload(&self, name: &str) -> Option<&Workload> {
        self.workloads.iter().find(|w| w.name == name)
    }

    /// The row of this engine on this workload.
    pub fn summary(&self, engine: &str, workload: &str) -> Option<&Summary> {
        self.summaries.iter().find(|s| s.engine == engine && s.workload == workload)
    }
}
