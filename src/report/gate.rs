//! `--fail-below`: selects the ratios that are compared with the limit, and decides by their
//! intervals. The geometric mean over the workloads decides; with `--each` every row does, with
//! intervals corrected for their number.

use super::Error;
use super::estimate::RatioEstimate;
use super::load::Loaded;
use super::select::{boards_per_cpu, cpu, one_per_cpu, ours};
use nucleus_records::gate::{self, HeldRatio};
use nucleus_records::normal::{Z, normal_quantile};
use nucleus_records::record::{EngineRecord, Record, Summary};
use nucleus_records::summary;

/// The selection of the rows that are compared with the limit; a field without a value has a
/// default.
#[derive(Debug, Clone, Default)]
pub struct RowSelection {
    /// The engine; by default ours at its best level, else all.
    pub contender: Option<String>,
    /// The reference of the ratio; by default the references that ran in full, or between two
    /// records the first one that both have.
    pub reference: Option<String>,
    /// The workload; by default all.
    pub workload: Option<String>,
}

/// A ratio that is compared with the limit.
#[derive(Debug, Clone, PartialEq)]
pub struct GateRow {
    /// The engine and the reference, `a over b`; between two records, the engine alone.
    pub engines: String,
    /// The workload's name, or the number of workloads.
    pub workload: String,
    /// The name of the CPU; between two records, `B over A`.
    pub place: String,
    /// The ratio; `None` without a common measurement.
    pub ratio: Option<RatioEstimate>,
}

/// Returns the ratios of the records that represent a CPU. An engine with a reduced run (the other
/// levels, the reference without its network) is left out unless it is named.
///
/// # Errors
/// If a name is not in the records.
pub fn rows(records: &[Loaded], which: &RowSelection) -> Result<Vec<GateRow>, Error> {
    let mut rows = Vec::new();
    for loaded in one_per_cpu(records).into_iter().chain(boards_per_cpu(records)) {
        let record = &loaded.record;
        let chosen = record.summaries.iter().filter(|row| chosen(record, row, which));
        rows.extend(chosen.flat_map(|row| of_row(loaded, row, which)));
    }
    which.known(records.iter().map(|l| &l.record))?;
    Ok(rows)
}

impl RowSelection {
    /// Checks that the names are engines and workloads of these records.
    ///
    /// # Errors
    /// An error with the unknown name and the known ones.
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
    Err(Error::Name(format!("no {what} `{name}`; the record has {}", names.join(", "))))
}

/// Returns `true` if a row is selected.
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

/// Returns the ratio of a row to any engine, from the record or computed from its samples.
pub fn ratio(record: &Record, row: &Summary, reference: &str) -> Option<RatioEstimate> {
    let stored = row.ratios.iter().find(|r| r.reference == reference).cloned();
    let computed = || summary::between(record, &row.workload, [&row.engine, reference]);
    let ratio = stored.or_else(computed)?;
    Some(RatioEstimate::new(ratio.ratio, ratio.low, ratio.high))
}

impl From<GateRow> for HeldRatio {
    /// Converts a row, named `a over b on start/timed, CPU`.
    fn from(row: GateRow) -> Self {
        Self {
            name: format!("{} on {}, {}", row.engines, row.workload, row.place),
            ratio: row.ratio.map(|ratio| ratio.value),
            interval: row.ratio.and_then(|ratio| ratio.interval),
            without: None,
        }
    }
}

/// Returns a figure for each engine, reference and CPU: the geometric mean over the workloads. The
/// intervals are added in quadrature on the logarithmic scale, since workloads are measured one
/// after another. A figure has no ratio, or no interval, if one of its rows has none.
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

/// Returns the figure of rows with the same engines on one CPU.
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

/// Compares rows with a limit: their geometric mean over the workloads, or each row.
pub fn decide(limit: f64, rows: Vec<GateRow>, each: bool) -> (u8, Vec<String>) {
    let rows = if each { rows } else { figures(rows) };
    gate::decide(limit, &corrected(rows))
}

/// Returns the rows with intervals widened for their number, so that at most one run in twenty has
/// any interval that misses the true ratio (Bonferroni).
pub fn corrected(mut rows: Vec<GateRow>) -> Vec<HeldRatio> {
    let share = 1.0 - 0.05 / 2.0 / rows.len().max(1) as f64;
    let wider = normal_quantile(share) / Z;
    for ratio in rows.iter_mut().filter_map(|row| row.ratio.as_mut()) {
        let (value, wide) = (ratio.value, |end: f64, value: f64| value * (end / value).powf(wider));
        ratio.interval = ratio.interval.map(|(low, high)| (wide(low, value), wide(high, value)));
    }
    rows.into_iter().map(HeldRatio::from).collect()
}
