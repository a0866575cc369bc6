//! Engines over numbers of threads.

use super::super::format::{count, three_digits};
use super::super::load::Loaded;
use super::super::select::cpu;
use super::super::table::{Table, TableCell, data, left, right};
use nucleus_records::record::Record;
use nucleus_records::scaling::{GeometricMean, ScalingRow, rows};

/// Returns a row for each engine and number of threads.
pub fn table(records: &[Loaded]) -> Table {
    let columns = vec![
        left("cpu", "CPU"),
        left("engine", "engine"),
        right("threads", "threads"),
        right("positions", "positions"),
        right("mnps", "M nodes/s"),
        right("nps_ratio", "nodes/s × [95 %]"),
        right("time_ratio", "speedup to depth × [95 %]"),
        right("nodes_ratio", "nodes to depth × [95 %]"),
        right("lock_waits", "lock waits per million nodes"),
        left("kind", "measured or estimated"),
        data("record"),
    ];
    let mut table = Table::new("threads", "Over threads", columns);
    let mut seconds = Vec::new();
    let mut estimated = false;
    for loaded in records {
        for row in rows(&loaded.record) {
            estimated |= row.estimate;
            seconds.push(loaded.record.settings.seconds.to_string());
            table.push(cells(&loaded.record, &row, loaded.name()));
        }
    }
    seconds.dedup();
    table.notes.push(format!(
        "Geometric means over the positions, each searched to the deepest depth that one thread of \
         the engine ends within {} s; × is over one thread of the same engine. Intervals by drawing \
         the positions again.",
        seconds.join(" or ")
    ));
    if estimated {
        table.notes.push(
            "An estimate: more threads than the processors that engines may use there. They \
             cannot be timed; the nodes show how much of the search would be in vain, as far as \
             threads that take turns search the same nodes as threads that run at the same time."
                .to_owned(),
        );
    }
    table
}

fn cells(record: &Record, row: &ScalingRow, name: String) -> Vec<TableCell> {
    vec![
        TableCell::text(cpu(record)),
        TableCell::text(&row.engine),
        TableCell::number(Some(f64::from(row.threads)), count),
        TableCell::number(Some(row.positions as f64), count),
        TableCell::number(row.speed.map(|m| m.mean), three_digits),
        mean(row.speed_ratio),
        mean(row.time_ratio),
        mean(row.nodes_ratio),
        TableCell::number(row.lock_waits, three_digits),
        TableCell::text(if row.estimate { "estimate" } else { "measured" }),
        TableCell::text(name),
    ]
}

/// Returns a mean with its interval.
fn mean(mean: Option<GeometricMean>) -> TableCell {
    let ends = mean.and_then(|mean| mean.interval);
    TableCell::number(mean.map(|mean| mean.mean), |value| match ends {
        Some((low, high)) => format!("{value:.2} [{low:.2}, {high:.2}]"),
        None => format!("{value:.2}"),
    })
}
