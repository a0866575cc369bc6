//! The record of a unit of `nucleus reproduce`, which measures published figures: samples and the
//! estimates from them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::envelope::{Payload, RecordKind, demand};
use super::machine_record::{Machine, Source};
use super::normal::Z;
use super::stats;

/// The samples of one unit: a measurement for one paper, made in steps.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct PaperRecord {
    /// The version of the schema, [`PaperRecord::VERSION`].
    pub reproduce: u32,
    /// Name of the unit, and of the file without its extension.
    pub unit: String,
    /// Name of the paper.
    pub paper: String,
    /// Start of the run, UTC.
    pub started: String,
    /// Time of the last write, UTC.
    pub written: String,
    /// False until the run is complete.
    pub complete: bool,
    /// Duration of the completed steps in seconds.
    pub seconds: f64,
    /// Names of the completed steps in order.
    pub steps: Vec<String>,
    /// Source and compiler of the program.
    pub source: Source,
    /// The machine of the run.
    pub machine: Machine,
    /// Commands, one for each step, without folders.
    pub commands: Vec<String>,
    /// Differences from the paper's conditions, a sentence each.
    pub conditions: Vec<String>,
    /// The samples.
    pub series: Vec<PaperSeries>,
}

/// Samples of one quantity.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct PaperSeries {
    /// Name of the quantity, unique in the record.
    pub name: String,
    /// The samples in chronological order.
    pub samples: Vec<PaperSample>,
}

/// A sample.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct PaperSample {
    /// Index or seed of the draw of positions.
    pub draw: u64,
    /// Index of the run within the draw.
    pub run: u64,
    /// The value.
    pub value: f64,
    /// The number of trials, if the value is a number of successes; otherwise 0.
    pub trials: f64,
}

nucleus_base::named_enum! {
    /// Reduction of a series to a figure with its interval.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    #[non_exhaustive]
    pub enum Statistic {
        /// The mean over the draws of each draw's best run, with the prediction interval of one more draw.
        Best = "best",
        /// As `best`, but with each draw's mean instead of its best run.
        Mean = "mean",
        /// Successes of all trials, scaled to the paper's number of trials, with the prediction interval for
        /// that number.
        Count = "count",
        /// Successes on the paper's own trials, compared in pairs. The interval has the counts that McNemar's
        /// test accepts for some pairing of the successes.
        Same = "same",
        /// The Elo difference that the series `NAME won`, `NAME drawn` and `NAME lost` give.
        Elo = "elo",
        /// The score of the same series in per cent.
        Score = "score",
        /// A deterministic value; the interval is the range of the samples.
        Exact = "exact",
        /// The mean of runs that vary by time or threads, with the prediction interval of one more run.
        Runs = "runs",
        /// The median with its interval, by resampling.
        Median = "median",
    }
}

/// A figure with its 95 % interval.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct PaperEstimate {
    /// The figure.
    pub value: f64,
    /// The ends of the interval; `None` if there are too few samples.
    pub interval: Option<(f64, f64)>,
    /// For [`Statistic::Same`], the counts that McNemar's test accepts for every pairing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surely: Option<(f64, f64)>,
    /// The number of draws, trials, games or samples.
    pub count: usize,
}

impl PaperEstimate {
    /// Creates an estimate from `count` draws, trials, games or samples.
    pub fn new(value: f64, interval: Option<(f64, f64)>, count: usize) -> Self {
        Self { value, interval, surely: None, count }
    }
}

impl PaperRecord {
    /// The version that this build writes.
    pub const VERSION: u32 = 1;

    /// Adds a sample to the series of this name, which is created if necessary.
    pub fn add(&mut self, series: &str, sample: PaperSample) {
        if let Some(found) = self.series.iter_mut().find(|found| found.name == series) {
            found.samples.push(sample);
        } else {
            self.series.push(PaperSeries { name: series.to_owned(), samples: vec![sample] });
        }
    }

    /// Returns the samples of a series; empty if there is no such series.
    pub fn samples(&self, series: &str) -> &[PaperSample] {
        let found = self.series.iter().find(|found| found.name == series);
        found.map_or(&[], |found| found.samples.as_slice())
    }

    /// Reduces a series to a figure; a count is scaled to `trials`. Returns `None` without samples.
    pub fn estimate(&self, series: &str, by: Statistic, trials: f64) -> Option<PaperEstimate> {
        if matches!(by, Statistic::Elo | Statistic::Score) {
            let games = ["won", "drawn", "lost"].map(|end| {
                self.samples(&format!("{series} {end}")).iter().map(|s| s.value).sum::<f64>()
            });
            return of_games(games, by);
        }
        let samples = self.samples(series);
        if samples.is_empty() {
            return None;
        }
        let values: Vec<f64> = samples.iter().map(|sample| sample.value).collect();
        match by {
            Statistic::Best | Statistic::Mean => Some(predicted(by_draw(samples, by).values())),
            Statistic::Runs => Some(predicted(&values)),
            Statistic::Count => count(samples, trials),
            Statistic::Same => same(samples, trials),
            Statistic::Median => {
                let interval = stats::interval(&values, 1).or_else(|| range(&values));
                Some(PaperEstimate::new(stats::median(&values)?, interval, values.len()))
            }
            Statistic::Exact | Statistic::Elo | Statistic::Score => {
                Some(PaperEstimate::new(stats::mean(&values), range(&values), values.len()))
            }
        }
    }

    /// Reduces the difference of two series over their common draws. Returns `None` if there are none.
    pub fn paired(&self, name: &str, less: (&Self, &str), by: Statistic) -> Option<PaperEstimate> {
        let (own, other) = (by_draw(self.samples(name), by), by_draw(less.0.samples(less.1), by));
        let pairs = own.iter().filter_map(|(draw, value)| Some(value - other.get(draw)?));
        let differences: Vec<f64> = pairs.collect();
        (!differences.is_empty()).then(|| predicted(&differences))
    }
}

impl Payload for PaperRecord {
    const KIND: RecordKind = RecordKind::Reproduce;

    fn errors(&self) -> Vec<String> {
        let mut errors = Vec::new();
        let mut names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            errors.push(format!("two series are called {}", pair[0]));
        }
        for PaperSeries { name, samples } in &self.series {
            demand(&mut errors, !samples.is_empty(), || {
                format!("{name}: a series without samples")
            });
            for &PaperSample { value, trials, .. } in samples {
                let can_be =
                    value.is_finite() && trials >= 0.0 && (trials == 0.0 || value <= trials);
                demand(&mut errors, can_be, || format!("{name}: {value} of {trials} cannot be"));
            }
        }
        demand(&mut errors, !self.complete || !self.series.is_empty(), || {
            "it is marked as complete, but has no sample".to_owned()
        });
        errors
    }

    fn content(&self) -> String {
        let samples: usize = self.series.iter().map(|series| series.samples.len()).sum();
        format!("{samples} samples in {} series", self.series.len())
    }
}

fn range(values: &[f64]) -> Option<(f64, f64)> {
    let low = values.iter().copied().reduce(f64::min)?;
    Some((low, values.iter().copied().reduce(f64::max)?))
}

/// Returns the mean of values and the prediction interval of one more.
fn predicted<'a>(values: impl IntoIterator<Item = &'a f64>) -> PaperEstimate {
    let values: Vec<f64> = values.into_iter().copied().collect();
    PaperEstimate::new(stats::mean(&values), stats::prediction(&values), values.len())
}

/// Returns the best or the mean run of each draw.
fn by_draw(samples: &[PaperSample], by: Statistic) -> BTreeMap<u64, f64> {
    let mut runs: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for sample in samples {
        runs.entry(sample.draw).or_default().push(sample.value);
    }
    let reduce = |runs: Vec<f64>| match by {
        Statistic::Best => runs.into_iter().fold(f64::MIN, f64::max),
        _ => stats::mean(&runs),
    };
    runs.into_iter().map(|(draw, runs)| (draw, reduce(runs))).collect()
}

fn sums(samples: &[PaperSample]) -> (f64, f64) {
    samples.iter().fold((0.0, 0.0), |sum, s| (sum.0 + s.value, sum.1 + s.trials))
}

/// Estimates successes on the paper's own trials, by McNemar's test with continuity correction. The paper
/// prints how many trials it solves, but not which. The number of trials that only one of both solves
/// therefore has bounds: at least the difference of the two counts, at most as many as the counts allow.
fn same(samples: &[PaperSample], trials: f64) -> Option<PaperEstimate> {
    let (own, all) = sums(samples);
    if all <= 0.0 || all != trials {
        return None;
    }
    let likely = |other: f64, pairs: f64| (other - own).abs() - 1.0 <= Z * pairs.sqrt();
    let most = |other: f64| (other + own).min(2.0 * all - other - own);
    let within = |pairs: &dyn Fn(f64) -> f64| {
        let counts = (0..=all as u32).map(f64::from);
        range(&counts.filter(|&other| likely(other, pairs(other))).collect::<Vec<_>>())
    };
    let estimate = PaperEstimate::new(own, within(&most), all as usize);
    Some(PaperEstimate { surely: within(&|other| (other - own).abs()), ..estimate })
}

/// Scales successes to the paper's number of trials, by Agresti and Coull's estimate of their share.
fn count(samples: &[PaperSample], trials: f64) -> Option<PaperEstimate> {
    let (successes, all) = sums(samples);
    if all <= 0.0 {
        return None;
    }
    let more = if trials > 0.0 { trials } else { all };
    let share = (successes + Z * Z / 2.0) / (all + Z * Z);
    let half = Z * (share * (1.0 - share) * (1.0 / (all + Z * Z) + 1.0 / more)).sqrt() * more;
    let value = successes / all * more;
    let (low, high) = ((share * more - half).max(0.0), (share * more + half).min(more));
    // The value of an extreme share may lie outside the adjusted interval by rounding.
    let interval = Some((low.min(value), high.max(value)));
    Some(PaperEstimate::new(value, interval, all as usize))
}

/// Returns the Elo difference or the score of games, its interval by the variance of the points.
fn of_games([won, drawn, lost]: [f64; 3], by: Statistic) -> Option<PaperEstimate> {
    let games = won + drawn + lost;
    if games < 2.0 {
        return None;
    }
    let score = (won + drawn / 2.0) / games;
    let square = (won + drawn / 4.0) / games - score * score;
    let half = Z * (square / games).sqrt();
    let [low, value, high] = [score - half, score, score + half].map(|share| {
        if by == Statistic::Score {
            return 100.0 * share.clamp(0.0, 1.0);
        }
        let share = share.clamp(0.5 / games, 1.0 - 0.5 / games);
        400.0 * (share / (1.0 - share)).log10()
    });
    Some(PaperEstimate::new(value, Some((low, high)), games as usize))
}
