//! The page with every figure of the records that represent a CPU: a row for each workload and engine.

use maud::{Markup, html};

use super::super::document::node;
use super::super::format::{count, factor, percent, short};
use super::super::select::{
    all_of_commands, boards_per_cpu, cpu, one_per_cpu, own_name, ratio_cell, reference_name,
};
use super::super::speeds::short_cpu;
use super::super::table::{Table, TableCell as Cell};
use super::super::tables::commands;
use super::super::tables::measured::{MeasuredRow, measured};
use super::gather::{GatheredRecords, SiteRecord};
use super::grid::{self, FilterKeys, GridRow, filtered};
use super::{index, page};
use nucleus_records::record::EngineRecord;

/// The maximum number of rows, which keeps the page below 300 KB; each record's page has all its rows.
const MOST_ROWS: usize = 400;

/// Renders the page of all figures.
pub fn page(gathered: &GatheredRecords, pages: &[SiteRecord<'_>]) -> Markup {
    let records = &gathered.records;
    let chosen = one_per_cpu(records).into_iter().chain(boards_per_cpu(records));
    let mut rows: Vec<MeasuredRow<'_>> =
        chosen.flat_map(|loaded| measured(loaded, |_| true)).collect();
    let beyond = rows.len().saturating_sub(MOST_ROWS);
    rows.truncate(MOST_ROWS);
    let content = html! {
        @if all_of_commands(records) {
            (grid::table(&commands(records)))
        } @else {
            p { "Every engine on every workload, from the newest complete record of each CPU." }
            (filtered(&table(&rows), &rows.iter().map(|r| grid_row(r, pages)).collect::<Vec<_>>()))
        }
        @if beyond > 0 {
            p.note { (beyond) " more rows are on the pages of the records." }
        }
    };
    page::page("All figures", "", "figures.html", &node(records), &content)
}

fn table(rows: &[MeasuredRow<'_>]) -> Table {
    Table::with_items("figures", "All figures", rows.iter().copied())
        .left("cpu", "CPU", |r| Cell::text(short_cpu(&r.loaded.record)))
        .left("workload", "workload", MeasuredRow::workload)
        .left("engine", "engine", |r| Cell::text(without_columns(r.engine)))
        .left("level", "level", |r| Cell::optional(r.engine.level.as_ref()))
        .left("board", "board", |r| Cell::optional(r.engine.board.as_ref()))
        .right("nps", "nodes/s", |r| Cell::number(r.row.nps.map(|s| s.median), speed))
        .right("spread", "spread", |r| {
            let spread = r.row.nps.filter(|_| r.row.samples > 1);
            Cell::number(spread.map(|s| s.spread), percent)
        })
        .right("ratio", "ratio [95 %]", |r| ratio_cell(r.ratio()))
        .left("reference", "over", MeasuredRow::reference)
        .right("rebuilds", "rebuilds a node", |r| Cell::number(r.row.rebuilds_per_node, factor))
        .right("samples", "samples", MeasuredRow::samples)
        .table()
}

fn grid_row(r: &MeasuredRow<'_>, pages: &[SiteRecord<'_>]) -> GridRow {
    let own = pages.iter().find(|page| std::ptr::eq(page.loaded, r.loaded));
    let mut keys = FilterKeys::default();
    keys[0].insert(cpu(&r.loaded.record));
    index::insert(&mut keys, &r.loaded.record, r.engine, &r.workload.name);
    keys[3] = [without_columns(r.engine)].into();
    GridRow { keys, to: own.map_or_else(String::new, SiteRecord::page) }
}

/// Formats nodes per second; from 10⁹ on, as in perft, with three digits, for lack of room.
fn speed(value: f64) -> String {
    if value < 1e9 { count(value) } else { short(value) }
}

/// Returns the engine's name without its level and board, which have their own columns.
fn without_columns(engine: &EngineRecord) -> String {
    let name = own_name(engine).unwrap_or_else(|| reference_name(engine));
    name.split(" on ").next().unwrap_or_default().to_owned()
}
