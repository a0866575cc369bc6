//! Results of a comparison of our boards: on each workload the matrix or axon32 compared with the
//! magic board, by level and profile.

use super::estimate::RatioEstimate;
use nucleus_core::board::BoardType;
use nucleus_records::record::{EngineRecord, Protocol, Ratio, Record, Summary, Workload};
use nucleus_records::summary;

/// The magic board and another board at a level and in a profile, on a workload that both ran.
#[derive(Debug, Clone, Copy)]
pub struct BoardPair<'a> {
    /// The workload that both ran.
    pub workload: &'a Workload,
    /// The engine on the matrix; on axon32, without planes, if [`BoardPair::is_of_record`].
    pub matrix: &'a EngineRecord,
    /// The engine on the magic board.
    pub magic: &'a EngineRecord,
    /// The figures of `matrix`.
    pub matrix_row: &'a Summary,
    /// The figures of `magic`.
    pub magic_row: &'a Summary,
    record: &'a Record,
}

/// Returns the pairs of a record by workload, profile and level, in the record's order.
pub fn pairs(record: &Record) -> Vec<BoardPair<'_>> {
    let mut pairs = Vec::new();
    for workload in &record.workloads {
        for matrix in &record.engines {
            let magic = matrix.paired_with.as_ref().and_then(|name| record.engine(name));
            let row = |engine: &EngineRecord| record.summary(&engine.name, &workload.name);
            if let Some(magic) = magic
                && let (Some(matrix_row), Some(magic_row)) = (row(matrix), row(magic))
            {
                pairs.push(BoardPair { workload, matrix, magic, matrix_row, magic_row, record });
            }
        }
    }
    pairs
}

impl BoardPair<'_> {
    fn names(&self) -> [&str; 2] {
        [&self.matrix.name, &self.magic.name]
    }

    /// Returns the ratio of the pair: by processor time if the system reports it, since both boards
    /// are one program on one core, otherwise by wall time.
    pub fn ratio(&self) -> Option<RatioEstimate> {
        self.task_ratio().or_else(|| self.clock_ratio())
    }

    /// Returns nodes per second relative to the magic board by wall time, from paired blocks.
    pub fn clock_ratio(&self) -> Option<RatioEstimate> {
        let stored =
            || self.matrix_row.ratios.iter().find(|r| r.reference == self.magic.name).cloned();
        let workload = &self.workload.name;
        let ratio = if summary::is_by_processor(self.record, workload) {
            summary::between_walls(self.record, workload, self.names())
        } else {
            stored()
        };
        ratio.map(|ratio| estimate(&ratio))
    }

    /// Returns the ratio by processor time, which other programs on the core do not affect; `None`
    /// unless every sample has a processor time.
    pub fn task_ratio(&self) -> Option<RatioEstimate> {
        summary::between_tasks(self.record, &self.workload.name, self.names())
            .map(|ratio| estimate(&ratio))
    }

    /// Returns the ratio to the magic board in each block; [`Self::ratio`] is estimated from them.
    pub fn block_ratios(&self) -> Vec<f64> {
        let (workload, names) = (&self.workload.name, self.names());
        summary::block_task_ratios(self.record, workload, names)
            .unwrap_or_else(|| summary::block_ratios(self.record, workload, names))
    }

    /// Returns `true` if both searched, or counted, the same number of nodes in every run; `None`
    /// if one varied.
    pub fn same_tree(&self) -> Option<bool> {
        Some(self.matrix_row.nodes? == self.magic_row.nodes?)
    }

    /// Returns the profile; `None` for perft, which has none.
    pub fn profile(&self) -> Option<&str> {
        self.matrix.profile.as_deref().filter(|_| self.workload.protocol != Protocol::Perft)
    }

    /// Returns the board that is paired with the magic board.
    pub fn board(&self) -> &str {
        self.matrix.board.as_deref().unwrap_or(BoardType::Matrix.name())
    }

    /// Returns `true` for a pair of axon32 and the magic board.
    pub fn is_of_record(&self) -> bool {
        self.board() == BoardType::Axon32.name()
    }

    /// Returns the kernel level.
    pub fn level(&self) -> &str {
        self.matrix.level.as_deref().unwrap_or("?")
    }
}

fn estimate(ratio: &Ratio) -> RatioEstimate {
    RatioEstimate::new(ratio.ratio, ratio.low, ratio.high)
}
