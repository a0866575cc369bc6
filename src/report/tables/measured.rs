//! The figures of an engine, or a command, on a workload, as rows of several tables use them.

use super::super::load::Loaded;
use super::super::select::{cpu_with_marks, label};
use super::super::table::TableCell as Cell;
use nucleus_records::record::{EngineRecord, Ratio, Summary, Workload};

/// The figures of an engine on a workload.
#[derive(Clone, Copy)]
pub struct MeasuredRow<'a> {
    /// The record with its file.
    pub loaded: &'a Loaded,
    /// The workload that was measured.
    pub workload: &'a Workload,
    /// The engine that was measured.
    pub engine: &'a EngineRecord,
    /// The engine's figures on the workload.
    pub row: &'a Summary,
}

/// Returns the rows of a record on the selected workloads, by workload and engine in the record's order.
pub fn measured(loaded: &Loaded, keep: fn(&Workload) -> bool) -> Vec<MeasuredRow<'_>> {
    let record = &loaded.record;
    let mut rows = Vec::new();
    for workload in record.workloads.iter().filter(|workload| keep(workload)) {
        for engine in &record.engines {
            let row = record.summary(&engine.name, &workload.name);
            rows.extend(row.map(|row| MeasuredRow { loaded, workload, engine, row }));
        }
    }
    rows
}

impl<'a> MeasuredRow<'a> {
    /// Returns the CPU's name with its marks.
    pub fn cpu(&self) -> Cell {
        Cell::text(cpu_with_marks(&self.loaded.record))
    }

    /// Returns the workload's name.
    pub fn workload(&self) -> Cell {
        Cell::text(&self.workload.name)
    }

    /// Returns the engine's label.
    pub fn engine(&self) -> Cell {
        label(self.engine)
    }

    /// Returns the record's name.
    pub fn record(&self) -> Cell {
        Cell::text(self.loaded.name())
    }

    /// Returns the ratio to the first reference.
    pub fn ratio(&self) -> Option<&'a Ratio> {
        self.row.ratios.first()
    }

    /// Returns the name of the first reference, to which [`Self::ratio`] refers.
    pub fn reference(&self) -> Cell {
        Cell::optional(self.ratio().map(|ratio| &ratio.reference))
    }

    /// Returns the number of samples.
    pub fn samples(&self) -> Cell {
        Cell::number(Some(f64::from(self.row.samples)), |samples| samples.to_string())
    }
}
