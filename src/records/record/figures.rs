//! Figures that are computed from an engine's samples of a workload.

use serde::{Deserialize, Serialize};

use super::CyclesFrom;

/// One row: an engine on a workload.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Summary {
    /// [`super::EngineRecord::name`].
    pub engine: String,
    /// [`super::Workload::name`].
    pub workload: String,
    /// Number of samples, without the warm-up.
    pub samples: u32,
    /// Nodes per second, by the time that [`super::CompareSettings::clock`] names; of a command runs, or
    /// its number.
    pub nps: Option<Spread>,
    /// Seconds per search.
    pub seconds: Option<Spread>,
    /// Nodes per search, when every search had the same number.
    pub nodes: Option<u64>,
    /// Nodes per search, median, also when they vary.
    pub nodes_median: Option<f64>,
    /// True if every answer was right; none if the workload expects no answer.
    pub right: Option<bool>,
    /// The ratio to each reference, first the default one.
    pub ratios: Vec<Ratio>,
    /// Core cycles per node, median.
    pub cycles_per_node: Option<f64>,
    /// Source of `cycles_per_node`.
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
    /// Indices into [`super::Record::samples`] of outliers: beyond 3 interquartile ranges. They are
    /// marked, and kept in every figure.
    pub outliers: Vec<usize>,
    /// Warnings about this row.
    pub warnings: Vec<String>,
}

/// A distribution in seven numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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

/// Speed of an engine divided by a reference's, on one workload.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Ratio {
    /// [`super::EngineRecord::name`] of the reference.
    pub reference: String,
    /// The ratio ([`crate::estimate`]).
    pub ratio: f64,
    /// Lower end of the 95 % interval; none from fewer than two blocks.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval.
    pub high: Option<f64>,
    /// The share of the estimate's distribution above 1, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faster: Option<f64>,
    /// Blocks in which both ran.
    pub blocks: u32,
    /// True when the reference's build is below the CPU's level: say so beside the figure.
    pub generic: bool,
}

/// An engine over the first, on all workloads that both ran.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RatioResult {
    /// [`super::EngineRecord::name`].
    pub engine: String,
    /// Workloads whose geometric mean it is.
    pub workloads: u32,
    /// The ratio with its interval.
    #[serde(flatten)]
    pub ratio: Ratio,
    /// `faster` or `slower` where the whole interval is on one side of 1, else `no difference shown`, or
    /// `no interval`.
    pub verdict: String,
}
