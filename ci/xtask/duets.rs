//! The tables of docs/COMPARE.md on duets: coverage of intervals, regressions found, and widths of
//! other methods' intervals. Units `gate-coverage`, `gate-found`, `gate-methods` make the runs.

use serde::Deserialize;

use crate::figures::sheet::Sheet;
use nucleus_records::{sequential, stats};

/// A run of two builds that differ by a known amount of work.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct DuetRun {
    /// Per cent of additional work in the new build.
    pub added_nodes: f64,
    /// Lower end of the reported interval: per cent by which the new build is faster.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Duration of the measurement, in seconds.
    pub seconds: f64,
    /// Log-ratios of the blocks times 100, separated by `;`.
    pub blocks: String,
}

/// The half-width that a method of comparison gave for two equal programs.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct MethodRun {
    /// Name of the method.
    pub method: String,
    /// Number of busy loops that ran on the machine at the same time.
    pub loops: u32,
    /// Wall time, in seconds.
    pub seconds: f64,
    /// Half-width of the 95 % interval, in per cent.
    pub width: f64,
}

impl DuetRun {
    /// Returns the log-ratios of the blocks.
    pub fn log_ratios(&self) -> Vec<f64> {
        self.blocks
            .split(';')
            .filter_map(|log| log.parse::<f64>().ok())
            .map(|l| l / 100.0)
            .collect()
    }

    /// Returns the true difference: per cent by which the new build is faster.
    pub fn truth(&self) -> f64 {
        (1.0 / (1.0 + self.added_nodes / 100.0) - 1.0) * 100.0
    }

    /// Returns true if the interval contains the truth.
    pub fn holds(&self) -> bool {
        (self.low..=self.high).contains(&self.truth())
    }

    /// Returns the number of blocks after which a gate that requires the old speed fails; `None` if it never does.
    pub fn alarm(&self) -> Option<usize> {
        let logs = self.log_ratios();
        (1..=logs.len()).find(|&blocks| {
            sequential::interval(&logs[..blocks], sequential::ALPHA).is_some_and(|i| i.high < 0.0)
        })
    }

    /// Splits a long run into runs of `seconds` each, without a shorter remainder.
    pub fn parts(&self, seconds: f64) -> Vec<Self> {
        let all: Vec<&str> = self.blocks.split(';').collect();
        let each = ((seconds / self.seconds * all.len() as f64) as usize).max(1);
        let part = |blocks: &[&str]| Self { blocks: blocks.join(";"), seconds, ..self.clone() };
        all.chunks_exact(each).map(part).collect()
    }
}

/// Returns the table of runs: the share of intervals that contain the true difference, their width, and the
/// share of runs in which a gate that requires at least the old speed fails.
pub fn coverage(runs: &[DuetRun]) -> Sheet {
    let mut sheet = Sheet::from_head(
        "added nodes | runs | intervals with the true ratio | half-width | gate fails",
    );
    let row = |group: Vec<&DuetRun>| {
        let widths: Vec<f64> = group.iter().map(|run| width(run.low, run.high)).collect();
        vec![
            format!("{} %", group[0].added_nodes),
            group.len().to_string(),
            share(group.iter().map(|run| run.holds())),
            percent(stats::median(&widths)),
            share(group.iter().map(|run| run.alarm().is_some())),
        ]
    };
    sheet.rows.extend(groups(runs, |run| run.added_nodes).into_iter().map(row));
    sheet
}

/// Returns the table of the share of regressions that a gate finds within `seconds`. The gate
/// requires at least the old speed. The runs are parts of long runs.
pub fn found(runs: &[DuetRun], seconds: &[u32]) -> Sheet {
    let lengths = seconds.iter().map(|seconds| format!("{seconds} s"));
    let head = ["added nodes".to_owned()].into_iter().chain(lengths).collect();
    let row = |group: Vec<&DuetRun>| {
        let cell = |&seconds: &u32| {
            let parts = group.iter().flat_map(|run| run.parts(f64::from(seconds)));
            share(parts.map(|part| part.alarm().is_some()))
        };
        let nodes = format!("{} %", group[0].added_nodes);
        [nodes].into_iter().chain(seconds.iter().map(cell)).collect()
    };
    Sheet { head, rows: groups(runs, |run| run.added_nodes).into_iter().map(row).collect() }
}

/// Returns the table of median half-widths, a row for each method.
pub fn methods(runs: &[MethodRun]) -> Sheet {
    let loads: Vec<u32> =
        groups(runs, |run| run.loops).iter().map(|group| group[0].loops).collect();
    let heads = loads.iter().map(|loops| format!("busy loops: {loops}"));
    let head = ["method".into()].into_iter().chain(heads).chain(["seconds".into()]).collect();
    let row = |group: Vec<&MethodRun>| {
        let cell = |&loops: &u32| {
            let alike = group.iter().filter(|run| run.loops == loops);
            percent(stats::median(&alike.map(|run| run.width).collect::<Vec<_>>()))
        };
        let seconds: Vec<f64> = group.iter().map(|run| run.seconds).collect();
        let seconds = format!("{:.0}", stats::median(&seconds).unwrap_or(f64::NAN));
        let cells = loads.iter().map(cell);
        [group[0].method.clone()].into_iter().chain(cells).chain([seconds]).collect()
    };
    Sheet { head, rows: groups(runs, |run| run.method.clone()).into_iter().map(row).collect() }
}

/// Groups runs by a key, in the order of their first occurrence.
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

/// Returns the half-width, in per cent, of an interval of gains in speed, in per cent.
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
