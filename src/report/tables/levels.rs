//! The table of our engine at every level and in every variant.

use super::super::format::{count, factor, three_digits};
use super::super::load::Loaded;
use super::super::select::{
    PaperPosition, common_protocol, cpu_with_marks, evaluations, instructions, nps, one_per_cpu,
    ratio, ratio_cell, rebuilds, references, row, speed,
};
use super::super::table::{Table, TableCell as Cell};
use nucleus_records::record::{CyclesFrom, EngineRecord, Protocol, Ratio, Record, Summary};

struct LevelRow<'a> {
    record: &'a Record,
    engine: &'a EngineRecord,
    protocol: Protocol,
    start: Option<&'a Summary>,
    mate7: Option<&'a Summary>,
    /// The nodes per second of our slowest row at the start.
    lowest: Option<f64>,
}

impl LevelRow<'_> {
    fn name(&self) -> String {
        let short = if self.engine.short { " (short run)" } else { "" };
        format!("{}{short}", self.engine.name)
    }

    fn ratio(&self) -> Option<&Ratio> {
        ratio(self.start, references(self.record).first()?)
    }

    fn over_lowest(&self) -> Option<f64> {
        Some(nps(self.start)? / self.lowest?)
    }
}

fn rows(record: &Record) -> Vec<LevelRow<'_>> {
    let engines: Vec<&EngineRecord> = record.engines.iter().filter(|e| e.ours).collect();
    let Some(protocol) = common_protocol(record, &engines) else { return Vec::new() };
    let at = |engine, position| row(record, engine, position, protocol);
    let speeds = engines.iter().filter_map(|engine| nps(at(engine, PaperPosition::Start)));
    let lowest = speeds.reduce(f64::min);
    let row = |engine| {
        let [start, mate7] = PaperPosition::ALL.map(|position| at(engine, position));
        nps(start).or(nps(mate7))?;
        Some(LevelRow { record, engine, protocol, start, mate7, lowest })
    };
    engines.into_iter().filter_map(row).collect()
}

/// Returns a row for each CPU and engine of ours.
pub fn table(records: &[Loaded]) -> Table {
    let all = one_per_cpu(records).into_iter().flat_map(|loaded| rows(&loaded.record));
    let mut table = Table::with_items("levels", "By level: nodes per second", all)
        .left("cpu", "CPU", |r| Cell::text(cpu_with_marks(r.record)))
        .left("engine", "engine", |r| Cell::text(r.name()))
        .left("level", "level", |r| Cell::optional(r.engine.level.as_ref()))
        .left("variant", "variant", |r| Cell::optional(r.engine.variant.as_ref()))
        .left("profile", "profile", |r| Cell::optional(r.engine.profile.as_ref()))
        .left("board", "board", |r| Cell::optional(r.engine.board.as_ref()))
        .left("protocol", "protocol", |r| Cell::text(r.protocol.to_string()))
        .right("start_nps", "start position", |r| speed(r.start))
        .right("start_rebuilds_per_node", "rebuilds/node", |r| rebuilds(r.start))
        .right("start_evaluations_per_node", "evals/node", |r| evaluations(r.start))
        .right("mate7_nps", "mate in 7", |r| speed(r.mate7))
        .right("mate7_rebuilds_per_node", "rebuilds/node", |r| rebuilds(r.mate7))
        .right("mate7_evaluations_per_node", "evals/node", |r| evaluations(r.mate7))
        .right("over_lowest", "× lowest", |r| Cell::number(r.over_lowest(), factor))
        .right("ratio", "× reference [95 %]", |r| ratio_cell(r.ratio()))
        .right("instructions_per_node", "instr./node", |r| instructions(r.start))
        .right("cycles_per_node", "cycles/node", |r| cycles(r.start))
        .right("nodes", "nodes, start", |r| {
            Cell::number(r.start.and_then(|s| s.nodes).map(|n| n as f64), count)
        })
        .note(
            "× lowest: over the slowest row of the same CPU, on the start position. The node count \
         must be the same in every row of a profile: a level may change the speed, never the tree.",
        )
        .table();
    note_estimates(&mut table);
    table
}

/// Adds a note if the table has estimated cycle counts.
pub fn note_estimates(table: &mut Table) {
    let estimated = |cell: &Cell| matches!(cell, Cell::Number(_, shown) if shown.starts_with('~'));
    if table.rows.iter().flatten().any(estimated) {
        table.notes.push(
            "A tilde: cycles estimated as seconds times the core clock measured around the sample, \
             because the machine shows no hardware counter."
                .into(),
        );
    }
}

/// Returns cycles per node, with a mark if they are estimated.
pub fn cycles(row: Option<&Summary>) -> Cell {
    let is_counted = row.and_then(|s| s.cycles_from) == Some(CyclesFrom::Counter);
    let tilde = if is_counted { "" } else { "~" };
    Cell::number(row.and_then(|s| s.cycles_per_node), |value| {
        let shown = if value < 10.0 { three_digits(value) } else { count(value) };
        format!("{tilde}{shown}")
    })
}
