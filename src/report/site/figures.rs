//! Every figure of the records that stand for a CPU: one row for each workload and engine.

use maud::{Markup, html};

use super::super::document::node;
use super::super::format::{count, factor, percent, short};
use super::super::select::{
    all_of_commands, boards_per_cpu, cpu, cpu_with_marks, one_per_cpu, ratio_cell,
};
use super::super::table::TableCell;
use super::super::tables::commands;
use super::gather::{GatheredRecords, SiteRecord};
use super::grid::{self, FilterKeys, GridCell, GridRow, Head, filtered};
use super::{index, page};
use nucleus_records::record::{EngineRecord, Record, Summary, Workload};

/// Rows of the page: more would be slow on a telephone, and each record's page has them all.
const MOST_ROWS: usize = 3_000;

const HEADS: [Head; 11] = [
    ("CPU", false),
    ("workload", false),
    ("engine", false),
    ("level", false),
    ("board", false),
    ("nodes/s", true),
    ("spread", true),
    ("ratio [95 %]", true),
    ("over", false),
    ("rebuilds a node", true),
    ("samples", true),
];

/// The page.
pub fn page(gathered: &GatheredRecords, pages: &[SiteRecord<'_>]) -> Markup {
    let mut rows = Vec::new();
    let mut all = 0;
    for loaded in
        one_per_cpu(&gathered.records).into_iter().chain(boards_per_cpu(&gathered.records))
    {
        let record = &loaded.record;
        let to = pages.iter().find(|p| std::ptr::eq(p.loaded, loaded)).map(SiteRecord::page);
        for summary in &record.summaries {
            let named = record.engine(&summary.engine).zip(record.workload(&summary.workload));
            let Some((engine, workload)) = named else { continue };
            all += 1;
            if rows.len() < MOST_ROWS {
                rows.push(row(record, engine, workload, summary, to.as_deref().unwrap_or("")));
            }
        }
    }
    let content = html! {
        @if all_of_commands(&gathered.records) {
            (grid::table(&commands(&gathered.records)))
        } @else {
            p { "Every engine on every workload, from the newest complete record of each CPU." }
            (filtered("figures", &HEADS, &rows))
        }
        @if all > rows.len() {
            p.note { (all - rows.len()) " more rows stand on the pages of the records." }
        }
    };
    page::page("All figures", "", "figures.html", &node(&gathered.records), &content)
}

fn row(
    record: &Record,
    engine: &EngineRecord,
    workload: &Workload,
    summary: &Summary,
    to: &str,
) -> GridRow {
    let ratio = summary.ratios.first();
    let text = |t: &Option<String>| t.as_ref().map_or(TableCell::Missing, TableCell::text);
    let spread = summary.nps.as_ref();
    let cells: Vec<GridCell> = vec![
        GridCell::Link(index::short_cpu(&cpu_with_marks(record)), to.to_owned()),
        TableCell::text(workload.name.clone()).into(),
        TableCell::text(without_columns(engine)).into(),
        text(&engine.level).into(),
        text(&engine.board).into(),
        TableCell::number(spread.map(|s| s.median), speed).into(),
        TableCell::number(spread.filter(|_| summary.samples > 1).map(|s| s.spread), percent).into(),
        ratio_cell(ratio).into(),
        ratio.map_or(TableCell::Missing, |r| TableCell::text(r.reference.clone())).into(),
        TableCell::number(summary.rebuilds_per_node, factor).into(),
        TableCell::number(Some(f64::from(summary.samples)), count).into(),
    ];
    let mut keys = FilterKeys::default();
    keys[0].insert(cpu(record));
    index::insert(&mut keys, record, engine, &workload.name);
    GridRow { cells, keys }
}

/// Nodes per second; from a thousand million on, as of perft, in three digits: the page has no room for more.
fn speed(value: f64) -> String {
    if value < 1e9 { count(value) } else { short(value) }
}

/// The engine's name without its level and its board, which have columns of their own.
fn without_columns(engine: &EngineRecord) -> String {
    let own = [&engine.level, &engine.board].into_iter().flatten();
    own.fold(engine.name.clone(), |name, word| name.replace(&format!("-{word}"), ""))
}
