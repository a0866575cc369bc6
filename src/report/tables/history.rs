//! One CPU over commits.

use super::super::format::{count, factor};
use super::super::load::Loaded;
use super::super::select::{
    PaperPosition, best_row, by_name, counts, cpu, identity, label, nps, ours, project_commit,
    ratio, ratio_cell, references, threads,
};
use super::super::table::{Table, TableCell, data, left, right};
use super::levels::cycles;

/// One row for each record of a CPU that has several, oldest first.
pub fn table(records: &[Loaded]) -> Table {
    let columns = vec![
        left("cpu", "CPU"),
        left("started", "started"),
        left("commit", "commit"),
        left("engine", "ours"),
        left("profile", "profile"),
        left("mode", "run"),
        right("start_nps", "start position"),
        right("start_rebuilds_per_node", "rebuilds/node"),
        right("start_evaluations_per_node", "evals/node"),
        right("mate7_nps", "mate in 7"),
        right("mate7_rebuilds_per_node", "rebuilds/node"),
        right("mate7_evaluations_per_node", "evals/node"),
        left("reference", "reference"),
        right("ratio", "ratio [95 %]"),
        data("ratio_low"),
        data("ratio_high"),
        right("instructions_per_node", "instr./node"),
        right("cycles_per_node", "cycles/node"),
        data("record"),
    ];
    let mut table = Table::new("history", "One CPU over commits", columns);
    for loaded in several_of_one_cpu(records) {
        let record = &loaded.record;
        let Some(engine) = ours(record) else { continue };
        let start = best_row(record, engine, PaperPosition::Start);
        let mate7 = best_row(record, engine, PaperPosition::Mate7);
        if start.is_none() && mate7.is_none() {
            continue;
        }
        let reference = references(record).first().copied();
        let ratio = reference.and_then(|r| ratio(start, r));
        let [start_rebuilds, start_evals] = counts(start);
        let [mate7_rebuilds, mate7_evals] = counts(mate7);
        table.push(vec![
            TableCell::text(cpu(record)),
            TableCell::text(record.started.chars().take(16).collect::<String>().replace('T', " ")),
            commit(loaded).map_or(TableCell::Missing, TableCell::Text),
            TableCell::text(engine.name.clone()),
            engine.profile.as_ref().map_or(TableCell::Missing, TableCell::text),
            TableCell::text(if record.complete {
                record.settings.mode.clone()
            } else {
                format!("{}, cut short", record.settings.mode)
            }),
            TableCell::number(nps(start), count),
            start_rebuilds,
            start_evals,
            TableCell::number(nps(mate7), count),
            mate7_rebuilds,
            mate7_evals,
            reference.map_or(TableCell::Missing, label),
            ratio_cell(ratio),
            TableCell::number(ratio.and_then(|r| r.low), factor),
            TableCell::number(ratio.and_then(|r| r.high), factor),
            TableCell::number(start.and_then(|s| s.instructions_per_node), count),
            cycles(start),
            TableCell::text(loaded.name()),
        ]);
    }
    table
}

/// The commit of the project that was measured, with a plus sign where its files had changed.
pub fn commit(loaded: &Loaded) -> Option<String> {
    let record = &loaded.record;
    let hash = project_commit(record)?;
    let is_ours = ours(record).is_some();
    let changed = hash.ends_with("-dirty") || is_ours && record.source.dirty == Some(true);
    let short: String = hash.chars().take(12).collect();
    Some(if changed { short + "+" } else { short })
}

/// The records of CPUs that have at least two, by CPU and time; all of one thread, so that they
/// can be compared.
pub fn several_of_one_cpu(records: &[Loaded]) -> Vec<&Loaded> {
    let comparable = |l: &&Loaded| {
        let settings = &l.record.settings;
        !settings.self_check && !settings.boards && threads(&l.record) == 1
    };
    let mut rows: Vec<&Loaded> = records.iter().filter(comparable).collect();
    rows.retain(|l| {
        let same = |o: &&Loaded| comparable(o) && identity(&o.record) == identity(&l.record);
        records.iter().filter(same).count() > 1
    });
    // Stable: the records come by time already.
    rows.sort_by_key(|l| by_name(l));
    rows
}
