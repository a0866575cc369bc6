//! An engine over another on all workloads together.

use super::super::record::{Ratio, Record, Sample};
use super::super::stats;
use super::{block_logs, of};

/// Result of [`overall`].
#[derive(Debug, Clone, PartialEq)]
pub struct Overall {
    /// The ratio.
    pub ratio: Ratio,
    /// Workloads that both ran.
    pub workloads: usize,
}

/// The geometric mean over the workloads that both ran. The first measured blocks of all workloads
/// make one value, the second ones another, and so on, as far as the workload with the fewest: the
/// median of these values is the ratio, and resampling them gives its interval.
pub fn overall(record: &Record, engine: &str, reference: &str) -> Option<Overall> {
    let mut columns: Vec<Vec<f64>> = Vec::new();
    for workload in &record.workloads {
        let [mine, theirs] = [engine, reference]
            .map(|name| block_logs(&of(record, name, &workload.name), Sample::nps));
        columns.push(differences(&mine, &theirs));
    }
    columns.retain(|column| !column.is_empty());
    let blocks = columns.iter().map(Vec::len).min()?;
    let mean = |block: usize| columns.iter().map(|c| c[block]).sum::<f64>() / columns.len() as f64;
    let means: Vec<f64> = (0..blocks).map(mean).collect();
    let (ratio, interval) = stats::ratio(&means, record.settings.seed)?;
    let ratio = Ratio {
        reference: reference.to_owned(),
        ratio,
        low: interval.map(|i| i.0),
        high: interval.map(|i| i.1),
        blocks: blocks as u32,
        generic: record.engine(reference).is_some_and(|e| e.generic == Some(true)),
    };
    Some(Overall { ratio, workloads: columns.len() })
}

/// The log speeds of several engines: a row for each block, a column for each engine. A block that
/// one of them did not end is left out; over several workloads, a row is the mean of the first
/// blocks, then of the second, and so on.
pub fn log_speeds(record: &Record, engines: &[&str]) -> Vec<Vec<f64>> {
    let mut all: Vec<Vec<Vec<f64>>> = Vec::new();
    for workload in &record.workloads {
        let logs = engines.iter().map(|e| block_logs(&of(record, e, &workload.name), Sample::nps));
        let logs: Vec<Vec<(u32, f64)>> = logs.collect();
        let Some(first) = logs.first() else { continue };
        let row = |block: u32| -> Option<Vec<f64>> {
            logs.iter().map(|l| l.iter().find(|b| b.0 == block).map(|b| b.1)).collect()
        };
        let rows: Vec<Vec<f64>> = first.iter().filter_map(|(block, _)| row(*block)).collect();
        if !rows.is_empty() {
            all.push(rows);
        }
    }
    let blocks = all.iter().map(Vec::len).min().unwrap_or(0);
    let mean = |block: usize, engine: usize| {
        all.iter().map(|rows| rows[block][engine]).sum::<f64>() / all.len() as f64
    };
    (0..blocks).map(|b| (0..engines.len()).map(|e| mean(b, e)).collect()).collect()
}

/// The log-ratio of each block that both have.
pub(super) fn differences(mine: &[(u32, f64)], theirs: &[(u32, f64)]) -> Vec<f64> {
    mine.iter()
        .filter_map(|(block, log)| theirs.iter().find(|b| b.0 == *block).map(|b| log - b.1))
        .collect()
}
