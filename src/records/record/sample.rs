//! The sample: result of one run.

use serde::{Deserialize, Serialize};

/// One run of one engine on one workload: a search, or a search repeated.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Sample {
    /// [`super::EngineRecord::name`].
    pub engine: String,
    /// [`super::Workload::name`].
    pub workload: String,
    /// The block (palindromic round) that it belongs to; warm-up blocks come first, from 0.
    pub block: u32,
    /// The place within the block, from 0; every engine runs twice in a block.
    pub position: u32,
    /// True when it belongs to a warm-up block: kept, and used for nothing.
    pub warmup: bool,
    /// Number of searches in the sample; more than 1 under `sustained`.
    pub repeats: u32,
    /// Nodes that the engine says it searched, all repeats together.
    pub nodes: Option<u64>,
    /// Seconds by our clock from `go` sent to `bestmove` read, all repeats together.
    pub seconds: f64,
    /// Seconds that a command waited in line for a processor, where the system tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queued_seconds: Option<f64>,
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
    /// True if the answer was right; none if the workload expects no answer.
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
    /// The most memory that the engine's process held until then, bytes, where the system tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peak_memory_bytes: Option<u64>,
    /// Transposition table, MiB, where it is not that of the engine's options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash_mib: Option<u32>,
    /// Times that a thread waited for a lock, where the engine counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lock_waits: Option<u64>,
    /// Split points opened, where the engine counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub splits: Option<u64>,
    /// Runs of a command; it has no nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<u64>,
    /// The number that a command printed (`--metric`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metric: Option<f64>,
    /// The metric, or one over it where a lower one is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<f64>,
    /// The program that ran on the same processor at the same time, of a duet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duet_with: Option<String>,
    /// The positions of a set, one after another, each searched once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<SamplePart>,
}

/// One position of a set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SamplePart {
    /// Nodes searched.
    pub nodes: u64,
    /// Seconds by our clock.
    pub seconds: f64,
    /// Nanoseconds of processor time, where the system tells.
    pub task_nanoseconds: Option<u64>,
}

impl Sample {
    /// Nodes per second by our clock, or runs of a command, or the number that it prints; of a set, the geometric mean over its positions.
    pub fn nps(&self) -> Option<f64> {
        if self.speed.is_some() {
            return self.speed;
        }
        if self.parts.is_empty() {
            return (self.seconds > 0.0).then_some(self.work()? as f64 / self.seconds);
        }
        self.mean_of_parts(|part| Some(part.seconds))
    }

    /// Nodes per second of processor time, which a process that takes the core away does not
    /// change; of a set, the geometric mean over its positions. None where the system tells no such
    /// time.
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

    /// Nodes of a search, runs of a command.
    fn work(&self) -> Option<u64> {
        self.nodes.or(self.runs)
    }

    /// The geometric mean of nodes over these seconds; none where a position has none.
    fn mean_of_parts(&self, seconds: impl Fn(&SamplePart) -> Option<f64>) -> Option<f64> {
        let log = |part: &SamplePart| {
            let speed = part.nodes as f64 / seconds(part)?;
            (speed > 0.0 && speed.is_finite()).then(|| speed.ln())
        };
        let sum: f64 = self.parts.iter().map(log).sum::<Option<f64>>()?;
        Some((sum / self.parts.len() as f64).exp())
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

    /// The share of the time that the engine had a processor, all its threads together, where the
    /// system tells.
    pub fn processor_share(&self) -> Option<f64> {
        let task = self.counters.as_ref()?.task_nanoseconds?;
        (self.seconds > 0.0).then(|| task as f64 / 1e9 / self.seconds)
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
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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

impl SampleCounters {
    /// Returns the counts, in the order of the fields.
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
    /// Source of a cycle count.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum CyclesFrom {
        /// The hardware counter.
        Counter = "counted by the hardware",
        /// An estimate: [`Sample::busy_seconds`] times the core clock, measured by a chain of
        /// dependent additions.
        #[default]
        Clock = "estimated from the clock",
    }
}
