use super::record::{ScalingRecord, ScalingSample};
use crate::stats::quantile;
use nucleus_core::types::Random;

/// A geometric mean of ratios with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GeometricMean {
    /// The mean.
    pub mean: f64,
    /// The interval, of three ratios or more.
    pub interval: Option<(f64, f64)>,
    /// The lowest and the highest ratio.
    pub range: (f64, f64),
}

/// Resamples drawn for an interval.
const RESAMPLES: usize = 4_000;

impl GeometricMean {
    /// Of the ratios of several positions; none where there is no position, or one without a
    /// ratio. The interval comes from drawing the positions again with replacement: the 2.5 and
    /// 97.5 percent points, widened about the mean by √(n / (n − 1)).
    pub fn of(ratios: &[f64], seed: u64) -> Option<Self> {
        let logs: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
        let n = logs.len();
        if n == 0 || logs.iter().any(|log| !log.is_finite()) {
            return None;
        }
        let mean = logs.iter().sum::<f64>() / n as f64;
        let mut random = Random::new(seed);
        let mut means: Vec<f64> = (0..RESAMPLES)
            .map(|_| (0..n).map(|_| logs[random.below(n)]).sum::<f64>() / n as f64)
            .collect();
        means.sort_unstable_by(f64::total_cmp);
        let wider = (n as f64 / (n.max(2) - 1) as f64).sqrt();
        let end = |q| (mean + (quantile(&means, q) - mean) * wider).exp();
        let interval = (n >= 3).then(|| (end(0.025), end(0.975)));
        let lowest = logs.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Some(Self { mean: mean.exp(), interval, range: (lowest.exp(), highest.exp()) })
    }
}

/// Figures of an engine with a number of threads, over all positions, against one thread.
#[derive(Debug, Clone, PartialEq)]
pub struct ScalingRow {
    /// The engine.
    pub engine: String,
    /// Search threads.
    pub threads: u32,
    /// Positions that it was measured on with one thread, and with so many.
    pub positions: usize,
    /// True where there are more threads than processors: nothing is timed then.
    pub estimate: bool,
    /// Nodes a second, in millions: the geometric mean.
    pub speed: Option<GeometricMean>,
    /// Nodes a second over those of one thread.
    pub speed_ratio: Option<GeometricMean>,
    /// One thread's time to depth over the time of so many: how many times faster they are.
    pub time_ratio: Option<GeometricMean>,
    /// Nodes to depth over those of one thread: 1 where nothing is searched in vain.
    pub nodes_ratio: Option<GeometricMean>,
    /// Waits for a lock in a million nodes, where they are counted.
    pub lock_waits: Option<f64>,
}

/// Means of the logs of one engine's samples of a position with a number of threads.
struct PositionMean {
    nodes: f64,
    seconds: f64,
    lock_waits: Option<u64>,
}

fn position_mean<'a>(samples: impl Iterator<Item = &'a ScalingSample>) -> Option<PositionMean> {
    let samples: Vec<_> = samples.filter(|s| s.nodes > 0 && s.seconds > 0.0).collect();
    let count = samples.len() as f64;
    if samples.is_empty() {
        return None;
    }
    let mean = |of: &dyn Fn(&ScalingSample) -> f64| {
        (samples.iter().map(|s| of(s).ln()).sum::<f64>() / count).exp()
    };
    Some(PositionMean {
        nodes: mean(&|s| s.nodes as f64),
        seconds: mean(&|s| s.seconds),
        lock_waits: samples.iter().map(|s| s.lock_waits).sum::<Option<u64>>(),
    })
}

/// A row for every engine and number of threads that has a sample.
pub fn rows(record: &ScalingRecord, seed: u64) -> Vec<ScalingRow> {
    let mut rows = Vec::new();
    for engine in &record.engines {
        for &threads in &record.threads {
            let of = |position: &str, threads: u32| {
                position_mean(record.samples.iter().filter(move |s| {
                    (s.engine.as_str(), s.position.as_str(), s.threads)
                        == (engine.name.as_str(), position, threads)
                }))
            };
            let pairs: Vec<(PositionMean, PositionMean)> = record
                .positions
                .iter()
                .filter_map(|p| Some((of(&p.name, 1)?, of(&p.name, threads)?)))
                .collect();
            if pairs.is_empty() {
                continue;
            }
            let estimate = threads > record.processors;
            let mean = |ratio: &dyn Fn(&PositionMean, &PositionMean) -> f64| {
                let ratios: Vec<f64> = pairs.iter().map(|(one, many)| ratio(one, many)).collect();
                GeometricMean::of(&ratios, seed)
            };
            let timed = |ratio: &dyn Fn(&PositionMean, &PositionMean) -> f64| {
                if estimate { None } else { mean(ratio) }
            };
            let waits = pairs.iter().map(|(_, many)| many.lock_waits).sum::<Option<u64>>();
            let searched: f64 = record
                .samples
                .iter()
                .filter(|s| s.engine == engine.name && s.threads == threads)
                .map(|s| s.nodes as f64)
                .sum();
            rows.push(ScalingRow {
                engine: engine.name.clone(),
                threads,
                positions: pairs.len(),
                estimate,
                speed: timed(&|_, many| many.nodes / many.seconds / 1e6),
                speed_ratio: timed(&|one, many| {
                    many.nodes / many.seconds * one.seconds / one.nodes
                }),
                time_ratio: timed(&|one, many| one.seconds / many.seconds),
                nodes_ratio: mean(&|one, many| many.nodes / one.nodes),
                lock_waits: waits.map(|waits| waits as f64 / searched * 1e6),
            });
        }
    }
    rows
}
