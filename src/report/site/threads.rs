//! Rows of the first page for runs over numbers of threads.

use super::super::format::{count, three_digits};
use super::super::select::cpu;
use super::super::table::{Table, TableCell as Cell};
use super::gather::SiteRecord;
use super::grid::{FilterKeys, GridRow};
use super::page::day;
use nucleus_records::scaling::{self, GeometricMean, ScalingRow};

/// Returns a row for each engine of these runs with its largest number of threads, newest run first.
pub fn rows<'a>(pages: &[SiteRecord<'a>]) -> (Table, Vec<GridRow>) {
    let of_page = |page: &SiteRecord<'a>| {
        let all = scaling::rows(&page.loaded.record);
        let is_last = |row: &ScalingRow| {
            let more =
                |other: &ScalingRow| other.engine == row.engine && other.threads > row.threads;
            row.threads > 1 && !all.iter().any(more)
        };
        let last = all.iter().filter(|row| is_last(row)).cloned();
        last.map(|row| (*page, row)).collect::<Vec<_>>()
    };
    let rows: Vec<(SiteRecord<'a>, ScalingRow)> = pages.iter().rev().flat_map(of_page).collect();
    let mean =
        |mean: &Option<GeometricMean>| Cell::number(mean.map(|mean| mean.mean), three_digits);
    let grid_row = |(page, row): &(SiteRecord<'a>, ScalingRow)| {
        let mut keys = FilterKeys::default();
        keys[0].insert(cpu(&page.loaded.record));
        keys[3].insert(row.engine.clone());
        GridRow { keys, to: page.page() }
    };
    let grid = rows.iter().map(grid_row).collect();
    let table = Table::with_items("threads", "Over threads", rows)
        .left("cpu", "CPU", |(page, _)| Cell::text(cpu(&page.loaded.record)))
        .left("engine", "engine", |(_, row)| Cell::text(&row.engine))
        .right("threads", "threads", |(_, row)| Cell::number(Some(f64::from(row.threads)), count))
        .right("speed", "nodes/s ×", |(_, row)| mean(&row.speed_ratio))
        .right("time", "speedup to depth ×", |(_, row)| mean(&row.time_ratio))
        .right("nodes", "nodes to depth ×", |(_, row)| mean(&row.nodes_ratio))
        .left("kind", "measured or estimated", |(_, row)| {
            Cell::text(if row.estimate { "estimate" } else { "measured" })
        })
        .left("measured", "measured", |(page, _)| Cell::text(day(&page.loaded.record.started)))
        .table();
    (table, grid)
}
