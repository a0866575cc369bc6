//! Every engine on every workload, with its counters.

use super::super::format::{count, factor, percent, three_digits};
use super::super::load::Loaded;
use super::super::select::{
    boards_per_cpu, counts, cpu_with_marks, label, mark_of_short, milliseconds, one_per_cpu,
    ratio_cell,
};
use super::super::table::{Table, TableCell, data, left, right};
use super::levels::{ESTIMATED, cycles, has_estimates};
use nucleus_records::record::{EngineRecord, Protocol, Summary, Workload};
use nucleus_records::summary::time_to_mate;

/// One row for each CPU, workload and engine.
pub fn table(records: &[Loaded]) -> Table {
    let columns = vec![
        left("cpu", "CPU"),
        left("workload", "workload"),
        left("engine", "engine"),
        right("nodes", "nodes"),
        right("milliseconds", "ms"),
        right("nps", "NPS"),
        data("nps_low"),
        data("nps_high"),
        right("spread", "spread"),
        right("rebuilds_per_node", "rebuilds/node"),
        right("evaluations_per_node", "evals/node"),
        right("ratio", "ratio [95 %]"),
        data("ratio_low"),
        data("ratio_high"),
        data("reference"),
        right("instructions_per_node", "instr./node"),
        right("cycles_per_node", "cycles/node"),
        data("cycles_from"),
        right("ipc", "IPC"),
        right("branch_misses_per_node", "branch misses/node"),
        right("cache_misses_per_node", "cache misses/node"),
        left("right", "right"),
        right("samples", "samples"),
        data("fen"),
        data("limit"),
        data("protocol"),
        data("commit"),
        data("record"),
    ];
    let mut table = Table::new("workloads", "By workload", columns);
    for (loaded, workload, engine, row) in rows(records) {
        let record = &loaded.record;
        let ratio = row.ratios.first();
        let spread = row.nps.as_ref();
        let [rebuilds, evals] = counts(Some(row));
        table.push(vec![
            TableCell::text(cpu_with_marks(record)),
            TableCell::text(workload.name.clone()),
            label(engine),
            TableCell::number(row.nodes_median.or(row.nodes.map(|n| n as f64)), |n| {
                // A count that differed between searches is a median, and says so.
                if row.nodes.is_some() { count(n) } else { format!("≈ {}", count(n)) }
            }),
            milliseconds(Some(row)),
            TableCell::number(spread.map(|s| s.median), count),
            TableCell::number(spread.and_then(|s| s.low), count),
            TableCell::number(spread.and_then(|s| s.high), count),
            TableCell::number(spread.filter(|_| row.samples > 1).map(|s| s.spread), percent),
            rebuilds,
            evals,
            ratio_cell(ratio).followed_by(mark_of_short(record, row, ratio)),
            TableCell::number(ratio.and_then(|r| r.low), factor),
            TableCell::number(ratio.and_then(|r| r.high), factor),
            ratio.map_or(TableCell::Missing, |r| TableCell::text(r.reference.clone())),
            TableCell::number(row.instructions_per_node, count),
            cycles(Some(row)),
            row.cycles_from.map_or(TableCell::Missing, |c| TableCell::text(c.name())),
            TableCell::number(row.ipc, factor),
            TableCell::number(row.branch_misses_per_node, three_digits),
            TableCell::number(row.cache_misses_per_node, three_digits),
            TableCell::flag(row.right),
            TableCell::number(Some(f64::from(row.samples)), count),
            TableCell::text(workload.fen.clone()),
            TableCell::text(workload.limit.clone()),
            TableCell::text(workload.protocol.to_string()),
            record.source.commit.as_ref().map_or(TableCell::Missing, TableCell::text),
            TableCell::text(loaded.name()),
        ]);
    }
    table.notes.push(
        "Ms: milliseconds of a search. NPS: the median of the samples, from the command to search to the best move, by processor time \
         in a search of one thread, else by wall time. \
         Spread: interquartile range over median. Ratio: to the record's first reference, or \
         from the matrix to the magic board, estimated over blocks, with its 95 % interval; short where one engine's samples took less than 50 ms. ≈: the node count was not the same in every \
         search; a median. Rebuilds and evaluations a node are what our engine counted itself. \
         Right: every answer was (best move, mate distance or node count)."
            .into(),
    );
    if has_estimates(&table) {
        table.notes.push(ESTIMATED.into());
    }
    table
}

/// Returns the table of times to a mate, and of nodes searched after it was proved, which no average
/// should hide.
pub fn proof(records: &[Loaded]) -> Table {
    let columns = vec![
        left("cpu", "CPU"),
        left("workload", "workload"),
        left("engine", "engine"),
        right("nodes_to_mate", "nodes to the mate"),
        right("milliseconds_to_mate", "ms to the mate"),
        right("nodes", "nodes, whole search"),
        right("milliseconds", "ms, whole search"),
        right("nps", "NPS, whole search"),
        right("rebuilds_per_node", "rebuilds/node"),
        right("evaluations_per_node", "evals/node"),
        right("nps_to_mate", "NPS up to the proof"),
        right("nodes_after_mate", "nodes after it"),
        right("share_after_mate", "share after it"),
    ];
    let mut table = Table::new("proof", "Time to the mate", columns);
    for (loaded, workload, engine, row) in rows(records) {
        if row.nodes_after_mate.is_none() && row.nps_to_mate.is_none() {
            continue;
        }
        let [rebuilds, evals] = counts(Some(row));
        let to_mate = time_to_mate(&loaded.record, &workload.name, &engine.name);
        let share = row.nodes_after_mate.zip(row.nodes_median).filter(|(_, all)| *all > 0.0);
        table.push(vec![
            TableCell::text(cpu_with_marks(&loaded.record)),
            TableCell::text(workload.name.clone()),
            label(engine),
            TableCell::number(to_mate.map(|to| to.nodes), count),
            TableCell::number(to_mate.map(|to| to.seconds * 1e3), three_digits),
            TableCell::number(row.nodes_median, count),
            milliseconds(Some(row)),
            TableCell::number(row.nps.map(|s| s.median), count),
            rebuilds,
            evals,
            TableCell::number(row.nps_to_mate, count),
            TableCell::number(row.nodes_after_mate, count),
            TableCell::number(share.map(|(after, all)| after / all), percent),
        ]);
    }
    table
}

/// Every row of the records that stand for a CPU, by workload and engine in the record's order.
fn rows(records: &[Loaded]) -> Vec<(&Loaded, &Workload, &EngineRecord, &Summary)> {
    let mut rows = Vec::new();
    for loaded in one_per_cpu(records).into_iter().chain(boards_per_cpu(records)) {
        let record = &loaded.record;
        for workload in record.workloads.iter().filter(|w| w.protocol != Protocol::Command) {
            for engine in &record.engines {
                if let Some(row) = record.summary(&engine.name, &workload.name) {
                    rows.push((loaded, workload, engine, row));
                }
            }
        }
    }
    rows
}
