//! The record of published figures measured anew: the samples of a unit of `nucleus reproduce`, and
//! the estimates that they give.

use serde::{Deserialize, Serialize};

use super::envelope::{Payload, RecordKind, demand};
use super::machine_record::{Machine, Source};
use super::normal::Z;
use super::stats;

/// Samples of one unit: what one command measures for one paper.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct PaperRecord {
    /// The version of this shape, [`PaperRecord::VERSION`].
    pub reproduce: u32,
    /// Name of the unit, the file's name without its ending.
    pub unit: String,
    /// Name of the paper.
    pub paper: String,
    /// Start of the run, UTC.
    pub started: String,
    /// Time of the last write, UTC.
    pub written: String,
    /// False while the run goes on, and for ever when it was cut short.
    pub complete: bool,
    /// Seconds of the steps that were made.
    pub seconds: f64,
    /// Names of the steps that were made, in their order.
    pub steps: Vec<String>,
    /// The program's own source and compiler.
    pub source: Source,
    /// The machine it ran on.
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
    /// The samples, in the order in which they were made.
    pub samples: Vec<PaperSample>,
}

/// A sample.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct PaperSample {
    /// Index of the draw of positions, or the seed that it is of.
    pub draw: u64,
    /// Index of the run within the draw.
    pub run: u64,
    /// The value.
    pub value: f64,
    /// Number of trials that the value counts successes of; 0 for a value that is no count.
    pub trials: f64,
}

nucleus_base::named_enum! {
    /// Reduction of a series to a figure with its interval.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Statistic {
        /// The best run of each draw; mean over the draws, and the interval that one more draw lies in.
        Best = "best",
        /// The mean over the runs of each draw; the interval as with `best`.
        Mean = "mean",
        /// Successes of all trials, as so many of the trials that the paper has; the interval that as
        /// many trials more lie in.
        Count = "count",
        /// The Elo difference that the series `NAME won`, `NAME drawn` and `NAME lost` give.
        Elo = "elo",
        /// One value, without chance: the samples' lowest and highest are its interval.
        Exact = "exact",
        /// The median with its interval, by resampling.
        Median = "median",
    }
}

/// A figure with its 95 % interval.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct PaperEstimate {
    /// The figure.
    pub value: f64,
    /// Both ends of its interval; none of too few samples.
    pub interval: Option<(f64, f64)>,
    /// Number of draws, trials or samples that it is of.
    pub count: usize,
}

impl PaperRecord {
    /// The version that this build writes.
    pub const VERSION: u32 = 1;

    /// Adds a sample to a series, which is begun if there is none of this name.
    pub fn add(&mut self, series: &str, sample: PaperSample) {
        if let Some(found) = self.series.iter_mut().find(|found| found.name == series) {
            found.samples.push(sample);
        } else {
            self.series.push(PaperSeries { name: series.to_owned(), samples: vec![sample] });
        }
    }

    /// The samples of a series; none where there is no such series.
    pub fn samples(&self, series: &str) -> &[PaperSample] {
        let found = self.series.iter().find(|found| found.name == series);
        found.map_or(&[], |found| found.samples.as_slice())
    }

    /// Reduces a series to a figure; `trials` is what a count is stated of. None without samples.
    pub fn estimate(&self, series: &str, by: Statistic, trials: f64) -> Option<PaperEstimate> {
        if by == Statistic::Elo {
            let games = ["won", "drawn", "lost"].map(|end| {
                self.samples(&format!("{series} {end}")).iter().map(|s| s.value).sum::<f64>()
            });
            return elo(games);
        }
        let samples = self.samples(series);
        if samples.is_empty() {
            return None;
        }
        let values: Vec<f64> = samples.iter().map(|sample| sample.value).collect();
        match by {
            Statistic::Best => {
                over_draws(samples, |runs| runs.iter().copied().fold(f64::MIN, f64::max))
            }
            Statistic::Mean => over_draws(samples, stats::mean),
            Statistic::Count => count(samples, trials),
            Statistic::Median => {
                let interval = stats::interval(&values, 1).or_else(|| range(&values));
                let value = stats::median(&values)?;
                Some(PaperEstimate { value, interval, count: values.len() })
            }
            Statistic::Exact | Statistic::Elo => Some(PaperEstimate {
                value: stats::mean(&values),
                interval: range(&values),
                count: values.len(),
            }),
        }
    }
}

impl Payload for PaperRecord {
    const KIND: RecordKind = RecordKind::Reproduce;

    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            faults.push(format!("two series are called {}", pair[0]));
        }
        for PaperSeries { name, samples } in &self.series {
            demand(&mut faults, !samples.is_empty(), || {
                format!("{name}: a series without samples")
            });
            for &PaperSample { value, trials, .. } in samples {
                let can_be =
                    value.is_finite() && trials >= 0.0 && (trials == 0.0 || value <= trials);
                demand(&mut faults, can_be, || format!("{name}: {value} of {trials} cannot be"));
            }
        }
        demand(&mut faults, !self.complete || !self.series.is_empty(), || {
            "it says that it is complete, and has no sample".to_owned()
        });
        faults
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

/// The mean over draws of what each draw's runs are reduced to.
fn over_draws(samples: &[PaperSample], reduce: impl Fn(&[f64]) -> f64) -> Option<PaperEstimate> {
    let mut draws: Vec<u64> = samples.iter().map(|sample| sample.draw).collect();
    draws.sort_unstable();
    draws.dedup();
    let of_draw = |draw: &u64| {
        let runs = samples.iter().filter(|sample| sample.draw == *draw);
        reduce(&runs.map(|sample| sample.value).collect::<Vec<_>>())
    };
    let values: Vec<f64> = draws.iter().map(of_draw).collect();
    Some(PaperEstimate {
        value: stats::mean(&values),
        interval: stats::prediction(&values),
        count: values.len(),
    })
}

/// Successes of the paper's number of trials, by Agresti and Coull's estimate of their share.
fn count(samples: &[PaperSample], trials: f64) -> Option<PaperEstimate> {
    let (successes, all) =
        samples.iter().fold((0.0, 0.0), |sum, s| (sum.0 + s.value, sum.1 + s.trials));
    if all <= 0.0 {
        return None;
    }
    let more = if trials > 0.0 { trials } else { all };
    let share = (successes + Z * Z / 2.0) / (all + Z * Z);
    let half = Z * (share * (1.0 - share) * (1.0 / (all + Z * Z) + 1.0 / more)).sqrt() * more;
    let value = successes / all * more;
    let (low, high) = ((share * more - half).max(0.0), (share * more + half).min(more));
    // An end that rounds to a whole success counts it.
    let interval = Some((low.min(value), high.max(value)));
    Some(PaperEstimate { value, interval, count: all as usize })
}

/// The Elo difference of games won, drawn and lost, by the variance of a game's points.
fn elo([won, drawn, lost]: [f64; 3]) -> Option<PaperEstimate> {
    let games = won + drawn + lost;
    if games < 2.0 {
        return None;
    }
    let score = (won + drawn / 2.0) / games;
    let square = (won + drawn / 4.0) / games - score * score;
    let half = Z * (square / games).sqrt();
    let of = |share: f64| {
        let share = share.clamp(0.5 / games, 1.0 - 0.5 / games);
        400.0 * (share / (1.0 - share)).log10()
    };
    let interval = Some((of(score - half), of(score + half)));
    Some(PaperEstimate { value: of(score), interval, count: games as usize })
}
