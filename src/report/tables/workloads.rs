//! Tables by workload and engine: speed and counters (`table`), time to the mate (`proof`).

use super::super::format::{count, percent, three_digits};
use super::super::load::Loaded;
use super::super::select::{
    boards_per_cpu, evaluations, high, instructions, low, mark_of_short, milliseconds, one_per_cpu,
    ratio_cell, rebuilds, speed,
};
use super::super::table::{Table, TableCell as Cell};
use super::levels::{cycles, note_estimates};
use super::measured::{MeasuredRow, measured};
use nucleus_records::record::{Protocol, Spread};
use nucleus_records::summary::{TimeToMate, time_to_mate};

/// Returns the number of nodes; if it differed between searches, the median.
fn nodes(r: &MeasuredRow<'_>) -> Cell {
    let one = r.row.nodes.map(|nodes| nodes as f64);
    let about = if one.is_some() { "" } else { "≈ " };
    Cell::number(r.row.nodes_median.or(one), |nodes| format!("{about}{}", count(nodes)))
}

fn to_mate(r: &MeasuredRow<'_>) -> Option<TimeToMate> {
    time_to_mate(&r.loaded.record, &r.workload.name, &r.engine.name)
}

/// Returns the share of nodes that were searched after the mate was proved.
fn share_after(r: &MeasuredRow<'_>) -> Option<f64> {
    let all = r.row.nodes_median.filter(|all| *all > 0.0)?;
    Some(r.row.nodes_after_mate? / all)
}

/// Returns a figure of the distribution of nodes per second.
fn nps(r: &MeasuredRow<'_>, figure: fn(&Spread) -> Option<f64>) -> Option<f64> {
    r.row.nps.as_ref().and_then(figure)
}

/// Returns the table of speed and counters, with a row for each CPU, workload and engine.
pub fn table(records: &[Loaded]) -> Table {
    let mut table = Table::with_items("workloads", "By workload", rows(records))
        .left("cpu", "CPU", MeasuredRow::cpu)
        .left("workload", "workload", MeasuredRow::workload)
        .left("engine", "engine", MeasuredRow::engine)
        .right("nodes", "nodes", nodes)
        .right("milliseconds", "ms", |r| milliseconds(Some(r.row)))
        .right("nps", "NPS", |r| speed(Some(r.row)))
        .data("nps_low", |r| Cell::number(nps(r, |s| s.low), count))
        .data("nps_high", |r| Cell::number(nps(r, |s| s.high), count))
        .right("spread", "spread", |r| {
            Cell::number(nps(r, |s| Some(s.spread)).filter(|_| r.row.samples > 1), percent)
        })
        .right("rebuilds_per_node", "rebuilds/node", |r| rebuilds(Some(r.row)))
        .right("evaluations_per_node", "evals/node", |r| evaluations(Some(r.row)))
        .right("ratio", "ratio [95 %]", |r| {
            ratio_cell(r.ratio()).followed_by(mark_of_short(&r.loaded.record, r.row, r.ratio()))
        })
        .data("ratio_low", |r| low(r.ratio()))
        .data("ratio_high", |r| high(r.ratio()))
        .data("reference", MeasuredRow::reference)
        .right("instructions_per_node", "instr./node", |r| instructions(Some(r.row)))
        .right("cycles_per_node", "cycles/node", |r| cycles(Some(r.row)))
        .data("cycles_from", |r| Cell::optional(r.row.cycles_from.map(|from| from.name())))
        .right("ipc", "IPC", |r| Cell::number(r.row.ipc, |ipc| format!("{ipc:.2}")))
        .right("branch_misses_per_node", "branch misses/node", |r| {
            Cell::number(r.row.branch_misses_per_node, three_digits)
        })
        .right("cache_misses_per_node", "cache misses/node", |r| {
            Cell::number(r.row.cache_misses_per_node, three_digits)
        })
        .left("right", "right", |r| Cell::flag(r.row.right))
        .right("samples", "samples", |r| Cell::number(Some(f64::from(r.row.samples)), count))
        .data("fen", |r| Cell::text(&r.workload.fen))
        .data("limit", |r| Cell::text(&r.workload.limit))
        .data("protocol", |r| Cell::text(r.workload.protocol.to_string()))
        .data("commit", |r| Cell::optional(r.loaded.record.source.commit.as_ref()))
        .data("record", MeasuredRow::record)
        .note("Ms: milliseconds of a search. NPS: the median of the samples, from the command to search to the best move, by processor time \
         in a search of one thread, else by wall time. \
         Spread: interquartile range over median. Ratio: to the record's first reference, or \
         from the matrix to the magic board, estimated over blocks, with its 95 % interval; short where one engine's samples took less than 50 ms. ≈: the node count was not the same in every \
         search; a median. Rebuilds and evaluations a node are what our engine counted itself. \
         Right: every answer was (best move, mate distance or node count).")
        .table();
    note_estimates(&mut table);
    table
}

/// Returns the table of each engine's time to the mate, and of the share of nodes that it searches
/// after the proof. An average over workloads would hide that share.
pub fn proof(records: &[Loaded]) -> Table {
    let mut rows = rows(records);
    rows.retain(|r| r.row.nodes_after_mate.is_some() || r.row.nps_to_mate.is_some());
    Table::with_items("proof", "Time to the mate", rows)
        .left("cpu", "CPU", MeasuredRow::cpu)
        .left("workload", "workload", MeasuredRow::workload)
        .left("engine", "engine", MeasuredRow::engine)
        .right("nodes_to_mate", "nodes to the mate", |r| {
            Cell::number(to_mate(r).map(|to| to.nodes), count)
        })
        .right("milliseconds_to_mate", "ms to the mate", |r| {
            Cell::number(to_mate(r).map(|to| to.seconds * 1e3), three_digits)
        })
        .right("nodes", "nodes, complete search", |r| Cell::number(r.row.nodes_median, count))
        .right("milliseconds", "ms, complete search", |r| milliseconds(Some(r.row)))
        .right("nps", "NPS, complete search", |r| speed(Some(r.row)))
        .right("rebuilds_per_node", "rebuilds/node", |r| rebuilds(Some(r.row)))
        .right("evaluations_per_node", "evals/node", |r| evaluations(Some(r.row)))
        .right("nps_to_mate", "NPS up to the proof", |r| Cell::number(r.row.nps_to_mate, count))
        .right("nodes_after_mate", "nodes after it", |r| {
            Cell::number(r.row.nodes_after_mate, count)
        })
        .right("share_after_mate", "share after it", |r| Cell::number(share_after(r), percent))
        .table()
}

/// Returns the rows of the records that represent a CPU, except those of commands.
fn rows(records: &[Loaded]) -> Vec<MeasuredRow<'_>> {
    let chosen = one_per_cpu(records).into_iter().chain(boards_per_cpu(records));
    chosen.flat_map(|loaded| measured(loaded, |w| w.protocol != Protocol::Command)).collect()
}
