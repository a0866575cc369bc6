//! The records of a report, their machines, and the failures in them.

use super::super::format::factor;
use super::super::load::Loaded;
use super::super::select::{cpu, identity};
use super::super::table::{Table, TableCell, data, left, right};
use super::history::commit;

/// One row for each record.
pub fn table(records: &[Loaded]) -> Table {
    let columns = vec![
        left("record", "record"),
        left("cpu", "CPU"),
        data("vendor"),
        data("family"),
        data("model"),
        data("stepping"),
        data("microarchitecture"),
        left("levels", "levels"),
        right("clock_ghz", "GHz"),
        left("hypervisor", "hypervisor"),
        left("os", "system"),
        left("rustc", "compiler"),
        left("commit", "commit"),
        left("mode", "run"),
        left("affinity", "affinity"),
        left("counters", "counters"),
        right("schema", "schema"),
        left("state", "state"),
    ];
    let mut table = Table::new("records", "Records and machines", columns);
    for loaded in records {
        let record = &loaded.record;
        let machine = &record.machine;
        let text = |t: &Option<String>| t.as_ref().map_or(TableCell::Missing, TableCell::text);
        let whole = |n: Option<u32>| TableCell::number(n.map(f64::from), |v| v.to_string());
        let words = |w: &[String]| {
            if w.is_empty() { TableCell::Missing } else { TableCell::Text(w.join(" ")) }
        };
        table.push(vec![
            TableCell::text(loaded.name()),
            TableCell::text(cpu(record)),
            text(&machine.vendor),
            whole(machine.family),
            whole(machine.model),
            whole(machine.stepping),
            identity(record).microarchitecture().map_or(TableCell::Missing, TableCell::text),
            words(&machine.levels),
            TableCell::number(machine.clock_ghz, factor),
            text(&machine.hypervisor),
            text(&machine.os),
            text(&record.source.rustc),
            commit(loaded).map_or(TableCell::Missing, TableCell::Text),
            TableCell::text(record.settings.mode.clone()),
            text(&machine.affinity),
            words(&machine.counting.present),
            TableCell::number(Some(f64::from(record.schema)), |v| v.to_string()),
            TableCell::text(if record.complete { "complete" } else { "cut short" }),
        ]);
    }
    table.notes.push(
        "CPU: the name that it gives itself, then its microarchitecture and family-model-stepping. \
         Records are of one CPU when all of these and the vendor are the same."
            .into(),
    );
    table
}

/// One line for each thing that went wrong, the record named where there are several.
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
