//! The records of a report with their machines, and the warnings in them.

use super::super::format::factor;
use super::super::load::Loaded;
use super::super::select::{cpu, identity};
use super::super::table::{Table, TableCell as Cell};
use super::history::commit;

fn words(words: &[String]) -> Cell {
    Cell::optional((!words.is_empty()).then(|| words.join(" ")))
}

fn integer(number: Option<u32>) -> Cell {
    Cell::number(number.map(f64::from), |value| value.to_string())
}

/// Returns a row for each record.
pub fn table(records: &[Loaded]) -> Table {
    Table::with_items("records", "Records and machines", records)
        .left("record", "record", |l| Cell::text(l.name()))
        .left("cpu", "CPU", |l| Cell::text(cpu(&l.record)))
        .data("vendor", |l| Cell::optional(l.record.machine.vendor.as_ref()))
        .data("family", |l| integer(l.record.machine.family))
        .data("model", |l| integer(l.record.machine.model))
        .data("stepping", |l| integer(l.record.machine.stepping))
        .data("microarchitecture", |l| Cell::optional(identity(&l.record).microarchitecture()))
        .left("levels", "levels", |l| words(&l.record.machine.levels))
        .right("clock_ghz", "GHz", |l| Cell::number(l.record.machine.clock_ghz, factor))
        .left("hypervisor", "hypervisor", |l| Cell::optional(l.record.machine.hypervisor.as_ref()))
        .left("os", "system", |l| Cell::optional(l.record.machine.os.as_ref()))
        .left("rustc", "compiler", |l| Cell::optional(l.record.source.rustc.as_ref()))
        .left("commit", "commit", |l| Cell::optional(commit(l)))
        .left("mode", "run", |l| Cell::text(&l.record.settings.mode))
        .left("affinity", "affinity", |l| Cell::optional(l.record.machine.affinity.as_ref()))
        .left("counters", "counters", |l| words(&l.record.machine.counting.present))
        .right("schema", "schema", |l| integer(Some(l.record.schema)))
        .left("state", "state", |l| {
            Cell::text(if l.record.complete { "complete" } else { "cut short" })
        })
        .note(
            "CPU: the name that it reports, then its microarchitecture and \
             family-model-stepping. Records belong to one CPU if all of these and the vendor are \
             equal.",
        )
        .table()
}

/// Returns a line for each problem, with the record's name if there are several records.
pub fn warnings(records: &[Loaded]) -> Vec<String> {
    let mut lines = Vec::new();
    for loaded in records {
        let record = &loaded.record;
        let of = if records.len() > 1 { format!("{}: ", loaded.name()) } else { String::new() };
        if !record.complete {
            lines.push(format!(
                "{of}cut short: {} of {} workloads have figures",
                record
                    .workloads
                    .iter()
                    .filter(|w| record.summaries.iter().any(|s| s.workload == w.name))
                    .count(),
                record.workloads.len(),
            ));
        }
        lines.extend(record.warnings.iter().map(|w| format!("{of}{w}")));
        for failure in &record.failures {
            let on = failure.workload.as_ref().map_or(String::new(), |w| format!(" on {w}"));
            lines.push(format!("{of}{} failed{on}: {}", failure.engine, failure.message));
        }
        for row in &record.summaries {
            for warning in &row.warnings {
                lines.push(format!("{of}{} on {}: {warning}", row.engine, row.workload));
            }
        }
    }
    lines
}
