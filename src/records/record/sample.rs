//! Samples: the results of single runs.

use serde::{Deserialize, Serialize};

/// One run of an engine on a workload: a search, repeated searches, or a command.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Sample {
    /// The [`super::EngineRecord::name`] of the engine.
    pub engine: String,
    /// The [`super::Workload::name`] of the workload.
    pub workload: String,
    /// The block (palindromic round) of the sample; warm-up blocks come first, from 0.
    pub block: u32,
    /// The place within the block, from 0; every engine runs twice in a block.
    pub position: u32,
    /// `true` for a sample that is not used: of a warm-up block, or of a program alone in a duet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub warmup: bool,
    /// The number of searches in the sample; more than 1 under `sustained`.
    pub repeats: u32,
    /// The nodes that the engine reported, summed over all repeats.
    pub nodes: Option<u64>,
    /// Wall time in seconds from sending `go` to reading `bestmove`, summed over all repeats.
    pub seconds: f64,
    /// Seconds that a command waited for a processor, if the system reports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queued_seconds: Option<f64>,
    /// Seconds by the engine's own clock, summed over all repeats (in most engines full milliseconds).
    pub engine_seconds: Option<f64>,
    /// Wall time in seconds until the last node count was read, summed over all repeats. If it is far below
    /// `seconds`, the node count is outdated.
    pub nodes_seconds: Option<f64>,
    /// The last completed depth in plies.
    pub depth: Option<u32>,
    /// The last score in centipawns, from the side to move's view.
    pub score_cp: Option<i32>,
    /// The last score as a mate in moves.
    pub score_mate: Option<i32>,
    /// The chosen move in UCI notation.
    pub bestmove: Option<String>,
    /// The last principal variation.
    pub pv: Vec<String>,
    /// `true` if the answer was right; `None` if the workload has no expected answer.
    pub right: Option<bool>,
    /// `true` if the repeats had different node counts.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub nodes_vary: bool,
    /// Hardware counts of all threads of the engine, from `go` to `bestmove`.
    pub counters: Option<SampleCounters>,
    /// The core clock before the sample, GHz, measured by a chain of dependent operations.
    pub clock_ghz_before: Option<f64>,
    /// The core clock after the sample, GHz.
    pub clock_ghz_after: Option<f64>,
    /// The board rebuilds that our engine reports, summed over all repeats.
    pub rebuilds: Option<u64>,
    /// The evaluations that our engine reports, summed over all repeats.
    pub evals: Option<u64>,
    /// Nodes when the expected mate was first reported; the rest was searched after the proof.
    pub nodes_to_mate: Option<u64>,
    /// Wall time in seconds when the expected mate was first reported.
    pub seconds_to_mate: Option<f64>,
    /// The one-minute load average before the sample.
    pub load: Option<f64>,
    /// The peak memory of the engine's process so far in bytes, if the system reports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peak_memory_bytes: Option<u64>,
    /// The transposition table in MiB, if it differs from the engine's options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash_mib: Option<u32>,
    /// The number of times that a thread waited for a lock, if the engine counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lock_waits: Option<u64>,
    /// The number of split points opened, if the engine counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub splits: Option<u64>,
    /// The number of runs of a command, which has no nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<u64>,
    /// The number that a command printed (`--metric`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metric: Option<f64>,
    /// The metric, or its inverse if a lower metric is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<f64>,
    /// The program that ran on the same processor at the same time, in a duet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duet_with: Option<String>,
    /// The positions of a set in order, each searched once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<SamplePart>,
}

/// The result of one position of a set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SamplePart {
    /// The number of nodes searched.
    pub nodes: u64,
    /// Wall time in seconds.
    pub seconds: f64,
    /// Processor time in nanoseconds, if the system reports it.
    pub task_nanoseconds: Option<u64>,
}

impl Sample {
    /// Returns nodes (or runs) per second of wall time, or a command's metric; of a set, the geometric mean
    /// over its positions.
    pub fn nps(&self) -> Option<f64> {
        if self.speed.is_some() {
            return self.speed;
        }
        if self.parts.is_empty() {
            return (self.seconds > 0.0).then_some(self.work()? as f64 / self.seconds);
        }
        self.mean_of_parts(|part| Some(part.seconds))
    }

    /// Returns nodes (or runs) per second of processor time, which other processes on the core do
    /// not affect, or a command's metric; of a set, the geometric mean over its positions. `None`
    /// if the system does not report processor time.
    pub fn task_nps(&self) -> Option<f64> {
        if self.speed.is_some() {
            return self.speed;
        }
        let seconds = |nanoseconds: u64| nanoseconds as f64 / 1e9;
        if self.parts.is_empty() {
            let spent = seconds(self.counters.as_ref()?.task_nanoseconds?);
            return (spent > 0.0).then_some(self.work()? as f64 / spent);
        }
        self.mean_of_parts(|part| part.task_nanoseconds.map(seconds))
    }

    /// Returns the nodes of a search or the runs of a command.
    fn work(&self) -> Option<u64> {
        self.nodes.or(self.runs)
    }

    /// Returns the geometric mean of the positions' nodes per second; `None` if a position has no speed.
    fn mean_of_parts(&self, seconds: impl Fn(&SamplePart) -> Option<f64>) -> Option<f64> {
        let log = |part: &SamplePart| {
            let speed = part.nodes as f64 / seconds(part)?;
            (speed > 0.0 && speed.is_finite()).then(|| speed.ln())
        };
        let sum: f64 = self.parts.iter().map(log).sum::<Option<f64>>()?;
        Some((sum / self.parts.len() as f64).exp())
    }

    /// Returns the nodes searched after the expected mate was reported.
    pub fn nodes_after_mate(&self) -> Option<u64> {
        self.nodes?.checked_sub(self.nodes_to_mate?)
    }

    /// Returns the core clock around the sample, GHz: the mean of before and after.
    pub fn clock_ghz(&self) -> Option<f64> {
        match (self.clock_ghz_before, self.clock_ghz_after) {
            (Some(before), Some(after)) => Some((before + after) / 2.0),
            (one, other) => one.or(other),
        }
    }

    /// Returns the processor time of all threads divided by wall time; `None` if the system does not report
    /// processor time.
    pub fn processor_share(&self) -> Option<f64> {
        let task = self.counters.as_ref()?.task_nanoseconds?;
        (self.seconds > 0.0).then(|| task as f64 / 1e9 / self.seconds)
    }

    /// Returns the processor time of all threads in seconds, or wall time if the system does not
    /// report it.
    pub fn busy_seconds(&self) -> f64 {
        let task = self.counters.as_ref().and_then(|c| c.task_nanoseconds);
        task.map_or(self.seconds, |ns| ns as f64 / 1e9)
    }

    /// Returns the core cycles and their source: the hardware counter, or an estimate,
    /// [`Sample::busy_seconds`] times the core clock.
    pub fn cycles(&self) -> Option<(f64, CyclesFrom)> {
        if let Some(cycles) = self.counters.as_ref().and_then(|c| c.cycles) {
            return Some((cycles as f64, CyclesFrom::Counter));
        }
        Some((self.busy_seconds() * self.clock_ghz()? * 1e9, CyclesFrom::Clock))
    }
}

/// Counts of one sample by the hardware and the system; any may be missing.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SampleCounters {
    /// Instructions retired in user space.
    pub instructions: Option<u64>,
    /// Core cycles in user space.
    pub cycles: Option<u64>,
    /// Branches retired in user space.
    pub branches: Option<u64>,
    /// Branches mispredicted in user space.
    pub branch_misses: Option<u64>,
    /// Last-level cache misses in user space.
    pub cache_misses: Option<u64>,
    /// Processor time of all threads in nanoseconds, counted by the system.
    pub task_nanoseconds: Option<u64>,
    /// The smallest share of time that a counter was active; 1.0 without multiplexing. The counts are scaled
    /// up by it.
    pub running: f64,
}

impl SampleCounters {
    /// Returns the counts in the order of the fields.
    pub fn counts_mut(&mut self) -> [&mut Option<u64>; 6] {
        [
            &mut self.instructions,
            &mut self.cycles,
            &mut self.branches,
            &mut self.branch_misses,
            &mut self.cache_misses,
            &mut self.task_nanoseconds,
        ]
    }
}

nucleus_base::named_enum! {
    /// The source of a cycle count.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    #[non_exhaustive]
    pub enum CyclesFrom {
        /// The hardware counter.
        Counter = "counted by the hardware",
        /// An estimate: [`Sample::busy_seconds`] times the core clock, which a chain of dependent
        /// operations measures.
        #[default]
        Clock = "estimated from the clock",
    }
}
