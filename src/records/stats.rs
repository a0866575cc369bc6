//! Medians, ratios and their intervals.
//!
//! The ratio of two engines is the median, over blocks, of the difference of their mean log NPS
//! in the block; a palindromic block (A B B A) takes linear drift out of it. Its 95 % interval
//! comes from resampling blocks with replacement: the 2.5 and 97.5 percent points of the resampled
//! medians, widened about the median by √(n / (n − 1)), since a resample varies less than the
//! sample that it is drawn from. Each resampled value is moved by a little noise, a quarter of the
//! blocks' standard deviation: medians of ten values resampled take few different values, and the
//! percent points would jump from one to the next (coverage fell to 89 % at seven blocks). From
//! three or four blocks percent points are too close together; there the interval is Student's t
//! times the standard deviation of the resampled medians. From fewer than three there is none.

use super::normal::student_quantile;
use super::record::Spread;
use nucleus_core::types::Random;

/// Resamples drawn for an interval.
const RESAMPLES: usize = 2_000;
/// Noise on a resampled block, in standard deviations of the blocks.
const SMOOTH: f64 = 0.25;

/// The value a share `q` (0 to 1) of the way through sorted values, between the two nearest ones
/// in proportion. Not a number when there are none.
pub fn quantile(sorted: &[f64], q: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let at = q.clamp(0.0, 1.0) * last as f64;
    let below = at.floor() as usize;
    let above = (below + 1).min(last);
    sorted[below] + (sorted[above] - sorted[below]) * (at - below as f64)
}

/// The median; `None` of nothing.
pub fn median(values: &[f64]) -> Option<f64> {
    let sorted = sorted(values);
    (!sorted.is_empty()).then(|| quantile(&sorted, 0.5))
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// A distribution in seven numbers, with the interval of the median from these blocks' means.
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

/// The arithmetic mean; not a number when there are none.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The standard deviation of at least two values, of the population that they are drawn from.
pub fn standard_deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>();
    (squares / (values.len() - 1) as f64).sqrt()
}

/// The 97.5 % point of Student's distribution as tables print it, with three decimals: published
/// intervals were calculated so.
fn printed_quantile(freedom: u32) -> f64 {
    (student_quantile(0.975, freedom) * 1e3).round() / 1e3
}

/// The interval that one more value lies in with 95 %, where values are normally distributed: the
/// mean ± t · s · √(1 + 1/n). `None` of fewer than three.
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

/// The 95 % interval of the median of blocks, by resampling them; `None` of fewer than three.
pub fn interval(blocks: &[f64], seed: u64) -> Option<(f64, f64)> {
    let n = blocks.len();
    if n < 3 || blocks.iter().any(|b| !b.is_finite()) {
        return None;
    }
    let centre = median(blocks)?;
    let mut random = Random::new(seed);
    let mut resample = vec![0.0; n];
    // Two even numbers added make a triangle, of standard deviation √(1/6).
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

/// The ratio and its interval, from the blocks' log-ratios.
pub fn ratio(log_ratios: &[f64], seed: u64) -> Option<(f64, Option<(f64, f64)>)> {
    let centre = median(log_ratios)?;
    let interval = interval(log_ratios, seed).map(|(low, high)| (low.exp(), high.exp()));
    Some((centre.exp(), interval))
}

/// The half-width of a ratio's interval, as a share of the ratio: the interval reaches from the ratio
/// divided by 1 plus this to the ratio times 1 plus this, where it lies evenly about it.
pub fn half_width(low: f64, high: f64) -> f64 {
    (high / low).sqrt() - 1.0
}

/// The places of values more than three interquartile ranges outside of the quartiles. A range
/// below a tenth of a percent of the median counts as that, so that rounding marks nobody.
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
