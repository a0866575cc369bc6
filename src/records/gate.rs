//! The gate: ratios whose intervals must not be below a limit. `compare --gate 'new/old>=0.99'` checks
//! after each block, `report --fail-below` checks finished records.
//!
//! In a comparison, the geometric mean over the workloads decides, or with `--gate-each` every
//! workload, by an interval that is valid at every number of blocks ([`super::sequential`]). A run
//! may end once the interval lies on one side of the limit.

use serde::{Deserialize, Serialize};

use super::record::Record;
use super::sequential::{ALPHA, interval};
use super::summary::{BlockMeans, block_means, block_ratios};

/// The exit code if a ratio is below the limit.
pub const REGRESSION: u8 = 3;
/// The exit code if the intervals do not decide.
pub const UNDECIDED: u8 = 4;

/// A demand that ratios are not below a limit.
#[derive(Debug, Clone, PartialEq)]
pub struct RatioDemand {
    /// The engines, new and old; `None` for every engine compared with the first.
    pub pair: Option<(String, String)>,
    /// The limit of the ratio.
    pub limit: f64,
    /// `true` if each workload is compared with the limit (`--gate-each`) instead of their mean.
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

/// The verdict of an interval compared with a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum GateVerdict {
    /// The interval is at the limit or above.
    Passed,
    /// The interval is below the limit.
    Below,
    /// The limit lies within the interval, or there is no interval.
    Undecided,
}

impl GateVerdict {
    /// Returns the exit code.
    pub const fn code(self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::Below => REGRESSION,
            Self::Undecided => UNDECIDED,
        }
    }
}

/// A ratio that is compared with the limit.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HeldRatio {
    /// The names of the engines and, with `--gate-each`, of the workload.
    pub name: String,
    /// The ratio; `None` for too few blocks, or without a common measurement.
    pub ratio: Option<f64>,
    /// The interval of the ratio.
    pub interval: Option<(f64, f64)>,
    /// The number of blocks in which the machine was slow, and the ratio without them.
    pub without: Option<(usize, Box<Self>)>,
}

impl HeldRatio {
    /// Returns the geometric mean of the ratios; the interval is wrong with probability `alpha`.
    fn of_blocks(name: String, blocks: &[f64], alpha: f64) -> Self {
        let found = interval(blocks, alpha);
        let ends = found.map(|i| (i.low.exp(), i.high.exp()));
        Self {
            name,
            ratio: found.map(|i| i.mean.exp()),
            interval: ends.filter(|(low, high)| *low > 0.0 && high.is_finite()),
            without: None,
        }
    }

    /// Returns the verdict of the interval.
    pub fn verdict(&self, limit: f64) -> GateVerdict {
        match self.interval {
            Some((low, _)) if low >= limit => GateVerdict::Passed,
            Some((_, high)) if high < limit => GateVerdict::Below,
            _ => GateVerdict::Undecided,
        }
    }

    /// Formats the ratio and its interval.
    pub fn figure(&self) -> String {
        match (self.ratio, self.interval) {
            (Some(ratio), Some((low, high))) => format!("{ratio:.4} [{low:.4}, {high:.4}]"),
            (Some(ratio), None) => format!("{ratio:.4}, no interval from so few blocks"),
            (None, _) => {
                "no ratio of the two: too few blocks, or nothing that both were measured by"
                    .to_owned()
            }
        }
    }

    /// Returns the lines with the verdict of this ratio, and with that of the ratio without marked blocks,
    /// if any.
    fn lines(&self, limit: f64) -> Vec<String> {
        let verdict = |row: &Self| match row.verdict(limit) {
            GateVerdict::Passed => ("passed", format!(": not below {limit}")),
            GateVerdict::Below => ("below", format!(": below {limit}")),
            GateVerdict::Undecided => ("undecided", format!("; the limit is {limit}")),
        };
        let (word, why) = verdict(self);
        let mut lines = vec![format!("{word}: {}: {}{why}", self.name, self.figure())];
        if let Some((marked, without)) = &self.without {
            let (word, _) = verdict(without);
            let plural = if *marked == 1 { "block" } else { "blocks" };
            lines.push(format!(
                "without {marked} {plural} in which the machine was slow: {word}: {}",
                without.figure()
            ));
        }
        lines
    }
}

impl RatioDemand {
    /// Parses `NEW/OLD>=RATIO`, or `>=RATIO` for every engine compared with the first; names may contain
    /// `/`.
    ///
    /// # Errors
    /// If the text has another form or names an unknown engine.
    pub fn parse(text: &str, names: &[&str]) -> Result<Self, String> {
        let wrong =
            |what: &str| Err(format!("--gate `{}`: {what}", nucleus_base::text::excerpt(text)));
        let form = "expected NEW/OLD>=RATIO, as in 'new/old>=0.99'; for an upper limit, exchange the names";
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

    /// Returns the ratios that are compared with the limit. The error probability of 5 % is divided among
    /// them, so that all are right in 95 % of runs.
    pub fn rows(&self, record: &Record) -> Vec<HeldRatio> {
        let first = record.engines.first().map_or("", |engine| engine.name.as_str());
        let pairs: Vec<(&str, &str)> = match &self.pair {
            Some((new, old)) => vec![(new, old)],
            None => record.engines.iter().skip(1).map(|e| (e.name.as_str(), first)).collect(),
        };
        let parts = pairs.len() * if self.each { record.workloads.len() } else { 1 };
        let alpha = ALPHA / parts.max(1) as f64;
        let mut rows = Vec::new();
        for (new, old) in pairs {
            let name = format!("{new}/{old}");
            if self.each {
                rows.extend(record.workloads.iter().map(|workload| {
                    let ratios = block_ratios(record, &workload.name, [new, old]);
                    let logs: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
                    HeldRatio::of_blocks(format!("{name} on {}", workload.name), &logs, alpha)
                }));
                continue;
            }
            let BlockMeans { means, marked, .. } = block_means(record, new, old);
            let unmarked = means.iter().zip(&marked).filter(|(_, marked)| !**marked);
            let unmarked: Vec<f64> = unmarked.map(|(mean, _)| *mean).collect();
            let without = HeldRatio::of_blocks(name.clone(), &unmarked, alpha);
            let slow = means.len() - unmarked.len();
            rows.push(HeldRatio {
                without: (slow > 0).then(|| (slow, Box::new(without))),
                ..HeldRatio::of_blocks(name, &means, alpha)
            });
        }
        rows
    }

    /// Returns the verdict of a record.
    pub fn verdict(&self, record: &Record) -> GateVerdict {
        verdict(self.limit, &self.rows(record))
    }

    /// Returns the exit code, and the lines that name the deciding ratios.
    pub fn decide(&self, record: &Record) -> (u8, Vec<String>) {
        decide(self.limit, &self.rows(record))
    }
}

/// Returns the common verdict: below if one ratio is below, passed if all have passed.
pub fn verdict(limit: f64, rows: &[HeldRatio]) -> GateVerdict {
    let has = |verdict| rows.iter().any(|row| row.verdict(limit) == verdict);
    if has(GateVerdict::Below) {
        GateVerdict::Below
    } else if has(GateVerdict::Undecided) || rows.is_empty() {
        GateVerdict::Undecided
    } else {
        GateVerdict::Passed
    }
}

/// Returns the exit code for these ratios, and the lines that name the deciding ones: 0 if all have
/// passed, [`REGRESSION`] if one is below the limit, otherwise [`UNDECIDED`]. Without any ratio the gate
/// fails, so that missing data cannot pass it.
pub fn decide(limit: f64, rows: &[HeldRatio]) -> (u8, Vec<String>) {
    if rows.is_empty() {
        return (1, vec![format!("error: there is no ratio to compare with {limit}")]);
    }
    let verdict = verdict(limit, rows);
    let deciding = rows.iter().filter(|row| row.verdict(limit) == verdict);
    (verdict.code(), deciding.flat_map(|row| row.lines(limit)).collect())
}
