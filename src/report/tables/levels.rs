//! Our engine at every level and variant, side by side.

use super::super::format::{count, factor, three_digits};
use super::super::load::Loaded;
use super::super::select::{
    PaperPosition, common_protocol, counts, cpu_with_marks, nps, one_per_cpu, ratio, ratio_cell,
    references, row,
};
use super::super::table::{Table, TableCell, left, right};
use nucleus_records::record::{CyclesFrom, EngineRecord, Summary};

/// One row for each CPU and engine of ours.
pub fn table(records: &[Loaded]) -> Table {
    let columns = vec![
        left("cpu", "CPU"),
        left("engine", "engine"),
        left("level", "level"),
        left("variant", "variant"),
        left("profile", "profile"),
        left("board", "board"),
        left("protocol", "protocol"),
        right("start_nps", "start position"),
        right("start_rebuilds_per_node", "rebuilds/node"),
        right("start_evaluations_per_node", "evals/node"),
        right("mate7_nps", "mate in 7"),
        right("mate7_rebuilds_per_node", "rebuilds/node"),
        right("mate7_evaluations_per_node", "evals/node"),
        right("over_lowest", "× lowest"),
        right("ratio", "× reference [95 %]"),
        right("instructions_per_node", "instr./node"),
        right("cycles_per_node", "cycles/node"),
        right("nodes", "nodes, start"),
    ];
    let mut table = Table::new("levels", "By level: nodes per second", columns);
    for loaded in one_per_cpu(records) {
        let record = &loaded.record;
        let engines: Vec<&EngineRecord> = record.engines.iter().filter(|e| e.ours).collect();
        let Some(protocol) = common_protocol(record, &engines) else { continue };
        let speed = |e: &EngineRecord| nps(row(record, e, PaperPosition::Start, protocol));
        let lowest = engines.iter().filter_map(|e| speed(e)).reduce(f64::min);
        for engine in engines {
            let start = row(record, engine, PaperPosition::Start, protocol);
            let mate7 = row(record, engine, PaperPosition::Mate7, protocol);
            if nps(start).is_none() && nps(mate7).is_none() {
                continue;
            }
            let ratio = references(record).first().and_then(|r| ratio(start, r));
            let [start_rebuilds, start_evals] = counts(start);
            let [mate7_rebuilds, mate7_evals] = counts(mate7);
            let text = |t: &Option<String>| t.as_ref().map_or(TableCell::Missing, TableCell::text);
            table.push(vec![
                TableCell::text(cpu_with_marks(record)),
                TableCell::text(if engine.short {
                    format!("{} (short run)", engine.name)
                } else {
                    engine.name.clone()
                }),
                text(&engine.level),
                text(&engine.variant),
                text(&engine.profile),
                text(&engine.board),
                TableCell::text(protocol.to_string()),
                TableCell::number(nps(start), count),
                start_rebuilds,
                start_evals,
                TableCell::number(nps(mate7), count),
                mate7_rebuilds,
                mate7_evals,
                TableCell::number(nps(start).zip(lowest).map(|(n, l)| n / l), factor),
                ratio_cell(ratio),
                TableCell::number(start.and_then(|s| s.instructions_per_node), count),
                cycles(start),
                TableCell::number(start.and_then(|s| s.nodes).map(|n| n as f64), count),
            ]);
        }
    }
    table.notes.push(
        "× lowest: over the slowest row of the same CPU, on the start position. The node count \
         must be the same in every row of a profile: a level may change the speed, never the tree."
            .into(),
    );
    if has_estimates(&table) {
        table.notes.push(ESTIMATED.into());
    }
    table
}

/// The note on estimated cycle counts.
pub const ESTIMATED: &str = "A tilde: cycles estimated as seconds times the core clock measured around the sample, because the \
     machine shows no hardware counter.";

/// True if a figure is marked as estimated.
pub fn has_estimates(table: &Table) -> bool {
    let estimated =
        |cell: &TableCell| matches!(cell, TableCell::Number(_, shown) if shown.starts_with('~'));
    table.rows.iter().flatten().any(estimated)
}

/// Cycles per node, marked when they were estimated.
pub fn cycles(row: Option<&Summary>) -> TableCell {
    let estimated = row.and_then(|s| s.cycles_from) != Some(CyclesFrom::Counter);
    TableCell::number(row.and_then(|s| s.cycles_per_node), |v| {
        format!(
            "{}{}",
            if estimated { "~" } else { "" },
            if v < 10.0 { three_digits(v) } else { count(v) }
        )
    })
}
