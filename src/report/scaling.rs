//! The table and the chart of a run over numbers of threads.

use std::path::{Path, PathBuf};

use super::chart::{self, Chart};
use super::format::{count, three_digits};
use super::table::{Table, TableCell, left, right};
use nucleus_base::text::escape;
use nucleus_draw::PngRenderer;
use nucleus_records::output;
use nucleus_records::scaling::{GeometricMean, ScalingRecord, ScalingRow, rows};

/// The seed of the intervals.
const SEED: u64 = 1;

/// A mean with its interval, as text.
fn with_interval(mean: &GeometricMean) -> String {
    let figure = |value: f64| format!("{value:.2}");
    match mean.interval {
        Some((low, high)) => {
            format!("{} [{}, {}]", figure(mean.mean), figure(low), figure(high))
        }
        None => figure(mean.mean),
    }
}

fn mean(mean: Option<&GeometricMean>) -> TableCell {
    TableCell::number(mean.map(|m| m.mean), |_| mean.map_or_else(String::new, with_interval))
}

/// One row for each engine and number of threads.
pub fn table(record: &ScalingRecord) -> Table {
    let columns = vec![
        left("engine", "engine"),
        right("threads", "threads"),
        right("positions", "positions"),
        right("mnps", "M nodes/s"),
        right("nps_ratio", "nodes/s × [95 %]"),
        right("time_ratio", "time to depth: faster by × [95 %]"),
        right("nodes_ratio", "nodes to depth × [95 %]"),
        right("lock_waits", "lock waits/M nodes"),
        left("kind", "kind"),
    ];
    let mut table = Table::new("threads", "Over threads", columns);
    let rows = rows_of(record);
    for row in &rows {
        table.push(cells(row));
    }
    table.notes.push(format!(
        "Geometric means over the positions, each searched to the deepest depth that one thread of \
         the engine ends within {} s; × is over one thread of the same engine. Intervals by drawing \
         the positions again.",
        record.seconds
    ));
    let processors = record.processors;
    if rows.iter().any(|row| row.estimate) {
        table.notes.push(format!(
            "An estimate: more threads than the {processors} processors that engines may use here. \
             They cannot be timed; the nodes say how much of the search would be in vain, as far \
             as threads that take turns search what threads side by side would."
        ));
    }
    table
}

fn cells(row: &ScalingRow) -> Vec<TableCell> {
    vec![
        TableCell::text(&row.engine),
        TableCell::number(Some(f64::from(row.threads)), count),
        TableCell::number(Some(row.positions as f64), count),
        TableCell::number(row.speed.map(|m| m.mean), three_digits),
        mean(row.speed_ratio.as_ref()),
        mean(row.time_ratio.as_ref()),
        mean(row.nodes_ratio.as_ref()),
        TableCell::number(row.lock_waits, three_digits),
        TableCell::text(if row.estimate { "estimate" } else { "measured" }),
    ]
}

/// The figures of each engine and number of threads.
pub fn rows_of(record: &ScalingRecord) -> Vec<ScalingRow> {
    rows(record, SEED)
}

/// The chart; none where nothing was measured.
pub fn chart(record: &ScalingRecord) -> Option<Chart> {
    chart::threads(record, &rows_of(record))
}

/// Returns the page: the machine, the table, the failures.
pub fn page(record: &ScalingRecord) -> String {
    let machine = record.machine.cpu.clone().unwrap_or_else(|| "an unknown CPU".to_owned());
    let mut text = format!("# Threads on {}\n\n", escape::markdown(&machine));
    if !record.complete {
        text += "The run was cut short: the rows hold what was measured.\n\n";
    }
    text += &table(record).markdown();
    let failures = record.failures.iter().map(|f| format!("{}: {}", f.engine, f.message));
    for line in record.warnings.iter().cloned().chain(failures) {
        text += &format!("\n- {}", escape::markdown(&line));
    }
    text
}

/// Writes the page and the chart beside the record: `.md`, `.svg`, and `.png` with a renderer.
///
/// # Errors
/// A sentence that says what could not be written or drawn.
pub fn write(
    record: &ScalingRecord,
    json: &Path,
    png: Option<PngRenderer>,
) -> Result<Vec<PathBuf>, String> {
    let write = |path: PathBuf, bytes: &[u8]| {
        output::replace(&path, bytes)
            .map_err(|e| format!("cannot write {}: {e}", path.display()))?;
        Ok::<PathBuf, String>(path)
    };
    let mut written = vec![write(json.with_extension("md"), page(record).as_bytes())?];
    if let Some(chart) = chart(record) {
        written.push(write(json.with_extension("svg"), chart.svg().as_bytes())?);
        if let Some(render) = png {
            let pixels = chart.png(render).map_err(|e| format!("the chart: {e}"))?;
            written.push(write(json.with_extension("png"), &pixels)?);
        }
    }
    Ok(written)
}
