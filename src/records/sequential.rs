//! An interval that may be checked after every block: a confidence sequence for the mean of the blocks'
//! log-ratios.
//!
//! A 95 % interval for a fixed number of blocks, checked after each of 200, misses the true mean far more
//! often than in 5 % of runs. A *confidence sequence* contains the mean at all blocks simultaneously with
//! probability 95 %, so that a run may end as soon as the interval decides. This one is the scale-invariant
//! mixture t of Lai (On confidence sequences, Annals of Statistics 4, 1976), with a normal prior on the
//! effect in standard deviations, as in Wang and Ramdas (Anytime-valid t-tests and confidence sequences for
//! Gaussian means with unknown variance, Sequential Analysis, 2025). For independent normal blocks of
//! unknown variance the coverage is exact. The set of means whose Bayes factor stays below 1 / α is
//!
//! ```text
//! mean ± s √(x (n − 1) / n),   x = (b − 1) / (1 − b / k),   k = 1 + g n,   b = (√k / α)^(2 / n)
//! ```
//!
//! Correlated blocks (a disturbance that lasts a minute) vary less among each other than about the true
//! mean. The interval is therefore widened by √((1 + ρ) / (1 − ρ)), the factor of a first-order
//! autoregression. ρ is the correlation of neighbouring blocks plus 1 / n, since a short series
//! underestimates it. docs/notebook/COMPARE.md has the error rates in simulated runs.

use super::stats::{mean, standard_deviation};

/// The minimum number of blocks for a decision.
pub const FEWEST_BLOCKS: usize = 6;
/// The probability that the sequence of 95 % intervals ever misses the true mean.
pub const ALPHA: f64 = 0.05;
/// The prior variance of the effect, in block variances; effects of about one standard deviation are
/// found with the fewest blocks.
const PRIOR: f64 = 1.0;
/// The upper limit of the correlation of neighbouring blocks.
const MOST_CORRELATION: f64 = 0.8;

/// A mean of log-ratios with an interval that is valid at every number of blocks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SequentialInterval {
    /// The mean of the blocks.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// Returns the interval after these blocks, which misses the true mean with probability `alpha` at most;
/// `None` for fewer than [`FEWEST_BLOCKS`] or a value that is not finite.
pub fn interval(blocks: &[f64], alpha: f64) -> Option<SequentialInterval> {
    if blocks.len() < FEWEST_BLOCKS || blocks.iter().any(|b| !b.is_finite()) {
        return None;
    }
    let mean = mean(blocks);
    let half = t_width(blocks.len(), alpha) * standard_deviation(blocks) * widening(blocks, mean);
    Some(SequentialInterval { mean, low: mean - half, high: mean + half })
}

/// Returns the standard error of the mean of at least two blocks, widened for correlated neighbours.
pub fn standard_error(blocks: &[f64]) -> f64 {
    let deviation = standard_deviation(blocks) / (blocks.len() as f64).sqrt();
    deviation * widening(blocks, mean(blocks))
}

/// Returns the half-width after `blocks` blocks, in standard deviations of a block.
fn t_width(blocks: usize, alpha: f64) -> f64 {
    let n = blocks as f64;
    let k = 1.0 + PRIOR * n;
    let b = (k.sqrt() / alpha).powf(2.0 / n);
    if b >= k {
        return f64::INFINITY;
    }
    let x = (b - 1.0) / (1.0 - b / k);
    (x * (n - 1.0) / n).sqrt()
}

/// Returns the widening factor for blocks that correlate with their neighbours.
fn widening(blocks: &[f64], mean: f64) -> f64 {
    let squares: f64 = blocks.iter().map(|b| (b - mean).powi(2)).sum();
    if squares <= 0.0 {
        return 1.0;
    }
    let products: f64 = blocks.windows(2).map(|pair| (pair[0] - mean) * (pair[1] - mean)).sum();
    let rho = (products / squares + 1.0 / blocks.len() as f64).clamp(0.0, MOST_CORRELATION);
    ((1.0 + rho) / (1.0 - rho)).sqrt()
}
