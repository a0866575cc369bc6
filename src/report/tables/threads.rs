//! The table of each engine's nodes per second, speedup and nodes by number of threads.

use super::super::format::{count, factor_with_interval, three_digits};
use super::super::load::Loaded;
use super::super::select::cpu;
use super::super::table::{Table, TableCell as Cell};
use nucleus_records::scaling::{GeometricMean, ScalingRow, rows};

/// Returns the table, with a row for each record, engine and number of threads.
pub fn table<'a>(records: &'a [Loaded]) -> Table {
    let rows = |loaded: &'a Loaded| rows(&loaded.record).into_iter().map(move |row| (loaded, row));
    let all: Vec<(&Loaded, ScalingRow)> = records.iter().flat_map(rows).collect();
    let estimated = all.iter().any(|(_, row)| row.estimate);
    let seconds = all.iter().map(|(loaded, _)| loaded.record.settings.seconds.to_string());
    let mut seconds: Vec<String> = seconds.collect();
    seconds.dedup();
    let mut table = Table::with_items("threads", "Over threads", all)
        .left("cpu", "CPU", |(loaded, _)| Cell::text(cpu(&loaded.record)))
        .left("engine", "engine", |(_, row)| Cell::text(&row.engine))
        .right("threads", "threads", |(_, row)| Cell::number(Some(f64::from(row.threads)), count))
        .right("positions", "positions", |(_, row)| Cell::number(Some(row.positions as f64), count))
        .right("mnps", "M nodes/s", |(_, row)| {
            Cell::number(row.speed.map(|m| m.mean), three_digits)
        })
        .right("nps_ratio", "nodes/s × [95 %]", |(_, row)| mean(row.speed_ratio))
        .right("time_ratio", "speedup to depth × [95 %]", |(_, row)| mean(row.time_ratio))
        .right("nodes_ratio", "nodes to depth × [95 %]", |(_, row)| mean(row.nodes_ratio))
        .right("lock_waits", "lock waits per million nodes", |(_, row)| {
            Cell::number(row.lock_waits, three_digits)
        })
        .left("kind", "measured or estimated", |(_, row)| {
            Cell::text(if row.estimate { "estimate" } else { "measured" })
        })
        .data("record", |(loaded, _)| Cell::text(loaded.name()))
        .table();
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

/// Returns a cell with a mean and its interval.
fn mean(mean: Option<GeometricMean>) -> Cell {
    let (low, high) = mean.and_then(|mean| mean.interval).unzip();
    Cell::number(mean.map(|mean| mean.mean), |value| factor_with_interval(value, low, high))
}
