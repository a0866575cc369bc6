//! How often intervals of duets hold the truth, and how wide those of other methods are: the tables of docs/COMPARE.md
//! from runs of the units `gate-coverage`, `gate-found` and `gate-methods`.

use serde::Deserialize;

use crate::figures::sheet::Sheet;
use nucleus_records::{sequential, stats};

/// A run of two builds that differ by a known share of work.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct DuetRun {
    /// Per cent of work that the new build does more.
    pub planted: f64,
    /// The lower end of the sentence's interval, in per cent that the new one is faster by.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Seconds of measuring.
    pub seconds: f64,
    /// The blocks' log-ratios times 100, with `;` between them.
    pub blocks: String,
}

/// The half-width that one way to compare two equal programs gave.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct MethodRun {
    /// The way.
    pub method: String,
    /// Loops that computed on the machine beside it.
    pub loops: u32,
    /// Seconds of wall time.
    pub seconds: f64,
    /// Half-width of the 95 % interval, per cent.
    pub width: f64,
}

impl DuetRun {
    /// The log-ratios of its blocks.
    pub fn log_ratios(&self) -> Vec<f64> {
        self.blocks
            .split(';')
            .filter_map(|log| log.parse::<f64>().ok())
            .map(|l| l / 100.0)
            .collect()
    }

    /// The truth, in per cent that the new build is faster by.
    pub fn truth(&self) -> f64 {
        (1.0 / (1.0 + self.planted / 100.0) - 1.0) * 100.0
    }

    /// True if its interval holds the truth.
    pub fn holds(&self) -> bool {
        (self.low..=self.high).contains(&self.truth())
    }

    /// The block at which a gate of at least the old speed would have failed; `None` where it would not.
    pub fn alarm(&self) -> Option<usize> {
        let logs = self.log_ratios();
        (1..=logs.len()).find(|&blocks| {
            sequential::interval(&logs[..blocks], sequential::ALPHA).is_some_and(|i| i.high < 0.0)
        })
    }

    /// Returns the parts of a long run of so many seconds each, as runs of their own; the last one that
    /// is shorter is left out.
    pub fn parts(&self, seconds: f64) -> Vec<Self> {
        let all: Vec<&str> = self.blocks.split(';').collect();
        let each = ((seconds / self.seconds * all.len() as f64) as usize).max(1);
        let part = |blocks: &[&str]| Self { blocks: blocks.join(";"), seconds, ..self.clone() };
        all.chunks_exact(each).map(part).collect()
    }
}

/// Returns the table of runs: how many intervals hold the truth, how wide they are, and how many gates
/// of at least the old speed fail.
pub fn coverage(runs: &[DuetRun]) -> Sheet {
    let mut sheet =
        Sheet::of("planted | runs | intervals that hold the truth | ±, median | gates that fail");
    let row = |group: Vec<&DuetRun>| {
        let widths: Vec<f64> = group.iter().map(|run| width(run.low, run.high)).collect();
        vec![
            format!("{} %", group[0].planted),
            group.len().to_string(),
            share(group.iter().map(|run| run.holds())),
            percent(stats::median(&widths)),
            share(group.iter().map(|run| run.alarm().is_some())),
        ]
    };
    sheet.rows.extend(groups(runs, |run| run.planted).into_iter().map(row));
    sheet
}

/// Returns the table of the share of regressions that a gate of at least the old speed finds in so many
/// seconds, from long runs cut into parts.
pub fn found(runs: &[DuetRun], seconds: &[u32]) -> Sheet {
    let lengths = seconds.iter().map(|seconds| format!("{seconds} s"));
    let head = ["planted".to_owned()].into_iter().chain(lengths).collect();
    let row = |group: Vec<&DuetRun>| {
        let cell = |&seconds: &u32| {
            let parts = group.iter().flat_map(|run| run.parts(f64::from(seconds)));
            share(parts.map(|part| part.alarm().is_some()))
        };
        let planted = format!("{} %", group[0].planted);
        [planted].into_iter().chain(seconds.iter().map(cell)).collect()
    };
    Sheet { head, rows: groups(runs, |run| run.planted).into_iter().map(row).collect() }
}

/// Returns the table of the methods' median half-widths, a row for each.
pub fn methods(runs: &[MethodRun]) -> Sheet {
    let loads: Vec<u32> =
        groups(runs, |run| run.loops).iter().map(|group| group[0].loops).collect();
    let heads = loads.iter().map(|loops| format!("{loops} loops"));
    let head = ["way".to_owned()].into_iter().chain(heads).chain(["seconds".to_owned()]).collect();
    let row = |group: Vec<&MethodRun>| {
        let cell = |&loops: &u32| {
            let of = group.iter().filter(|run| run.loops == loops);
            percent(stats::median(&of.map(|run| run.width).collect::<Vec<_>>()))
        };
        let seconds: Vec<f64> = group.iter().map(|run| run.seconds).collect();
        let seconds = format!("{:.0}", stats::median(&seconds).unwrap_or(f64::NAN));
        let cells = loads.iter().map(cell);
        [group[0].method.clone()].into_iter().chain(cells).chain([seconds]).collect()
    };
    Sheet { head, rows: groups(runs, |run| run.method.clone()).into_iter().map(row).collect() }
}

/// Runs by a key, in the order of their first.
fn groups<T, K: PartialEq>(runs: &[T], key: impl Fn(&T) -> K) -> Vec<Vec<&T>> {
    let mut all: Vec<(K, Vec<&T>)> = Vec::new();
    for run in runs {
        let this = key(run);
        match all.iter_mut().find(|group| group.0 == this) {
            Some(group) => group.1.push(run),
            None => all.push((this, vec![run])),
        }
    }
    all.into_iter().map(|group| group.1).collect()
}

/// The half-width of an interval between per cents faster, per cent.
pub fn width(low: f64, high: f64) -> f64 {
    stats::half_width(1.0 + low / 100.0, 1.0 + high / 100.0) * 100.0
}

fn percent(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("± {value:.2} %"))
}

fn share(runs: impl Iterator<Item = bool>) -> String {
    let (some, of) = runs.fold((0, 0), |(some, of), is| (some + usize::from(is), of + 1));
    format!("{some} of {of} ({:.1} %)", some as f64 * 100.0 / of.max(1) as f64)
}
