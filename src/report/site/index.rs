//! The first page: a row for each CPU, the files left out, charts over all.

use maud::{Markup, html};

use super::super::chart;
use super::super::format::{count, factor};
use super::super::load::Loaded;
use super::super::select::{
    PaperPosition, best_row, boards_per_cpu, cpu, identity, label, nps, one_per_cpu, ours, ratio,
    ratio_cell, references, row,
};
use super::super::table::TableCell;
use super::super::tables::commit;
use super::gather::{GatheredRecords, LeftOutFile, SiteRecord};
use super::grid::{FilterKeys, GridCell, GridRow, Head, filtered};
use super::page::{self, charts};
use nucleus_records::record::{EngineRecord, Protocol, Record};

const HEADS: [Head; 11] = [
    ("CPU", false),
    ("ours", false),
    ("start, nodes/s", true),
    ("rebuilds/node", true),
    ("mate in 7, nodes/s", true),
    ("perft, nodes/s", true),
    ("times the reference, start [95 %]", true),
    ("reference", false),
    ("measured", false),
    ("commit", false),
    ("records", true),
];

/// The page.
pub fn page(gathered: &GatheredRecords, pages: &[SiteRecord<'_>]) -> Markup {
    let rows: Vec<GridRow> =
        per_cpu(&gathered.records).into_iter().map(|l| row_of(l, pages)).collect();
    let shown = chart::chosen(&gathered.records, |name| ["nps", "ratio", "boards"].contains(&name));
    let content = html! {
        p { "What Nucleus measured on these machines: nodes per second on one thread, and how many times \
            those of a reference that ran in turn on the same processor core. Nodes per second are not \
            strength: " a href="reading.html" { "how to read it" } "." }
        (filtered("cpus", &HEADS, &rows))
        p.note { "One row a CPU, from its newest complete record; the others are in its history. Filters \
            keep the CPUs of which a record has such a figure." }
        (charts(&shown))
        (left_out(&gathered.left_out))
    };
    page::page("Nucleus: results", "", "index.html", &content)
}

/// The record that stands for each CPU.
fn per_cpu(records: &[Loaded]) -> Vec<&Loaded> {
    let mut chosen: Vec<&Loaded> = Vec::new();
    for loaded in one_per_cpu(records).into_iter().chain(boards_per_cpu(records)) {
        if chosen.iter().all(|other| identity(&other.record) != identity(&loaded.record)) {
            chosen.push(loaded);
        }
    }
    chosen
}

fn row_of(loaded: &Loaded, pages: &[SiteRecord<'_>]) -> GridRow {
    let record = &loaded.record;
    let of_cpu: Vec<&SiteRecord<'_>> =
        pages.iter().filter(|p| identity(&p.loaded.record) == identity(record)).collect();
    let own = pages.iter().find(|p| std::ptr::eq(p.loaded, loaded));
    let engine = ours(record);
    let start = engine.and_then(|e| best_row(record, e, PaperPosition::Start));
    let mate = engine.and_then(|e| best_row(record, e, PaperPosition::Mate7));
    let perft = engine.and_then(|e| row(record, e, PaperPosition::Start, Protocol::Perft));
    let reference = references(record).first().copied();
    let over = reference.and_then(|r| ratio(start, r));
    let cells: Vec<GridCell> = vec![
        GridCell::Link(cpu(record), own.map_or_else(String::new, SiteRecord::page)),
        engine.map_or(TableCell::Missing, |e| TableCell::text(e.name.clone())).into(),
        TableCell::number(nps(start), count).into(),
        TableCell::number(start.and_then(|s| s.rebuilds_per_node), factor).into(),
        TableCell::number(nps(mate), count).into(),
        TableCell::number(nps(perft), count).into(),
        ratio_cell(over).into(),
        reference.map_or(TableCell::Missing, label).into(),
        TableCell::text(record.started.chars().take(10).collect::<String>()).into(),
        commit(loaded).map_or(TableCell::Missing, TableCell::Text).into(),
        TableCell::number(Some(of_cpu.len() as f64), count).into(),
    ];
    GridRow { cells, keys: keys(&of_cpu) }
}

/// Returns the filter values of a CPU: those of all its records.
fn keys(of_cpu: &[&SiteRecord<'_>]) -> FilterKeys {
    let mut keys = FilterKeys::default();
    for page in of_cpu {
        let record = &page.loaded.record;
        keys[0].insert(cpu(record));
        for summary in record.summaries.iter().filter(|s| s.nps.is_some()) {
            let Some(engine) = record.engine(&summary.engine) else { continue };
            insert(&mut keys, record, engine, &summary.workload);
        }
    }
    keys
}

/// Adds the filter values of a figure.
pub fn insert(keys: &mut FilterKeys, record: &Record, engine: &EngineRecord, workload: &str) {
    keys[1].extend(engine.level.clone());
    keys[2].extend(engine.board.clone());
    keys[3].insert(engine.name.clone());
    keys[4].extend(record.workload(workload).map(|w| w.protocol.to_string()));
}

fn left_out(all: &[LeftOutFile]) -> Markup {
    html! {
        @if !all.is_empty() {
            section {
                h2 { "Left out" }
                p { "These files could not be taken in." }
                ul.warnings { @for left in all { li { code { (left.name) } ": " (left.why) } } }
            }
        }
    }
}
