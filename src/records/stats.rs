//! Quantiles, means, intervals and outliers of samples; ratios with their intervals.
//!
//! [`ratio`] is the median, over blocks, of the difference of two engines' mean log NPS in the block; a
//! palindromic block (A B B A) cancels linear drift. The 95 % interval comes from resampling blocks with
//! replacement: the 2.5 and 97.5 percent points of the resampled medians, widened about the median by
//! √(n / (n − 1)), since a resample varies less than its sample. Each resampled value gets noise of a
//! quarter of the blocks' standard deviation. Otherwise the medians of ten resampled values would take few
//! different values, and the percent points would jump between them (coverage fell to 89 % at seven
//! blocks). With three or four blocks the percent points are too close together; the interval is then
//! Student's t times the standard deviation of the resampled medians. Fewer than three blocks give no
//! interval.

use super::normal::student_quantile;
use super::record::Spread;
use nucleus_core::types::Random;

/// The number of resamples drawn for an interval.
const RESAMPLES: usize = 2_000;
/// The noise on a resampled block, in standard deviations of the blocks.
const SMOOTH: f64 = 0.25;

/// Returns the quantile `q` (0 to 1) of sorted values, interpolated between the two nearest ones; NaN for
/// an empty slice.
pub fn quantile(sorted: &[f64], q: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let at = q.clamp(0.0, 1.0) * last as f64;
    let below = at.floor() as usize;
    let above = (below + 1).min(last);
    sorted[below] + (sorted[above] - sorted[below]) * (at - below as f64)
}

/// Returns the median; `None` without values.
pub fn median(values: &[f64]) -> Option<f64> {
    let sorted = sorted(values);
    (!sorted.is_empty()).then(|| quantile(&sorted, 0.5))
}

pub(crate) fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// Returns seven figures of a distribution, with the interval of the median from the blocks' means.
pub fn spread(values: &[f64], block_means: &[f64], seed: u64) -> Option<Spread> {
    let sorted = sorted(values);
    let (&min, &max) = (sorted.first()?, sorted.last()?);
    let [q1, median, q3] = [0.25, 0.5, 0.75].map(|q| quantile(&sorted, q));
    let logs: Vec<f64> = block_means.iter().map(|v| v.ln()).collect();
    let interval = interval(&logs, seed);
    Some(Spread {
        min,
        q1,
        median,
        q3,
        max,
        spread: if median > 0.0 { (q3 - q1) / median } else { 0.0 },
        low: interval.map(|(low, _)| low.exp()),
        high: interval.map(|(_, high)| high.exp()),
    })
}

/// Returns the arithmetic mean; NaN without values.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Returns the sample standard deviation of at least two values.
pub fn standard_deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>();
    (squares / (values.len() - 1) as f64).sqrt()
}

/// Returns the 97.5 % point of Student's distribution rounded to three decimals, as in printed tables;
/// published intervals were calculated with it.
fn printed_quantile(freedom: u32) -> f64 {
    (student_quantile(0.975, freedom) * 1e3).round() / 1e3
}

/// Returns the 95 % prediction interval for one further value of a normal distribution:
/// mean ± t · s · √(1 + 1/n). `None` for fewer than three values.
pub fn prediction(values: &[f64]) -> Option<(f64, f64)> {
    let n = values.len();
    if n < 3 || values.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let t = printed_quantile(n as u32 - 1);
    let half = t * standard_deviation(values) * (1.0 + 1.0 / n as f64).sqrt();
    let centre = mean(values);
    Some((centre - half, centre + half))
}

/// Returns the 95 % interval of the blocks' median, by resampling; `None` for fewer than three blocks.
pub fn interval(blocks: &[f64], seed: u64) -> Option<(f64, f64)> {
    let n = blocks.len();
    if n < 3 || blocks.iter().any(|b| !b.is_finite()) {
        return None;
    }
    let centre = median(blocks)?;
    let mut random = Random::new(seed);
    let mut resample = vec![0.0; n];
    // The sum of two uniform numbers has a triangular distribution with standard deviation √(1/6).
    let noise = SMOOTH * standard_deviation(blocks) * 6.0_f64.sqrt();
    let mut medians: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            resample.fill_with(|| {
                blocks[random.below(n)] + noise * (random.unit() + random.unit() - 1.0)
            });
            resample.sort_unstable_by(f64::total_cmp);
            quantile(&resample, 0.5)
        })
        .collect();
    if n <= 4 {
        let half = printed_quantile(n as u32 - 1) * standard_deviation(&medians);
        return Some((centre - half, centre + half));
    }
    medians.sort_unstable_by(f64::total_cmp);
    let widen = (n as f64 / (n - 1) as f64).sqrt();
    let end = |q| centre + (quantile(&medians, q) - centre) * widen;
    Some((end(0.025), end(0.975)))
}

/// Returns the ratio and its interval from the blocks' log-ratios.
pub fn ratio(log_ratios: &[f64], seed: u64) -> Option<(f64, Option<(f64, f64)>)> {
    let centre = median(log_ratios)?;
    let interval = interval(log_ratios, seed).map(|(low, high)| (low.exp(), high.exp()));
    Some((centre.exp(), interval))
}

/// Returns the half-width w of a ratio's interval, relative to the ratio. An interval that is symmetric in
/// the logarithm reaches from ratio / (1 + w) to ratio × (1 + w).
pub fn half_width(low: f64, high: f64) -> f64 {
    (high / low).sqrt() - 1.0
}

/// Returns the indices of values more than three interquartile ranges outside the quartiles. The range
/// counts as at least 0.1 % of the median, so that rounding makes no outlier.
pub fn outliers(values: &[f64]) -> Vec<usize> {
    let sorted = sorted(values);
    if sorted.len() < 5 {
        return Vec::new();
    }
    let [q1, median, q3] = [0.25, 0.5, 0.75].map(|q| quantile(&sorted, q));
    let reach = 3.0 * (q3 - q1).max(median.abs() * 0.001);
    let far = |v: f64| v < q1 - reach || v > q3 + reach;
    (0..values.len()).filter(|&i| far(values[i])).collect()
}
