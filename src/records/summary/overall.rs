//! The ratio of two engines on all workloads together, and log speeds by block.

use super::super::probe::marked_blocks;
use super::super::record::{Ratio, Record};
use super::clock::speed;
use super::{beside_a_copy, estimated, paired_logs};

/// The result of [`overall`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Overall {
    /// The ratio with its interval.
    pub ratio: Ratio,
    /// The number of workloads that both engines ran.
    pub workloads: usize,
}

/// The log-ratio of two engines in each block, over all workloads that both ran.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct BlockMeans {
    /// The mean log-ratio over the workloads: of their first blocks, of their second blocks, and so
    /// on. The workload with the fewest blocks sets the number of means.
    pub means: Vec<f64>,
    /// `true` for each of these blocks in which the probe was slow on some workload.
    pub marked: Vec<bool>,
    /// The number of workloads that both engines ran.
    pub workloads: usize,
}

/// Returns the log-ratios of two engines block by block; empty without common blocks.
pub fn block_means(record: &Record, engine: &str, reference: &str) -> BlockMeans {
    let marked = marked_blocks(record);
    let mut columns: Vec<Vec<(bool, f64)>> = Vec::new();
    for workload in &record.workloads {
        let name = workload.name.as_str();
        let speed = speed(record, name);
        let [mine, theirs] =
            [engine, reference].map(|engine| paired_logs(record, name, engine, speed));
        let slow = |block: u32| marked.iter().any(|m| m.workload == name && m.block == block);
        let column = differences(&mine, &theirs);
        columns.push(column.into_iter().map(|(block, log)| (slow(block), log)).collect());
    }
    columns.retain(|column| !column.is_empty());
    let blocks = columns.iter().map(Vec::len).min().unwrap_or(0);
    let mean =
        |block: usize| columns.iter().map(|c| c[block].1).sum::<f64>() / columns.len() as f64;
    BlockMeans {
        means: (0..blocks).map(mean).collect(),
        marked: (0..blocks).map(|block| columns.iter().any(|c| c[block].0)).collect(),
        workloads: columns.len(),
    }
}

/// Returns the geometric mean over the workloads that both ran, estimated from the blocks' means
/// ([`crate::estimate`]).
pub fn overall(record: &Record, engine: &str, reference: &str) -> Option<Overall> {
    let blocks = block_means(record, engine, reference);
    let ratio = estimated(record, reference, &blocks.means)?;
    Some(Overall { ratio, workloads: blocks.workloads })
}

/// Returns the log speeds of several engines: a row per block, a column per engine. A block that an engine
/// did not complete is left out. With several workloads, the first row is the mean of their first blocks, the
/// second row that of their second blocks, and so on.
pub fn log_speeds(record: &Record, engines: &[&str]) -> Vec<Vec<f64>> {
    let mut all: Vec<Vec<Vec<f64>>> = Vec::new();
    for workload in &record.workloads {
        let speed = speed(record, &workload.name);
        let logs = engines.iter().map(|e| {
            beside_a_copy(record, &workload.name, e, speed)
                .unwrap_or_else(|| paired_logs(record, &workload.name, e, speed))
        });
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

/// Returns the log-ratio of each block that both engines have, with the block's number.
pub(super) fn differences(mine: &[(u32, f64)], theirs: &[(u32, f64)]) -> Vec<(u32, f64)> {
    mine.iter()
        .filter_map(|(block, log)| {
            theirs.iter().find(|b| b.0 == *block).map(|b| (*block, log - b.1))
        })
        .collect()
}
