//! `--gate 'new/old>=0.99'`: a ratio that a comparison must show, decided by its interval.

use super::estimate::RatioEstimate;
use super::gate::{self, GateRow};
use nucleus_records::record::Record;
use nucleus_records::summary;

/// Ratios that must not be below a limit.
#[derive(Debug, Clone, PartialEq)]
pub struct RatioDemand {
    /// The engines: the first over the second. None where every engine over the first is meant.
    pair: Option<(String, String)>,
    /// The limit.
    limit: f64,
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

    /// The exit code, and the lines that say what decided, as [`gate::decide`] has them. A ratio is
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

#[cfg(test)]
mod tests {
    use super::super::fixtures::pair;
    use super::super::gate::{REGRESSION, UNDECIDED};
    use super::*;

    #[test]
    fn what_is_demanded() {
        let names = ["new", "old", "a/b", "b"];
        let pair = |text: &str| RatioDemand::parse(text, &names).map(|d| (d.pair, d.limit));
        let of = |new: &str, old: &str| Some((new.to_owned(), old.to_owned()));
        assert_eq!(pair("new/old>=0.99"), Ok((of("new", "old"), 0.99)));
        assert_eq!(pair(" new / old >= 1 "), Ok((of("new", "old"), 1.0)));
        assert_eq!(pair("a/b/b>=1"), Ok((of("a/b", "b"), 1.0)), "a name has a slash");
        assert_eq!(pair(">=0.98"), Ok((None, 0.98)));
        for (bad, said) in [
            ("new/old>0.99", "is not NEW/OLD>=RATIO"),
            ("new/old>=x", "is not NEW/OLD>=RATIO"),
            ("new/old>=0", "is not NEW/OLD>=RATIO"),
            ("new>=1", "is not NEW/OLD>=RATIO"),
            ("new/odl>=1", "only the engines new, old, a/b, b"),
            ("new/new>=1", "over itself"),
        ] {
            assert!(pair(bad).unwrap_err().contains(said), "{bad}: {:?}", pair(bad));
        }
    }

    #[test]
    fn the_interval_over_all_workloads_decides() {
        let record = pair(&[1.0, 1.21], 6);
        let code =
            |text: &str| RatioDemand::parse(text, &["old", "new"]).unwrap().decide(&record).0;
        assert_eq!(code("new/old>=1.09"), 0);
        assert_eq!(code("new/old>=1.2"), REGRESSION);
        assert_eq!(code("old/new>=0.9"), 0);
        assert_eq!(code(">=1.09"), 0);
        let (code, lines) =
            RatioDemand::parse(">=1.1011", &["old", "new"]).unwrap().decide(&record);
        assert_eq!(code, UNDECIDED, "{lines:?}");
        assert!(lines[0].starts_with("undecided: new/old: 1.1"), "{lines:?}");
    }
}
