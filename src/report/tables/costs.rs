//! Costs of a node and memory of each engine that is compared without ours.

use super::super::estimate::RatioEstimate;
use super::super::format::{factor, three_digits};
use super::super::load::Loaded;
use super::super::select::{cpu_with_marks, is_of_commands, label, one_per_cpu};
use super::super::table::{Table, TableCell, data, left, right};
use nucleus_records::record::{Record, Workload};
use nucleus_records::summary;

/// Bytes of a mebibyte.
const MIB: f64 = 1_048_576.0;

/// One row for each engine, workload and cost, of comparisons without ours.
pub fn table(records: &[Loaded]) -> Table {
    let columns = vec![
        left("cpu", "CPU"),
        left("workload", "workload"),
        left("engine", "engine"),
        left("cost", "cost"),
        right("value", "value"),
        right("ratio", "over the first [95 %]"),
        data("ratio_low"),
        data("ratio_high"),
        data("reference"),
        data("record"),
    ];
    let mut table = Table::new("costs", "What a node costs", columns);
    let given = |loaded: &&Loaded| {
        !is_of_commands(&loaded.record) && loaded.record.engines.iter().all(|engine| !engine.ours)
    };
    for loaded in one_per_cpu(records).into_iter().filter(given) {
        for workload in &loaded.record.workloads {
            add(&mut table, loaded, workload);
        }
    }
    table.notes.push(
        "Counts are a node's, the median of the samples, over the first engine's in the same blocks; \
         below 1 is less. Peak memory is the most that the engine's process held at any time."
            .into(),
    );
    table
}

/// A cost, its value in words, and its ratio to the first engine's.
type CostRow = (String, f64, fn(f64) -> String, Option<RatioEstimate>);

fn add(table: &mut Table, loaded: &Loaded, workload: &Workload) {
    let record = &loaded.record;
    let Some(first) = record.engines.first() else { return };
    for engine in &record.engines {
        for (name, value, words, ratio) in rows(record, &workload.name, &engine.name, &first.name) {
            let (low, high) = ratio.and_then(|ratio| ratio.interval).unzip();
            table.push(vec![
                TableCell::text(cpu_with_marks(record)),
                TableCell::text(workload.name.clone()),
                label(engine),
                TableCell::text(name),
                TableCell::number(Some(value), words),
                ratio.map_or(TableCell::Missing, |ratio| ratio.cell()),
                TableCell::number(low, factor),
                TableCell::number(high, factor),
                TableCell::text(first.name.clone()),
                TableCell::text(loaded.name()),
            ]);
        }
    }
}

fn rows(record: &Record, workload: &str, engine: &str, first: &str) -> Vec<CostRow> {
    let memory = |name: &str| summary::peak_memory(record, workload, name).map(|b| b as f64 / MIB);
    let mut rows: Vec<CostRow> = Vec::new();
    for cost in summary::node_costs(record, workload, engine, first) {
        let ratio = cost.ratio.map(|r| RatioEstimate::new(r.ratio, r.low, r.high));
        rows.push((format!("{} a node", cost.name), cost.value, three_digits, ratio));
    }
    if let Some(mine) = memory(engine) {
        let theirs = memory(first).filter(|_| engine != first);
        let ratio = theirs.map(|theirs| RatioEstimate { value: mine / theirs, interval: None });
        rows.push(("peak memory, MiB".to_owned(), mine, three_digits, ratio));
    }
    rows
}
