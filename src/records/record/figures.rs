//! Figures computed from an engine's samples of a workload.

use serde::{Deserialize, Serialize};

use super::CyclesFrom;

/// The figures of an engine on a workload.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Summary {
    /// The [`super::EngineRecord::name`] of the engine.
    pub engine: String,
    /// The [`super::Workload::name`] of the workload.
    pub workload: String,
    /// The number of samples, without the warm-up.
    pub samples: u32,
    /// Nodes per second by the clock of [`super::CompareSettings::clock`]; for a command, runs per second or
    /// its metric.
    pub nps: Option<Spread>,
    /// Wall time per search, in seconds.
    pub seconds: Option<Spread>,
    /// Nodes per search, if every search had the same number.
    pub nodes: Option<u64>,
    /// Nodes per search, median, even if they vary.
    pub nodes_median: Option<f64>,
    /// `true` if every answer was right; `None` if the workload has no expected answer.
    pub right: Option<bool>,
    /// The ratio to each reference, the default one first.
    pub ratios: Vec<Ratio>,
    /// Core cycles per node, median.
    pub cycles_per_node: Option<f64>,
    /// The source of `cycles_per_node`.
    pub cycles_from: Option<CyclesFrom>,
    /// Instructions per node, median.
    pub instructions_per_node: Option<f64>,
    /// Branches per node, median.
    pub branches_per_node: Option<f64>,
    /// Mispredicted branches per node, median.
    pub branch_misses_per_node: Option<f64>,
    /// Last-level cache misses per node, median.
    pub cache_misses_per_node: Option<f64>,
    /// Instructions per cycle, from hardware counters only.
    pub ipc: Option<f64>,
    /// Core clock, GHz, median.
    pub clock_ghz: Option<f64>,
    /// Board rebuilds per node, as our engine reports them.
    pub rebuilds_per_node: Option<f64>,
    /// Evaluations per node, as our engine reports them.
    pub evals_per_node: Option<f64>,
    /// Nodes per second until the mate was proved, median.
    pub nps_to_mate: Option<f64>,
    /// Nodes searched after the mate was proved, median.
    pub nodes_after_mate: Option<f64>,
    /// The indices into [`super::Record::samples`] of outliers, beyond 3 interquartile ranges. They are
    /// marked but used in every figure.
    pub outliers: Vec<usize>,
    /// Warnings about this row.
    pub warnings: Vec<String>,
}

/// Seven figures of a distribution.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Spread {
    /// The smallest value.
    pub min: f64,
    /// The lower quartile.
    pub q1: f64,
    /// The median.
    pub median: f64,
    /// The upper quartile.
    pub q3: f64,
    /// The largest value.
    pub max: f64,
    /// The interquartile range divided by the median: 0.05 is 5 %.
    pub spread: f64,
    /// The lower end of the median's 95 % interval; `None` for fewer than three blocks.
    pub low: Option<f64>,
    /// The upper end of the median's 95 % interval.
    pub high: Option<f64>,
}

/// The speed of an engine divided by that of a reference, on one workload.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Ratio {
    /// [`super::EngineRecord::name`] of the reference.
    pub reference: String,
    /// The estimated ratio ([`crate::estimate`]).
    pub ratio: f64,
    /// The lower end of the 95 % interval; `None` for too few blocks.
    pub low: Option<f64>,
    /// The upper end of the 95 % interval.
    pub high: Option<f64>,
    /// The probability mass of the estimate above 1, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faster: Option<f64>,
    /// The number of blocks in which both engines ran.
    pub blocks: u32,
    /// `true` if the reference's build is below the CPU's level, which outputs must show with the figure.
    pub generic: bool,
}

/// The ratio of an engine to the first one, over all workloads that both ran.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RatioResult {
    /// The [`super::EngineRecord::name`] of the engine.
    pub engine: String,
    /// The number of workloads in the geometric mean.
    pub workloads: u32,
    /// The ratio with its interval.
    #[serde(flatten)]
    pub ratio: Ratio,
    /// `faster` or `slower` if the interval lies on one side of 1, otherwise `no difference shown` or
    /// `no interval`.
    pub verdict: String,
}
