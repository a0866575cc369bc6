//! `--fail-below`: which ratios are held against the limit, and what their intervals say. One figure
//! decides, the geometric mean over the workloads; with `--each` every row does, the intervals
//! corrected for their number.

use super::Error;
use super::estimate::RatioEstimate;
use super::load::Loaded;
use super::select::{boards_per_cpu, cpu, one_per_cpu, ours};
use nucleus_records::gate::{self, HeldRatio};
use nucleus_records::normal::{Z, normal_quantile};
use nucleus_records::record::{EngineRecord, Record, Summary};
use nucleus_records::summary;

/// Selection of the rows that are held against the limit; a field without a value is chosen by
/// rule.
#[derive(Debug, Clone, Default)]
pub struct RowSelection {
    /// This engine; ours at its best level, else all.
    pub contender: Option<String>,
    /// The ratio to this engine; to the references that ran in full, or between two records to the
    /// first that both have.
    pub reference: Option<String>,
    /// On this workload; all.
    pub workload: Option<String>,
}

/// A ratio that is held against the limit.
#[derive(Debug, Clone, PartialEq)]
pub struct GateRow {
    /// Engine and reference in words: `a over b`.
    pub engines: String,
    /// The workload, or how many there are.
    pub workload: String,
    /// The CPU, which tells rows apart, too.
    pub place: String,
    /// The ratio; none where there is no common measure.
    pub ratio: Option<RatioEstimate>,
}

/// The ratios of the records that stand for a CPU. An engine that ran shortly by plan (the other
/// levels, the reference without its network) decides nothing unless it is named.
///
/// # Errors
/// When a name is none of the records'.
pub fn rows(records: &[Loaded], which: &RowSelection) -> Result<Vec<GateRow>, Error> {
    let mut rows = Vec::new();
    for loaded in one_per_cpu(records).into_iter().chain(boards_per_cpu(records)) {
        let record = &loaded.record;
        for row in &record.summaries {
            if chosen(record, row, which) {
                rows.extend(of_row(loaded, row, which));
            }
        }
    }
    which.known(records.iter().map(|l| &l.record))?;
    Ok(rows)
}

impl RowSelection {
    /// Checks that the names are engines and workloads of these records.
    ///
    /// # Errors
    /// An unknown name, and the known ones.
    pub fn known<'a>(
        &self,
        records: impl Iterator<Item = &'a Record> + Clone,
    ) -> Result<(), Error> {
        let engines = || records.clone().flat_map(|r| r.engines.iter().map(|e| e.name.as_str()));
        let workloads =
            || records.clone().flat_map(|r| r.workloads.iter().map(|w| w.name.as_str()));
        for name in [&self.contender, &self.reference].into_iter().flatten() {
            is_among("engine", name, engines())?;
        }
        self.workload.as_ref().map_or(Ok(()), |name| is_among("workload", name, workloads()))
    }
}

fn is_among<'a>(what: &str, name: &str, names: impl Iterator<Item = &'a str>) -> Result<(), Error> {
    let mut names: Vec<&str> = names.collect();
    if names.contains(&name) {
        return Ok(());
    }
    names.sort_unstable();
    names.dedup();
    names.truncate(20);
    Err(Error::Name(format!("there is no {what} `{name}`; there are {}", names.join(", "))))
}

/// True if a row is selected.
pub fn chosen(record: &Record, row: &Summary, which: &RowSelection) -> bool {
    if which.workload.as_ref().is_some_and(|name| *name != row.workload) {
        return false;
    }
    match (&which.contender, ours(record)) {
        (Some(name), _) => *name == row.engine,
        (None, Some(ours)) => ours.name == row.engine,
        (None, None) => record.engine(&row.engine).is_some_and(|e| !e.short),
    }
}

fn of_row(loaded: &Loaded, row: &Summary, which: &RowSelection) -> Vec<GateRow> {
    let record = &loaded.record;
    let full = |name: &str| record.engine(name).is_none_or(|e: &EngineRecord| !e.short);
    let references: Vec<&str> = match &which.reference {
        Some(name) if *name == row.engine => Vec::new(),
        Some(name) => vec![name],
        None => row.ratios.iter().map(|r| r.reference.as_str()).filter(|r| full(r)).collect(),
    };
    references
        .into_iter()
        .map(|reference| GateRow {
            engines: format!("{} over {reference}", row.engine),
            workload: row.workload.clone(),
            place: cpu(record),
            ratio: ratio(record, row, reference),
        })
        .collect()
}

/// The ratio of a row to any engine: as the record has it, or else from its samples.
pub fn ratio(record: &Record, row: &Summary, reference: &str) -> Option<RatioEstimate> {
    let stored = row.ratios.iter().find(|r| r.reference == reference).cloned();
    let ratio =
        stored.or_else(|| summary::between(record, &row.workload, &row.engine, reference))?;
    Some(RatioEstimate::new(ratio.ratio, ratio.low, ratio.high))
}

impl From<GateRow> for HeldRatio {
    /// The row by its name: `a over b on start/timed, CPU`.
    fn from(row: GateRow) -> Self {
        Self {
            name: format!("{} on {}, {}", row.engines, row.workload, row.place),
            ratio: row.ratio.map(|ratio| ratio.value),
            interval: row.ratio.and_then(|ratio| ratio.interval),
            without: None,
        }
    }
}

/// Returns one figure for each engine, reference and CPU: the geometric mean over the workloads,
/// whose intervals are added in quadrature on the scale of logarithms, since workloads are measured
/// one after another. There is no figure where a row has none, and no interval where a row has none.
pub fn figures(rows: Vec<GateRow>) -> Vec<GateRow> {
    let mut groups: Vec<Vec<GateRow>> = Vec::new();
    for row in rows {
        let same = |group: &&mut Vec<GateRow>| {
            group[0].engines == row.engines && group[0].place == row.place
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    groups.into_iter().map(figure_of).collect()
}

/// The figure of rows of the same engines on one CPU.
fn figure_of(mut group: Vec<GateRow>) -> GateRow {
    if group.len() == 1 {
        return group.remove(0);
    }
    let n = group.len() as f64;
    let ratios: Option<Vec<RatioEstimate>> = group.iter().map(|row| row.ratio).collect();
    let ratio = ratios.map(|ratios| {
        let mean = ratios.iter().map(|r| r.value.ln()).sum::<f64>() / n;
        let half = |(low, high): (f64, f64)| (high / low).ln() / 2.0;
        let squares =
            ratios.iter().map(|r| r.interval.map(|i| half(i).powi(2))).sum::<Option<f64>>();
        let half = squares.map(|squares| squares.sqrt() / n);
        RatioEstimate {
            value: mean.exp(),
            interval: half.map(|half| ((mean - half).exp(), (mean + half).exp())),
        }
    });
    let workload = format!("{} workloads, geometric mean", group.len());
    GateRow { workload, ratio, ..group.remove(0) }
}

/// Holds rows against a limit: their geometric mean over the workloads, or each of them.
pub fn decide(limit: f64, rows: Vec<GateRow>, each: bool) -> (u8, Vec<String>) {
    let rows = if each { rows } else { figures(rows) };
    gate::decide(limit, &corrected(rows))
}

/// The rows as they are held against the limit: with intervals widened for their number, so that all of
/// them together miss the truth in one run of twenty at most (Bonferroni).
pub fn corrected(mut rows: Vec<GateRow>) -> Vec<HeldRatio> {
    let share = 1.0 - 0.05 / 2.0 / rows.len().max(1) as f64;
    let wider = normal_quantile(share) / Z;
    for ratio in rows.iter_mut().filter_map(|row| row.ratio.as_mut()) {
        let (value, wide) = (ratio.value, |end: f64, value: f64| value * (end / value).powf(wider));
        ratio.interval = ratio.interval.map(|(low, high)| (wide(low, value), wide(high, value)));
    }
    rows.into_iter().map(HeldRatio::from).collect()
}
