//! The record: everything one machine measured in one go, as JSON.
//!
//! A record is the only thing that tables and charts are made from. It keeps the raw samples,
//! so that anybody can compute the summaries again. Three rules keep old and new records
//! readable beside each other:
//!
//! - [`SCHEMA`] is raised when a field changes its meaning or goes away, not when one is added;
//! - unknown fields are ignored, and missing ones become `None`, empty or zero;
//! - every field about the machine may be missing, since containers and virtual machines hide many.
//!
//! The same schema in prose stands in `reports/SCHEMA.md`.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::text::{RawRecord, to_json};

pub use super::machine_record::{Cache, Counting, Machine, Source};

/// The schema version that this build writes.
pub const SCHEMA: u32 = 1;

/// What one machine measured in one go.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// The version of the schema that the record was written in, see [`SCHEMA`].
    pub schema: u32,
    /// The program that wrote it, e.g. `nucleus 0.1.0`.
    pub tool: String,
    /// When the run started, UTC, `2026-11-21T23:12:11Z`.
    pub started: String,
    /// When the record was last written, UTC.
    pub written: String,
    /// False while the run goes on, and for ever when it was cut short.
    pub complete: bool,
    /// How the run was set up.
    pub settings: CompareSettings,
    /// The machine it ran on.
    pub machine: Machine,
    /// The program's own source and compiler.
    pub source: Source,
    /// Every engine that was asked for, those that failed included, in table order.
    pub engines: Vec<EngineRecord>,
    /// Every workload that was asked for, in table order.
    pub workloads: Vec<Workload>,
    /// The raw measurements, in the order they were made, the warm-up included.
    pub samples: Vec<Sample>,
    /// What went wrong with which engine. The samples of the others are kept.
    pub failures: Vec<FailureRecord>,
    /// One row per engine and workload, computed from `samples`.
    pub summaries: Vec<Summary>,
    /// What was wrong with the run as a whole: load, clock, no affinity, no counters.
    pub warnings: Vec<String>,
}

/// How a run was set up.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompareSettings {
    /// `quick`, `default` or `full`.
    pub mode: String,
    /// Blocks measured per workload, the warm-up not counted.
    pub rounds: u32,
    /// Blocks run first and dropped.
    pub warmup: u32,
    /// How long a process of an engine was kept: `per-block` or `persistent`. Empty in records
    /// made before there was a choice; all their processes were persistent.
    pub processes: String,
    /// Seconds of one sample of the `sustained` and `timed` protocols.
    pub seconds: f64,
    /// Transposition table of every engine, MiB.
    pub hash_mib: u32,
    /// Search threads of every engine.
    pub threads: u32,
    /// The first logical processor that the engines were pinned to; none where there is no
    /// affinity.
    pub core: Option<u32>,
    /// All of them, one for each thread.
    pub cores: Vec<u32>,
    /// Seed of the resampling and of the first block's rotation.
    pub seed: u64,
    /// True when the same engine ran under two names (`--self-check`).
    pub self_check: bool,
}

/// An engine that took part: ours at some level, or a reference.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
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
    /// What it answered to `uci` as `id name`.
    pub id_name: Option<String>,
    /// What it answered to `uci` as `id author`.
    pub id_author: Option<String>,
    /// What its `compiler` command says, its lines joined by `; `.
    pub build: Option<String>,
    /// The instruction sets that its `compiler` command names, e.g. `64bit SSE2`.
    pub build_flags: Option<String>,
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
    /// Seconds from `go depth 1` sent to `bestmove` read, median: the cost of the pipe.
    pub pipe_seconds: Option<f64>,
    /// True when this engine ran one short round instead of all.
    pub short: bool,
}

/// How a workload is run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// One search to a fixed limit from a cleared state.
    #[default]
    Paper,
    /// The same search repeated, each from a cleared state, until enough seconds are spent.
    Sustained,
    /// One search for a fixed time from a cleared state.
    Timed,
    /// `go perft`: identical work in every engine.
    Perft,
    /// A protocol that this build does not know, from a newer record.
    #[serde(other)]
    Unknown,
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Paper => "paper",
            Self::Sustained => "sustained",
            Self::Timed => "timed",
            Self::Perft => "perft",
            Self::Unknown => "unknown",
        })
    }
}

/// A position, a limit and a protocol.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Workload {
    /// The name in tables, unique in the record, e.g. `start/paper`; samples refer to it.
    pub name: String,
    /// The position's name alone, shared by the protocols it runs under: `start`, `mate7`.
    pub position: String,
    /// The position.
    pub fen: String,
    /// What follows `go`: `depth 10`, `movetime 2000`, `perft 6`.
    pub limit: String,
    /// How it is run.
    pub protocol: Protocol,
    /// Best moves that are right, any of them; empty where every move is.
    pub best: Vec<String>,
    /// The mate that must be announced, in moves, if one must.
    pub mate: Option<i32>,
    /// The node count that must come out, for perft.
    pub expected_nodes: Option<u64>,
}

/// One run of one engine on one workload: a search, or a search repeated.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sample {
    /// [`EngineRecord::name`].
    pub engine: String,
    /// [`Workload::name`].
    pub workload: String,
    /// The block (palindromic round) that it belongs to; warm-up blocks come first, from 0.
    pub block: u32,
    /// The place within the block, from 0; every engine runs twice in a block.
    pub position: u32,
    /// True when it belongs to a warm-up block: kept, and used for nothing.
    pub warmup: bool,
    /// How many searches the sample has; more than 1 under `sustained`.
    pub repeats: u32,
    /// Nodes that the engine says it searched, all repeats together.
    pub nodes: Option<u64>,
    /// Seconds by our clock from `go` sent to `bestmove` read, all repeats together.
    pub seconds: f64,
    /// Seconds by the engine's own clock, all repeats together (whole milliseconds in most).
    pub engine_seconds: Option<f64>,
    /// Seconds by our clock until the last node count was read, all repeats together. Far below
    /// `seconds`, the node count is too old.
    pub nodes_seconds: Option<f64>,
    /// The last completed depth.
    pub depth: Option<u32>,
    /// The last score, in centipawns from the side to move.
    pub score_cp: Option<i32>,
    /// The last score, as a mate in moves.
    pub score_mate: Option<i32>,
    /// The move played.
    pub bestmove: Option<String>,
    /// The last principal variation.
    pub pv: Vec<String>,
    /// Whether the answer was right; none where the workload asks for nothing.
    pub right: Option<bool>,
    /// True when the repeats had different node counts.
    pub nodes_vary: bool,
    /// Hardware counters over all threads of the engine, from `go` to `bestmove`.
    pub counters: Option<SampleCounters>,
    /// Core clock before the sample, GHz, by a chain of dependent additions.
    pub clock_ghz_before: Option<f64>,
    /// Core clock after the sample, GHz.
    pub clock_ghz_after: Option<f64>,
    /// Board rebuilds that our engine reports, all repeats together.
    pub rebuilds: Option<u64>,
    /// Evaluations that our engine reports, all repeats together.
    pub evals: Option<u64>,
    /// Nodes when the expected mate was first announced; the rest was searched after the proof.
    pub nodes_to_mate: Option<u64>,
    /// Seconds by our clock when the expected mate was first announced.
    pub seconds_to_mate: Option<f64>,
    /// One-minute load average before the sample.
    pub load: Option<f64>,
}

impl Sample {
    /// Nodes per second by our clock.
    pub fn nps(&self) -> Option<f64> {
        (self.seconds > 0.0).then_some(self.nodes? as f64 / self.seconds)
    }

    /// Nodes searched after the expected mate was announced.
    pub fn nodes_after_mate(&self) -> Option<u64> {
        self.nodes?.checked_sub(self.nodes_to_mate?)
    }

    /// Core clock around the sample, GHz: the mean of before and after.
    pub fn clock_ghz(&self) -> Option<f64> {
        match (self.clock_ghz_before, self.clock_ghz_after) {
            (Some(before), Some(after)) => Some((before + after) / 2.0),
            (one, other) => one.or(other),
        }
    }

    /// Seconds that the engine really had a processor, all its threads together, where the system
    /// tells; else seconds by our clock.
    pub fn busy_seconds(&self) -> f64 {
        let told = self.counters.as_ref().and_then(|c| c.task_nanoseconds);
        told.map_or(self.seconds, |ns| ns as f64 / 1e9)
    }

    /// Core cycles and where they come from: the hardware counter if there is one, else an
    /// estimate, [`Sample::busy_seconds`] times core clock.
    pub fn cycles(&self) -> Option<(f64, CyclesFrom)> {
        if let Some(cycles) = self.counters.as_ref().and_then(|c| c.cycles) {
            return Some((cycles as f64, CyclesFrom::Counter));
        }
        Some((self.busy_seconds() * self.clock_ghz()? * 1e9, CyclesFrom::Clock))
    }
}

/// Counts of one sample, kept by the hardware and the system; each may be missing.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SampleCounters {
    /// Instructions retired in user space.
    pub instructions: Option<u64>,
    /// Core cycles in user space.
    pub cycles: Option<u64>,
    /// Branches retired.
    pub branches: Option<u64>,
    /// Branches mispredicted.
    pub branch_misses: Option<u64>,
    /// Last-level cache misses.
    pub cache_misses: Option<u64>,
    /// Nanoseconds of processor time, all threads together; by the system, not the hardware.
    pub task_nanoseconds: Option<u64>,
    /// Smallest share of the time that a counter was really counting, 1.0 when none was
    /// multiplexed; below that, the counts are scaled up by it.
    pub running: f64,
}

/// Where a cycle count comes from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CyclesFrom {
    /// The hardware counter.
    Counter,
    /// An estimate: [`Sample::busy_seconds`] times the core clock, measured by a chain of
    /// dependent additions.
    #[default]
    Clock,
}

impl CyclesFrom {
    /// The words that must stand beside a figure from this source.
    pub fn label(self) -> &'static str {
        match self {
            Self::Counter => "counted by the hardware",
            Self::Clock => "estimated from the clock",
        }
    }
}

/// How an engine failed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
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

/// One row: an engine on a workload.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Summary {
    /// [`EngineRecord::name`].
    pub engine: String,
    /// [`Workload::name`].
    pub workload: String,
    /// How many samples it is made from, the warm-up left out.
    pub samples: u32,
    /// Nodes per second by our clock.
    pub nps: Option<Spread>,
    /// Seconds per search.
    pub seconds: Option<Spread>,
    /// Nodes per search, when every search had the same number.
    pub nodes: Option<u64>,
    /// Nodes per search, median, also when they vary.
    pub nodes_median: Option<f64>,
    /// Whether every answer was right; none where the workload asks for nothing.
    pub right: Option<bool>,
    /// The ratio to each reference, first the default one.
    pub ratios: Vec<Ratio>,
    /// Core cycles per node, median.
    pub cycles_per_node: Option<f64>,
    /// Where `cycles_per_node` comes from.
    pub cycles_from: Option<CyclesFrom>,
    /// Instructions per node, median.
    pub instructions_per_node: Option<f64>,
    /// Branches per node, median.
    pub branches_per_node: Option<f64>,
    /// Mispredicted branches per node, median.
    pub branch_misses_per_node: Option<f64>,
    /// Last-level cache misses per node, median.
    pub cache_misses_per_node: Option<f64>,
    /// Instructions per cycle, from hardware counters alone.
    pub ipc: Option<f64>,
    /// Core clock, GHz, median.
    pub clock_ghz: Option<f64>,
    /// Board rebuilds per node, as our engine reports them.
    pub rebuilds_per_node: Option<f64>,
    /// Evaluations per node, as our engine reports them.
    pub evals_per_node: Option<f64>,
    /// Nodes per second up to the proof of the mate alone, median.
    pub nps_to_mate: Option<f64>,
    /// Nodes searched after the mate was proved, median.
    pub nodes_after_mate: Option<f64>,
    /// Indices into [`Record::samples`] of outliers: beyond 3 interquartile ranges. They are
    /// marked, and kept in every figure.
    pub outliers: Vec<usize>,
    /// What to mind about this row.
    pub warnings: Vec<String>,
}

/// A distribution in seven numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Spread {
    /// Smallest.
    pub min: f64,
    /// Lower quartile.
    pub q1: f64,
    /// Median.
    pub median: f64,
    /// Upper quartile.
    pub q3: f64,
    /// Largest.
    pub max: f64,
    /// Interquartile range over median: 0.05 is 5 %.
    pub spread: f64,
    /// 95 % interval of the median, lower end; none from fewer than two blocks.
    pub low: Option<f64>,
    /// 95 % interval of the median, upper end.
    pub high: Option<f64>,
}

/// How many times faster an engine is than a reference, on one workload.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ratio {
    /// [`EngineRecord::name`] of the reference.
    pub reference: String,
    /// The median of the blocks' log-ratios, as a factor.
    pub ratio: f64,
    /// Lower end of the 95 % interval; none from fewer than two blocks.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval.
    pub high: Option<f64>,
    /// Blocks in which both ran.
    pub blocks: u32,
    /// True when the reference's build is below the CPU's level: say so beside the figure.
    pub generic: bool,
}

/// Why a record could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is not JSON, or JSON of another shape.
    #[error("not a record: {0}")]
    Json(#[from] serde_json::Error),
    /// A field that every record has is missing.
    #[error("not a record: it has no `schema` number")]
    NoSchema,
    /// It was written by a newer build.
    #[error("schema {found} is newer than {SCHEMA}, which this build reads; update nucleus")]
    Newer {
        /// The version it says.
        found: u64,
    },
}

impl Record {
    /// Reads a record of this schema or an older one.
    ///
    /// # Errors
    /// When it is not a record, or is of a newer schema.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        let mut raw = RawRecord::parse(text)?;
        let schema = raw.number("schema").ok_or(ReadError::NoSchema)?;
        if schema > u64::from(SCHEMA) {
            return Err(ReadError::Newer { found: schema });
        }
        let loss = raw.loss.take();
        // An older schema is lifted to this one here, a version at a time, before it is typed.
        let mut record: Self = raw.typed()?;
        record.warnings.extend(loss.map(|loss| format!("the record: {loss}")));
        Ok(record)
    }

    /// The record as indented JSON with a final newline.
    pub fn to_json(&self) -> String {
        to_json(self)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_other_versions() {
        let read = |text: &str| Record::from_json(text);
        let old = read(r#"{"schema": 1, "of_the_future": [1], "samples": [{"engine": "x"}]}"#);
        assert_eq!(old.unwrap().samples[0].engine, "x");
        let protocol = read(r#"{"schema": 1, "workloads": [{"protocol": "new"}]}"#).unwrap();
        assert_eq!(protocol.workloads[0].protocol, Protocol::Unknown);
        assert!(matches!(read(r#"{"schema": 99}"#), Err(ReadError::Newer { found: 99 })));
        assert!(matches!(read("{}"), Err(ReadError::NoSchema)));
        assert!(matches!(read("[1]"), Err(ReadError::NoSchema)));
        assert!(matches!(read("{"), Err(ReadError::Json(_))));
        assert!(matches!(read(r#"{"schema": 1, "samples": 3}"#), Err(ReadError::Json(_))));
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let mut record = Record { schema: SCHEMA, ..Record::default() };
        record.samples.push(Sample {
            nodes: Some(u64::MAX),
            seconds: 0.1 + 0.2,
            counters: Some(SampleCounters {
                cycles: Some(3),
                running: 1.0,
                ..SampleCounters::default()
            }),
            ..Sample::default()
        });
        assert_eq!(Record::from_json(&record.to_json()).unwrap(), record);
    }

    #[test]
    fn cycles_and_where_they_come_from() {
        let mut sample = Sample {
            seconds: 2.0,
            clock_ghz_before: Some(3.0),
            clock_ghz_after: Some(5.0),
            ..Sample::default()
        };
        assert_eq!(sample.cycles(), Some((8e9, CyclesFrom::Clock)));
        sample.counters = Some(SampleCounters {
            task_nanoseconds: Some(1_000_000_000),
            ..SampleCounters::default()
        });
        assert_eq!(
            sample.cycles(),
            Some((4e9, CyclesFrom::Clock)),
            "it had the core half the time"
        );
        sample.counters = Some(SampleCounters { cycles: Some(7), ..SampleCounters::default() });
        assert_eq!(sample.cycles(), Some((7.0, CyclesFrom::Counter)));
    }
}
