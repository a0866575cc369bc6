//! Rows of the first page for runs over numbers of threads.

use super::super::format::{count, three_digits};
use super::super::select::cpu;
use super::super::table::TableCell;
use super::gather::SiteRecord;
use super::grid::{FilterKeys, GridCell, GridRow, Head};
use nucleus_records::scaling::{self, GeometricMean, ScalingRow};

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

/// Returns a row for each engine of a run with its most threads; none of other records.
pub fn rows(page: &SiteRecord<'_>) -> Vec<GridRow> {
    let all = scaling::rows(&page.loaded.record);
    let is_last = |row: &&ScalingRow| {
        let more = |other: &ScalingRow| other.engine == row.engine && other.threads > row.threads;
        row.threads > 1 && !all.iter().any(more)
    };
    all.iter().filter(is_last).map(|row| row_of(page, row)).collect()
}

fn row_of(page: &SiteRecord<'_>, row: &ScalingRow) -> GridRow {
    let record = &page.loaded.record;
    let mean = |mean: &Option<GeometricMean>| {
        TableCell::number(mean.as_ref().map(|mean| mean.mean), three_digits)
    };
    let cells: Vec<GridCell> = vec![
        GridCell::Link(cpu(record), page.page()),
        TableCell::text(row.engine.clone()).into(),
        TableCell::number(Some(f64::from(row.threads)), count).into(),
        mean(&row.speed_ratio).into(),
        mean(&row.time_ratio).into(),
        mean(&row.nodes_ratio).into(),
        TableCell::text(if row.estimate { "estimate" } else { "measured" }).into(),
        TableCell::text(record.started.chars().take(10).collect::<String>()).into(),
    ];
    let mut keys = FilterKeys::default();
    keys[0].insert(cpu(record));
    keys[3].insert(row.engine.clone());
    GridRow { cells, keys }
}
