//! `--gate 'new/old>=0.99'`: a ratio that a comparison must show, decided by its interval.

use super::estimate::RatioEstimate;
use super::gate::{self, GateRow};
use nucleus_records::record::Record;
use nucleus_records::summary;

/// Ratios that must not be below a limit.
#[derive(Debug, Clone, PartialEq)]
pub struct RatioDemand {
    /// The engines: the first over the second. None where every engine over the first is meant.
    pub pair: Option<(String, String)>,
    /// The limit.
    pub limit: f64,
}

impl RatioDemand {
    /// Reads `NEW/OLD>=RATIO`, or `>=RATIO` for every engine over the first; names may have a `/`
    /// themselves.
    ///
    /// # Errors
    /// When it is not of that form, or an engine is none of these names.
    pub fn parse(text: &str, names: &[&str]) -> Result<Self, String> {
        let wrong =
            |what: &str| Err(format!("--gate `{}`: {what}", nucleus_core::text::excerpt(text)));
        let form = "it is not NEW/OLD>=RATIO, as in 'new/old>=0.99'; to ask for at most, turn the ratio round";
        let Some((pair, limit)) = text.split_once(">=") else { return wrong(form) };
        let limit = match limit.trim().parse::<f64>() {
            Ok(limit) if limit.is_finite() && limit > 0.0 => limit,
            _ => return wrong(form),
        };
        let pair = pair.trim();
        if pair.is_empty() {
            return Ok(Self { pair: None, limit });
        }
        let known = |name: &str| names.contains(&name);
        let mut places = pair.match_indices('/').map(|(at, _)| (&pair[..at], &pair[at + 1..]));
        let found = places.find(|(new, old)| known(new.trim()) && known(old.trim()));
        match found.map(|(new, old)| (new.trim(), old.trim())) {
            Some((new, old)) if new == old => wrong("an engine over itself"),
            Some((new, old)) => Ok(Self { pair: Some((new.to_owned(), old.to_owned())), limit }),
            None if !pair.contains('/') => wrong(form),
            None => wrong(&format!("there are only the engines {}", names.join(", "))),
        }
    }

    /// Returns the exit code and the lines of the decision, as [`gate::decide`] does. A ratio is
    /// that over all workloads, which the last sentence of a comparison has too.
    pub fn decide(&self, record: &Record) -> (u8, Vec<String>) {
        let first = record.engines.first().map_or("", |engine| engine.name.as_str());
        let pairs: Vec<(&str, &str)> = match &self.pair {
            Some((new, old)) => vec![(new, old)],
            None => record.engines.iter().skip(1).map(|e| (e.name.as_str(), first)).collect(),
        };
        let rows: Vec<GateRow> =
            pairs.into_iter().map(|(new, old)| row(record, new, old)).collect();
        gate::decide(self.limit, &rows)
    }
}

fn row(record: &Record, new: &str, old: &str) -> GateRow {
    let ratio = summary::overall(record, new, old).map(|overall| overall.ratio);
    GateRow {
        name: format!("{new}/{old}"),
        ratio: ratio.map(|r| RatioEstimate::new(r.ratio, r.low, r.high)),
    }
}
