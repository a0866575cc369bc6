//! A row of a table that shows a workload, or a command, of an engine.

use super::super::load::Loaded;
use super::super::select::{cpu_with_marks, label};
use super::super::table::TableCell as Cell;
use nucleus_records::record::{EngineRecord, Ratio, Summary, Workload};

/// Figures of an engine on a workload.
#[derive(Clone, Copy)]
pub struct MeasuredRow<'a> {
    /// The record.
    pub loaded: &'a Loaded,
    /// The workload.
    pub workload: &'a Workload,
    /// The engine.
    pub engine: &'a EngineRecord,
    /// The figures.
    pub row: &'a Summary,
}

/// Every row of a record by workload and engine in the record's order, on workloads that are wanted.
pub fn measured(loaded: &Loaded, wanted: fn(&Workload) -> bool) -> Vec<MeasuredRow<'_>> {
    let record = &loaded.record;
    let mut rows = Vec::new();
    for workload in record.workloads.iter().filter(|workload| wanted(workload)) {
        for engine in &record.engines {
            let row = record.summary(&engine.name, &workload.name);
            rows.extend(row.map(|row| MeasuredRow { loaded, workload, engine, row }));
        }
    }
    rows
}

impl<'a> MeasuredRow<'a> {
    /// The CPU.
    pub fn cpu(&self) -> Cell {
        Cell::text(cpu_with_marks(&self.loaded.record))
    }

    /// The workload's name.
    pub fn workload(&self) -> Cell {
        Cell::text(&self.workload.name)
    }

    /// The engine's name with what tells it from others.
    pub fn engine(&self) -> Cell {
        label(self.engine)
    }

    /// The record's name.
    pub fn record(&self) -> Cell {
        Cell::text(self.loaded.name())
    }

    /// The ratio to the first reference.
    pub fn ratio(&self) -> Option<&'a Ratio> {
        self.row.ratios.first()
    }

    /// The reference of that ratio.
    pub fn reference(&self) -> Cell {
        Cell::optional(self.ratio().map(|ratio| &ratio.reference))
    }

    /// The number of samples.
    pub fn samples(&self) -> Cell {
        Cell::number(Some(f64::from(self.row.samples)), |samples| samples.to_string())
    }
}
