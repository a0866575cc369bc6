//! The estimate of a ratio from its blocks, shared by all sentences, tables, charts and exports.
//!
//! - If a gate may end the run at any block, the interval is one that is valid at every block
//!   ([`super::sequential`]).
//! - Every other run uses the mean of its blocks without the lowest and highest tenth, with Yuen's interval:
//!   Student's t with the standard error from the winsorized blocks (Yuen, The two-sample trimmed t for
//!   unequal population variances, Biometrika 61, 1974). A block that another process disturbs thus has
//!   little effect. With fewer than ten blocks, the mean is that of all blocks.
//! - Records made before pairings were recorded keep the median with a resampled interval, as published
//!   ([`super::stats::ratio`]).

use super::normal::{student_quantile, student_share};
use super::record::Record;
use super::sequential::{self, SequentialInterval};
use super::stats;

/// The share of blocks that is trimmed at either end.
const TRIM: f64 = 0.1;

/// The estimator of a record's ratios.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Estimator {
    /// The mean without the lowest and highest tenth of the blocks.
    Trimmed,
    /// The mean, with an interval that is valid at every number of blocks.
    Sequential,
    /// The median, with an interval from resampling with this seed.
    Median(u64),
}

/// An estimate of a ratio.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct BlockEstimate {
    /// The estimated ratio of speeds.
    pub ratio: f64,
    /// The 95 % interval; `None` for too few blocks.
    pub interval: Option<(f64, f64)>,
    /// The probability mass of the estimate above 1; `None` for few blocks, zero error or a median.
    pub faster: Option<f64>,
}

impl Estimator {
    /// Returns the estimator of a record.
    pub fn from_record(record: &Record) -> Self {
        let settings = &record.settings;
        if settings.gate.is_some() {
            Self::Sequential
        } else if settings.pairing.is_some() {
            Self::Trimmed
        } else {
            Self::Median(settings.seed)
        }
    }

    /// Returns the estimate from the blocks' log-ratios; `None` without blocks.
    pub fn estimate(self, blocks: &[f64]) -> Option<BlockEstimate> {
        match self {
            Self::Trimmed => trimmed(blocks),
            Self::Sequential => sequential(blocks),
            Self::Median(seed) => {
                let (ratio, interval) = stats::ratio(blocks, seed)?;
                Some(BlockEstimate { ratio, interval, faster: None })
            }
        }
    }
}

/// Returns the trimmed mean with Yuen's interval; `None` without blocks. Two blocks give no interval.
fn trimmed(blocks: &[f64]) -> Option<BlockEstimate> {
    let sorted = stats::sorted(blocks);
    let n = sorted.len();
    let cut = (TRIM * n as f64) as usize;
    let kept = sorted.get(cut..n - cut).filter(|kept| !kept.is_empty())?;
    let (count, centre) = (kept.len(), stats::mean(kept));
    if n < 3 || blocks.iter().any(|block| !block.is_finite()) {
        return Some(BlockEstimate { ratio: centre.exp(), interval: None, faster: None });
    }
    let (low, high) = (kept[0], kept[count - 1]);
    let winsorized: Vec<f64> = sorted.iter().map(|block| block.clamp(low, high)).collect();
    let error = stats::standard_deviation(&winsorized)
        * ((n - 1) as f64 / (count * (count - 1)) as f64).sqrt();
    let freedom = count as u32 - 1;
    let half = student_quantile(0.975, freedom) * error;
    Some(BlockEstimate {
        ratio: centre.exp(),
        interval: Some(((centre - half).exp(), (centre + half).exp())),
        faster: faster(centre, error, freedom),
    })
}

/// Returns the mean with the interval of [`sequential::interval`]; `None` without blocks.
fn sequential(blocks: &[f64]) -> Option<BlockEstimate> {
    if blocks.is_empty() {
        return None;
    }
    let mean = stats::mean(blocks);
    let interval = sequential::interval(blocks, sequential::ALPHA);
    let interval = interval.filter(|i| i.low.is_finite() && i.high.is_finite());
    let freedom = blocks.len() as u32 - 1;
    Some(BlockEstimate {
        ratio: mean.exp(),
        interval: interval.map(|SequentialInterval { low, high, .. }| (low.exp(), high.exp())),
        faster: interval.and_then(|_| faster(mean, sequential::standard_error(blocks), freedom)),
    })
}

/// Returns the mass above 0 of Student's distribution about a mean; `None` for a zero error.
fn faster(mean: f64, error: f64, freedom: u32) -> Option<f64> {
    let share = if error > 0.0 { student_share(mean / error, freedom) } else { f64::NAN };
    Some(share).filter(|share| share.is_finite())
}
