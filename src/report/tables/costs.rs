//! The table of costs per node and of peak memory, for engines that are compared without ours.

use super::super::estimate::RatioEstimate;
use super::super::format::three_digits;
use super::super::load::Loaded;
use super::super::select::{is_of_commands, one_per_cpu};
use super::super::table::{Table, TableCell as Cell};
use super::boards::end;
use super::commands::memory;
use super::measured::{MeasuredRow, measured};
use nucleus_records::summary;

/// A cost of an engine on a workload: its name and value, and its ratio to the first engine's.
type CostRow<'a> = (MeasuredRow<'a>, String, f64, Option<RatioEstimate>);

fn costs(r: MeasuredRow<'_>) -> Vec<CostRow<'_>> {
    let (record, workload) = (&r.loaded.record, r.workload);
    let Some(first) = record.engines.first() else { return Vec::new() };
    let nodes = summary::node_costs(record, &workload.name, &r.engine.name, &first.name);
    let nodes = nodes.into_iter().map(|cost| {
        let ratio = cost.ratio.map(|r| RatioEstimate::new(r.ratio, r.low, r.high));
        (r, format!("{} a node", cost.name), cost.value, ratio)
    });
    let memory = memory(record, workload, r.engine).map(|mine| {
        let theirs = memory(record, workload, first).filter(|_| r.engine.name != first.name);
        let ratio = theirs.map(|theirs| RatioEstimate { value: mine / theirs, interval: None });
        (r, "peak memory, MiB".to_owned(), mine, ratio)
    });
    nodes.chain(memory).collect()
}

/// Returns a row for each engine, workload and cost of comparisons without our engine.
pub fn table(records: &[Loaded]) -> Table {
    let of_others = |loaded: &&Loaded| {
        !is_of_commands(&loaded.record) && loaded.record.engines.iter().all(|engine| !engine.ours)
    };
    let first =
        |r: &MeasuredRow<'_>| Cell::optional(r.loaded.record.engines.first().map(|e| &e.name));
    let chosen = one_per_cpu(records).into_iter().filter(of_others);
    let rows = chosen.flat_map(|loaded| measured(loaded, |_| true)).flat_map(costs);
    Table::with_items("costs", "What a node costs", rows)
        .left("cpu", "CPU", |(r, ..)| r.cpu())
        .left("workload", "workload", |(r, ..)| r.workload())
        .left("engine", "engine", |(r, ..)| r.engine())
        .left("cost", "cost", |(_, cost, ..)| Cell::text(cost))
        .right("value", "value", |(_, _, value, _)| Cell::number(Some(*value), three_digits))
        .right("ratio", "over the first [95 %]", |(.., ratio)| {
            ratio.map_or(Cell::Missing, RatioEstimate::cell)
        })
        .data("ratio_low", |(.., ratio)| end(*ratio, |ends| ends.0))
        .data("ratio_high", |(.., ratio)| end(*ratio, |ends| ends.1))
        .data("reference", |(r, ..)| first(r))
        .data("record", |(r, ..)| r.record())
        .note(
            "Counts are a node's, the median of the samples, over the first engine's in the same blocks; \
             below 1 is less. Peak memory is the most that the engine's process held at any time.",
        )
        .table()
}
