//! The paper's Table I with our figures.

use super::super::load::Loaded;
use super::super::select::{
    PaperPosition, SEARCHES, cpu_with_marks, evaluations, high, label, low, mark_of_short,
    milliseconds, nps, one_per_cpu, ours, ratio, ratio_cell, rebuilds, references, row, speed,
    workload,
};
use super::super::table::{Table, TableCell as Cell};
use nucleus_core::board::BoardType;
use nucleus_records::record::{EngineRecord, Protocol, Ratio, Record, Summary};

/// A row that was measured.
struct PaperRow<'a> {
    loaded: &'a Loaded,
    engine: &'a EngineRecord,
    reference: Option<&'a EngineRecord>,
    protocol: Protocol,
    start: Option<&'a Summary>,
    mate7: Option<&'a Summary>,
    theirs: Option<&'a Summary>,
}

impl<'a> PaperRow<'a> {
    /// Returns a row of a record, if any of its figures was measured.
    fn new(
        loaded: &'a Loaded,
        engine: &'a EngineRecord,
        reference: Option<&'a EngineRecord>,
        protocol: Protocol,
    ) -> Option<Self> {
        let at = |engine, position| row(&loaded.record, engine, position, protocol);
        let [start, mate7] = PaperPosition::ALL.map(|position| at(engine, position));
        let theirs = reference.and_then(|reference| at(reference, PaperPosition::Start));
        nps(start).or(nps(mate7)).or(nps(theirs))?;
        Some(Self { loaded, engine, reference, protocol, start, mate7, theirs })
    }

    fn ratio(&self) -> Option<&'a Ratio> {
        ratio(self.start, self.reference?)
    }

    /// Returns the protocol, with its limits if they differ from the paper's, and a mark for short searches.
    fn protocol(&self) -> String {
        let (record, protocol) = (&self.loaded.record, self.protocol);
        let limit = |p| workload(record, p, protocol).map(|w| w.limit.as_str());
        let rows = [(self.start, self.ratio()), (self.mate7, None)];
        let short =
            rows.map(|(row, ratio)| row.map_or("", |row| mark_of_short(record, row, ratio)));
        let short = short.into_iter().max().unwrap_or_default();
        match PaperPosition::ALL.map(limit) {
            [Some("depth 10") | None, Some("depth 13") | None] => format!("{protocol}{short}"),
            [Some(a), Some(b)] if a != b => format!("{protocol} ({a}, {b}){short}"),
            [a, b] => format!("{protocol} ({}){short}", a.or(b).unwrap_or_default()),
        }
    }
}

/// Returns a row for each reference and search protocol of a CPU. The board `axon32`, the paper's
/// own representation, has separate rows for each level and variant.
fn measured(loaded: &Loaded) -> Vec<PaperRow<'_>> {
    let record = &loaded.record;
    let Some(engine) = ours(record) else { return Vec::new() };
    let mut rows = Vec::new();
    for engine in std::iter::once(engine).chain(of_the_record(record, engine)) {
        for protocol in SEARCHES {
            let ran =
                |r: &&EngineRecord| nps(row(record, r, PaperPosition::Start, protocol)).is_some();
            let mut references: Vec<_> =
                references(record).into_iter().filter(ran).map(Some).collect();
            if references.is_empty() {
                references.push(None);
            }
            let row = |reference| PaperRow::new(loaded, engine, reference, protocol);
            rows.extend(references.into_iter().filter_map(row));
        }
    }
    rows
}

/// Returns our engines on the board `axon32`, except `but`, which already has rows.
fn of_the_record<'a>(
    record: &'a Record,
    but: &'a EngineRecord,
) -> impl Iterator<Item = &'a EngineRecord> {
    let on_record = |engine: &&EngineRecord| {
        engine.ours && engine.board.as_deref() == Some(BoardType::Axon32.name())
    };
    record.engines.iter().filter(on_record).filter(|engine| engine.name != but.name)
}

/// Returns a row for each CPU, reference and search protocol.
pub fn table(records: &[Loaded]) -> Table {
    let chosen = one_per_cpu(records);
    let mut table = Table::with_items(
        "table-1",
        "Table I: nodes per second",
        chosen.iter().copied().flat_map(measured),
    )
    .left("cpu", "CPU", |r| Cell::text(cpu_with_marks(&r.loaded.record)))
    .left("protocol", "protocol", |r| Cell::text(r.protocol()))
    .right("ours_start_nps", "ours, start position", |r| speed(r.start))
    .right("ours_start_ms", "ms", |r| milliseconds(r.start))
    .right("start_rebuilds_per_node", "rebuilds/node", |r| rebuilds(r.start))
    .right("start_evaluations_per_node", "evals/node", |r| evaluations(r.start))
    .right("ours_mate7_nps", "ours, mate in 7", |r| speed(r.mate7))
    .right("ours_mate7_ms", "ms", |r| milliseconds(r.mate7))
    .right("mate7_rebuilds_per_node", "rebuilds/node", |r| rebuilds(r.mate7))
    .right("mate7_evaluations_per_node", "evals/node", |r| evaluations(r.mate7))
    .right("reference_start_nps", "reference, start position", |r| speed(r.theirs))
    .right("reference_start_ms", "ms", |r| milliseconds(r.theirs))
    .right("ratio", "ratio [95 %]", |r| ratio_cell(r.ratio()))
    .data("ratio_low", |r| low(r.ratio()))
    .data("ratio_high", |r| high(r.ratio()))
    .left("engine", "ours", |r| Cell::text(&r.engine.name))
    .left("reference", "reference", |r| r.reference.map_or(Cell::Missing, label))
    .data("generic", |r| Cell::flag(r.reference.and_then(|r| r.generic)))
    .data("record", |r| Cell::text(r.loaded.name()))
    .table();
    if table.rows.is_empty() {
        return table;
    }
    table.notes.push(
        "Ratio: ours over the reference on the start position, estimated over blocks in which \
         both ran within seconds of each other, with its 95 % interval. Ms: milliseconds of a \
         search. Short: one engine's samples took less than 50 ms; much of them is cold caches \
         and the pipe, so they are no headline figures."
            .into(),
    );
    if chosen.iter().any(|l| references(&l.record).iter().any(|r| r.generic == Some(true))) {
        table.notes.push(
            "Generic: this build of the reference is below what the CPU can do. Nothing follows \
             from its ratio about a build made for the CPU."
                .into(),
        );
    }
    table
}
