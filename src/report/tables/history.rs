//! The table of our engine's figures by date and commit, for each CPU with several records.

use super::super::load::Loaded;
use super::super::select::{
    PaperPosition, best_row, by_name, cpu, evaluations, high, identity, instructions, label, low,
    ours, project_commit, ratio, ratio_cell, rebuilds, references, speed, threads,
};
use super::super::table::{Table, TableCell as Cell};
use super::levels::cycles;
use nucleus_records::record::{EngineRecord, Ratio, Summary};

/// A record with our engine.
struct HistoryRow<'a> {
    loaded: &'a Loaded,
    engine: &'a EngineRecord,
    start: Option<&'a Summary>,
    mate7: Option<&'a Summary>,
    reference: Option<&'a EngineRecord>,
}

impl HistoryRow<'_> {
    fn ratio(&self) -> Option<&Ratio> {
        ratio(self.start, self.reference?)
    }

    /// Returns the start time of the run, to the minute.
    fn started(&self) -> String {
        self.loaded.record.started.chars().take(16).collect::<String>().replace('T', " ")
    }

    fn mode(&self) -> String {
        let cut = if self.loaded.record.complete { "" } else { ", cut short" };
        format!("{}{cut}", self.loaded.record.settings.mode)
    }
}

fn row(loaded: &Loaded) -> Option<HistoryRow<'_>> {
    let record = &loaded.record;
    let engine = ours(record)?;
    let start = best_row(record, engine, PaperPosition::Start);
    let mate7 = best_row(record, engine, PaperPosition::Mate7);
    let reference = references(record).first().copied();
    start.or(mate7)?;
    Some(HistoryRow { loaded, engine, start, mate7, reference })
}

/// Returns a row for each record of a CPU with several, oldest first.
pub fn table(records: &[Loaded]) -> Table {
    let rows = several_of_one_cpu(records).into_iter().filter_map(row);
    Table::with_items("history", "One CPU over commits", rows)
        .left("cpu", "CPU", |r| Cell::text(cpu(&r.loaded.record)))
        .left("started", "started", |r| Cell::text(r.started()))
        .left("commit", "commit", |r| Cell::optional(commit(r.loaded)))
        .left("engine", "ours", |r| Cell::text(&r.engine.name))
        .left("profile", "profile", |r| Cell::optional(r.engine.profile.as_ref()))
        .left("mode", "run", |r| Cell::text(r.mode()))
        .right("start_nps", "start position", |r| speed(r.start))
        .right("start_rebuilds_per_node", "rebuilds/node", |r| rebuilds(r.start))
        .right("start_evaluations_per_node", "evals/node", |r| evaluations(r.start))
        .right("mate7_nps", "mate in 7", |r| speed(r.mate7))
        .right("mate7_rebuilds_per_node", "rebuilds/node", |r| rebuilds(r.mate7))
        .right("mate7_evaluations_per_node", "evals/node", |r| evaluations(r.mate7))
        .left("reference", "reference", |r| r.reference.map_or(Cell::Missing, label))
        .right("ratio", "ratio [95 %]", |r| ratio_cell(r.ratio()))
        .data("ratio_low", |r| low(r.ratio()))
        .data("ratio_high", |r| high(r.ratio()))
        .right("instructions_per_node", "instr./node", |r| instructions(r.start))
        .right("cycles_per_node", "cycles/node", |r| cycles(r.start))
        .data("record", |r| Cell::text(r.loaded.name()))
        .table()
}

/// Returns the commit of the measured project, with a plus sign for uncommitted changes.
pub fn commit(loaded: &Loaded) -> Option<String> {
    let record = &loaded.record;
    let hash = project_commit(record)?;
    let is_ours = ours(record).is_some();
    let changed = hash.ends_with("-dirty") || is_ours && record.source.dirty == Some(true);
    let short: String = hash.chars().take(12).collect();
    Some(if changed { short + "+" } else { short })
}

/// Returns the comparable records of CPUs with at least two, ordered by CPU and time. A record is
/// comparable if it has one thread, no self-check and no comparison of boards.
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
    // The sort is stable, and the records are already ordered by time.
    rows.sort_by_key(|l| by_name(l));
    rows
}
