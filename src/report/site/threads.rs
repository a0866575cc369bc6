//! The page of a run over numbers of threads, and its row on the first page.

use maud::{Markup, html};

use super::super::format::{count, three_digits};
use super::super::scaling;
use super::super::table::TableCell;
use super::gather::ThreadsRecord;
use super::grid::{self, FilterKeys, GridCell, GridRow, Head};
use super::page::{self, charts};
use nucleus_records::scaling::{GeometricMean, ScalingRow};

/// The heads of the rows on the first page.
pub const HEADS: [Head; 8] = [
    ("CPU", false),
    ("engine", false),
    ("threads", true),
    ("nodes/s ×", true),
    ("time to depth: faster by ×", true),
    ("nodes to depth ×", true),
    ("kind", false),
    ("measured", false),
];

/// The page.
pub fn page(run: &ThreadsRecord, node: &str) -> Markup {
    let record = &run.record;
    let failures = record.failures.iter().map(|f| format!("{}: {}", f.engine, f.message));
    let warnings: Vec<String> = record.warnings.iter().cloned().chain(failures).collect();
    let content = html! {
        p {
            a href={ "../" (run.data()) } download { "The record as JSON" }
            ", with all raw samples: every figure here can be computed again from it."
        }
        @if !record.complete { p { "The run was cut short: the rows hold what was measured." } }
        (charts(scaling::chart(record).as_slice()))
        (grid::table(&scaling::table(record)))
        @if !warnings.is_empty() {
            section {
                h2 { "Warnings" }
                ul.warnings { @for warning in &warnings { li { (warning) } } }
            }
        }
    };
    page::page(&format!("Threads on {}", run.cpu()), "../", "", node, &content)
}

/// Returns a row for each engine of a run with its most threads.
pub fn rows(run: &ThreadsRecord) -> Vec<GridRow> {
    let all = scaling::rows_of(&run.record);
    let of = |name: &String| {
        let own = all.iter().filter(|row| row.engine == *name);
        own.max_by_key(|row| row.threads).filter(|row| row.threads > 1)
    };
    let names = run.record.engines.iter().map(|engine| &engine.name);
    names.filter_map(of).map(|row| row_of(run, row)).collect()
}

fn row_of(run: &ThreadsRecord, row: &ScalingRow) -> GridRow {
    let mean = |mean: &Option<GeometricMean>| {
        TableCell::number(mean.as_ref().map(|mean| mean.mean), three_digits)
    };
    let day: String = run.record.started.chars().take(10).collect();
    let cells: Vec<GridCell> = vec![
        GridCell::Link(run.cpu(), run.page()),
        TableCell::text(row.engine.clone()).into(),
        TableCell::number(Some(f64::from(row.threads)), count).into(),
        mean(&row.speed_ratio).into(),
        mean(&row.time_ratio).into(),
        mean(&row.nodes_ratio).into(),
        TableCell::text(if row.estimate { "estimate" } else { "measured" }).into(),
        TableCell::text(day).into(),
    ];
    let mut keys = FilterKeys::default();
    keys[0].insert(run.cpu());
    keys[3].insert(row.engine.clone());
    GridRow { cells, keys }
}
