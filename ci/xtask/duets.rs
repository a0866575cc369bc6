//! How often intervals of duets hold the truth, and how wide those of other ways are: rows of
//! `ci/gate`, and the tables that docs/GATE.md makes of them.

use serde::Deserialize;

use nucleus_records::{sequential, stats};

/// A run of two builds that differ by a known share of work.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct DuetRun {
    /// Per cent of work that the new build does more.
    pub planted: f64,
    /// Loops that computed on the machine beside it.
    pub loops: u32,
    /// Ratio and interval of the sentence, in per cent that the new one is faster by.
    pub faster: f64,
    /// The lower end.
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

/// Reads the rows of a file.
///
/// # Errors
/// A sentence with the line that cannot be read.
pub fn from_csv<T: serde::de::DeserializeOwned>(text: &str) -> Result<Vec<T>, String> {
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().map_err(|error| error.to_string())
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
pub fn coverage(runs: &[DuetRun]) -> String {
    let mut lines = vec![
        "| planted | loops beside | runs | intervals that hold the truth | ±, median | gates that fail |"
            .to_owned(),
        "|---:|---:|---:|---:|---:|---:|".to_owned(),
    ];
    for group in groups(runs, |run| (run.planted, run.loops)) {
        let widths: Vec<f64> = group.iter().map(|run| width(run.low, run.high)).collect();
        lines.push(format!(
            "| {} % | {} | {} | {} | {} | {} |",
            group[0].planted,
            group[0].loops,
            group.len(),
            share(group.iter().filter(|run| run.holds()).count(), group.len()),
            percent(stats::median(&widths)),
            share(group.iter().filter(|run| run.alarm().is_some()).count(), group.len()),
        ));
    }
    lines.join("\n") + "\n"
}

/// Returns the table of the share of regressions that a gate of at least the old speed finds in so many
/// seconds, from long runs cut into parts.
pub fn found(runs: &[DuetRun], seconds: &[f64]) -> String {
    let head = seconds.iter().map(|seconds| format!(" {seconds} s |")).collect::<String>();
    let mut lines = vec![
        format!("| planted | loops beside |{head}"),
        format!("|---:|---:|{}", "---:|".repeat(seconds.len())),
    ];
    for group in groups(runs, |run| (run.planted, run.loops)) {
        let cell = |&seconds: &f64| {
            let parts: Vec<DuetRun> = group.iter().flat_map(|run| run.parts(seconds)).collect();
            let found = parts.iter().filter(|part| part.alarm().is_some()).count();
            format!(" {} |", share(found, parts.len()))
        };
        let cells: String = seconds.iter().map(cell).collect();
        lines.push(format!("| {} % | {} |{cells}", group[0].planted, group[0].loops));
    }
    lines.join("\n") + "\n"
}

/// Returns the table of the ways' median half-widths, a row for each way.
pub fn methods(runs: &[MethodRun]) -> String {
    let loads: Vec<u32> =
        groups(runs, |run| run.loops).iter().map(|group| group[0].loops).collect();
    let head = loads.iter().map(|loops| format!(" {loops} loops |")).collect::<String>();
    let mut lines = vec![
        format!("| way |{head} seconds |"),
        format!("|---|{}", "---:|".repeat(loads.len() + 1)),
    ];
    for group in groups(runs, |run| run.method.clone()) {
        let cell = |&loops: &u32| {
            let of: Vec<f64> =
                group.iter().filter(|run| run.loops == loops).map(|run| run.width).collect();
            format!(" {} |", percent(stats::median(&of)))
        };
        let cells: String = loads.iter().map(cell).collect();
        let seconds: Vec<f64> = group.iter().map(|run| run.seconds).collect();
        let seconds = stats::median(&seconds).unwrap_or(f64::NAN);
        lines.push(format!("| {} |{cells} {seconds:.0} |", group[0].method));
    }
    lines.join("\n") + "\n"
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

fn share(some: usize, of: usize) -> String {
    format!("{some} of {of} ({:.1} %)", some as f64 * 100.0 / of.max(1) as f64)
}
