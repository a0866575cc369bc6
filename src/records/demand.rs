//! `--gate 'new/old>=0.99'`: a ratio that a comparison must show.
//!
//! One figure decides, the geometric mean over the workloads, by an interval that holds at every
//! number of blocks ([`super::sequential`]): a run may look after each block, and end when the whole
//! interval is on one side of the limit.

use serde::{Deserialize, Serialize};

use super::record::Record;
use super::sequential::{ALPHA, FEWEST_BLOCKS, SequentialInterval, interval};
use super::summary::{BlockMeans, block_means, block_ratios};

/// The exit code of a ratio below the limit.
pub const REGRESSION: u8 = 3;
/// The exit code when the intervals do not tell.
pub const UNDECIDED: u8 = 4;

/// Ratios that must not be below a limit.
#[derive(Debug, Clone, PartialEq)]
pub struct RatioDemand {
    /// The engines: the first over the second. None where every engine over the first is meant.
    pub pair: Option<(String, String)>,
    /// The limit.
    pub limit: f64,
    /// True when each workload is held against the limit (`--gate-each`), not their mean.
    pub each: bool,
}

impl std::fmt::Display for RatioDemand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let each = if self.each { ", on each workload" } else { "" };
        match &self.pair {
            Some((new, old)) => write!(f, "{new}/{old}>={}{each}", self.limit),
            None => write!(f, ">={}{each}", self.limit),
        }
    }
}

/// The verdict of an interval about a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum GateVerdict {
    /// The whole interval is at the limit or above.
    Passed,
    /// The whole interval is below the limit.
    Below,
    /// The limit lies within the interval, or there is none.
    Undecided,
}

/// A ratio that is held against the limit.
#[derive(Debug, Clone, PartialEq)]
pub struct DemandRow {
    /// The engines, and the workload where each counts.
    pub name: String,
    /// Log-ratios, block by block.
    pub blocks: Vec<f64>,
    /// Those of the blocks before which the machine was as fast as at its best.
    pub unmarked: Vec<f64>,
    /// The share of wrong decisions that the row may take.
    pub alpha: f64,
}

impl DemandRow {
    /// Returns the interval of the log-ratio; none of too few blocks.
    pub fn interval(&self) -> Option<SequentialInterval> {
        interval(&self.blocks, self.alpha)
    }

    /// Returns what the interval says about the limit.
    pub fn verdict(&self, limit: f64) -> GateVerdict {
        verdict(self.interval(), limit)
    }

    /// The lines that say what the row decided: its figure, and the one without the marked blocks where
    /// there are any.
    fn lines(&self, limit: f64) -> Vec<String> {
        let said = |verdict| match verdict {
            GateVerdict::Passed => ("passed", format!(": not below {limit}")),
            GateVerdict::Below => ("below", format!(": below {limit}")),
            GateVerdict::Undecided => ("undecided", format!("; the limit is {limit}")),
        };
        let (word, why) = said(self.verdict(limit));
        let mut lines =
            vec![format!("{word}: {}: {}{why}", self.name, figure(&self.blocks, self.interval()))];
        let marked = self.blocks.len() - self.unmarked.len();
        if marked > 0 {
            let without = interval(&self.unmarked, self.alpha);
            let (word, _) = said(verdict(without, limit));
            let plural = if marked == 1 { "block" } else { "blocks" };
            lines.push(format!(
                "without {marked} {plural} in which the machine was slow: {word}: {}",
                figure(&self.unmarked, without)
            ));
        }
        lines
    }
}

fn verdict(interval: Option<SequentialInterval>, limit: f64) -> GateVerdict {
    match interval {
        Some(interval) if interval.low >= limit.ln() => GateVerdict::Passed,
        Some(interval) if interval.high < limit.ln() => GateVerdict::Below,
        _ => GateVerdict::Undecided,
    }
}

fn figure(blocks: &[f64], interval: Option<SequentialInterval>) -> String {
    match interval {
        Some(SequentialInterval { mean, low, high }) if low.is_finite() && high.is_finite() => {
            format!("{:.4} [{:.4}, {:.4}]", mean.exp(), low.exp(), high.exp())
        }
        _ => {
            let n = blocks.len();
            format!(
                "no interval after {n} blocks (one needs {FEWEST_BLOCKS}, and more where they differ much)"
            )
        }
    }
}

impl RatioDemand {
    /// Reads `NEW/OLD>=RATIO`, or `>=RATIO` for every engine over the first; names may have a `/`
    /// themselves.
    ///
    /// # Errors
    /// When it is not of that form, or an engine is none of these names.
    pub fn parse(text: &str, names: &[&str]) -> Result<Self, String> {
        let wrong =
            |what: &str| Err(format!("--gate `{}`: {what}", nucleus_base::text::excerpt(text)));
        let form = "it is not NEW/OLD>=RATIO, as in 'new/old>=0.99'; to ask for at most, turn the ratio round";
        let Some((pair, limit)) = text.split_once(">=") else { return wrong(form) };
        let limit = match limit.trim().parse::<f64>() {
            Ok(limit) if limit.is_finite() && limit > 0.0 => limit,
            _ => return wrong(form),
        };
        let pair = pair.trim();
        if pair.is_empty() {
            return Ok(Self { pair: None, limit, each: false });
        }
        let known = |name: &str| names.contains(&name);
        let mut places = pair.match_indices('/').map(|(at, _)| (&pair[..at], &pair[at + 1..]));
        let found = places.find(|(new, old)| known(new.trim()) && known(old.trim()));
        match found.map(|(new, old)| (new.trim(), old.trim())) {
            Some((new, old)) if new == old => wrong("an engine over itself"),
            Some((new, old)) => {
                Ok(Self { pair: Some((new.to_owned(), old.to_owned())), limit, each: false })
            }
            None if !pair.contains('/') => wrong(form),
            None => wrong(&format!("there are only the engines {}", names.join(", "))),
        }
    }

    /// Returns the ratios that are held against the limit. Where there are several, each may be wrong
    /// with its part of 5 % only, so that all of them together are wrong in one run of twenty.
    pub fn rows(&self, record: &Record) -> Vec<DemandRow> {
        let first = record.engines.first().map_or("", |engine| engine.name.as_str());
        let pairs: Vec<(&str, &str)> = match &self.pair {
            Some((new, old)) => vec![(new, old)],
            None => record.engines.iter().skip(1).map(|e| (e.name.as_str(), first)).collect(),
        };
        let mut rows: Vec<DemandRow> = Vec::new();
        for (new, old) in pairs {
            if self.each {
                for workload in &record.workloads {
                    let blocks: Vec<f64> = block_ratios(record, &workload.name, new, old)
                        .iter()
                        .map(|r| r.ln())
                        .collect();
                    let name = format!("{new}/{old} on {}", workload.name);
                    rows.push(DemandRow { name, unmarked: blocks.clone(), blocks, alpha: ALPHA });
                }
            } else {
                let BlockMeans { means, marked, .. } = block_means(record, new, old);
                let unmarked = means.iter().zip(&marked).filter(|(_, m)| !**m).map(|(b, _)| *b);
                rows.push(DemandRow {
                    name: format!("{new}/{old}"),
                    unmarked: unmarked.collect(),
                    blocks: means,
                    alpha: ALPHA,
                });
            }
        }
        let parts = rows.len().max(1) as f64;
        rows.iter_mut().for_each(|row| row.alpha /= parts);
        rows
    }

    /// Returns what the intervals say: below where one ratio is, passed where all have.
    pub fn verdict(&self, record: &Record) -> GateVerdict {
        let verdicts: Vec<GateVerdict> =
            self.rows(record).iter().map(|row| row.verdict(self.limit)).collect();
        let worst = [GateVerdict::Below, GateVerdict::Undecided].into_iter();
        let none = if verdicts.is_empty() { GateVerdict::Undecided } else { GateVerdict::Passed };
        worst.into_iter().find(|verdict| verdicts.contains(verdict)).unwrap_or(none)
    }

    /// Returns the exit code, and the lines that say which ratios decided: 0 when all have passed,
    /// [`REGRESSION`] when one is below the limit, [`UNDECIDED`] when none is below and one does not
    /// tell.
    pub fn decide(&self, record: &Record) -> (u8, Vec<String>) {
        decide(self.limit, &self.rows(record))
    }
}

/// True if more blocks cannot change the exit code: one ratio is below the limit, or all have passed.
pub fn is_decided(limit: f64, rows: &[DemandRow]) -> bool {
    let has = |verdict| rows.iter().any(|row| row.verdict(limit) == verdict);
    has(GateVerdict::Below) || (has(GateVerdict::Passed) && !has(GateVerdict::Undecided))
}

/// Returns the exit code for these rows, and the lines that say which of them decided.
pub fn decide(limit: f64, rows: &[DemandRow]) -> (u8, Vec<String>) {
    if rows.is_empty() {
        return (1, vec![format!("error: there is no ratio to hold against {limit}")]);
    }
    let of = |wanted: GateVerdict| -> Vec<String> {
        let rows = rows.iter().filter(|row| row.verdict(limit) == wanted);
        rows.flat_map(|row| row.lines(limit)).collect()
    };
    let all = [(GateVerdict::Below, REGRESSION), (GateVerdict::Undecided, UNDECIDED)];
    let worst =
        all.into_iter().find(|(verdict, _)| rows.iter().any(|row| row.verdict(limit) == *verdict));
    worst.map_or_else(|| (0, of(GateVerdict::Passed)), |(verdict, code)| (code, of(verdict)))
}
