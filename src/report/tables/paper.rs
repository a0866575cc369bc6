//! Table I as the paper prints it, its own rows beside ours.

use super::super::format::{count, factor};
use super::super::load::Loaded;
use super::super::paper::{NOTE, TABLE_I};
use super::super::select::{
    PaperPosition, SEARCHES, counts, cpu_with_marks, label, mark_of_short, milliseconds, nps,
    one_per_cpu, ours, ratio, ratio_cell, references, row, workload,
};
use super::super::table::{Table, TableCell, data, left, right};
use nucleus_core::board::BoardType;
use nucleus_records::record::{EngineRecord, Protocol, Record};

/// One row for each CPU, reference and search protocol; then the paper's eight.
pub fn table(records: &[Loaded]) -> Table {
    let columns = vec![
        left("cpu", "CPU"),
        left("protocol", "protocol"),
        right("ours_start_nps", "ours, start position"),
        right("ours_start_ms", "ms"),
        right("start_rebuilds_per_node", "rebuilds/node"),
        right("start_evaluations_per_node", "evals/node"),
        right("ours_mate7_nps", "ours, mate in 7"),
        right("ours_mate7_ms", "ms"),
        right("mate7_rebuilds_per_node", "rebuilds/node"),
        right("mate7_evaluations_per_node", "evals/node"),
        right("reference_start_nps", "reference, start position"),
        right("reference_start_ms", "ms"),
        right("ratio", "ratio [95 %]"),
        data("ratio_low"),
        data("ratio_high"),
        left("engine", "ours"),
        left("reference", "reference"),
        data("generic"),
        data("quoted"),
        data("record"),
    ];
    let mut table = Table::new("table-1", "Table I: nodes per second", columns);
    for loaded in one_per_cpu(records) {
        let record = &loaded.record;
        let Some(engine) = ours(record) else { continue };
        // The machine that the paper describes has rows of its own, in each variant.
        let engines = std::iter::once(engine).chain(of_the_record(record, engine));
        for (engine, protocol) in engines.flat_map(|e| SEARCHES.map(|protocol| (e, protocol))) {
            let ran =
                |r: &&EngineRecord| nps(row(record, r, PaperPosition::Start, protocol)).is_some();
            let references: Vec<&EngineRecord> =
                references(record).into_iter().filter(ran).collect();
            for reference in &references {
                measured(&mut table, loaded, engine, Some(reference), protocol);
            }
            if references.is_empty() {
                measured(&mut table, loaded, engine, None, protocol);
            }
        }
    }
    if table.rows.is_empty() {
        return table;
    }
    for quoted in TABLE_I {
        table.push(vec![
            TableCell::text(quoted.cpu),
            TableCell::marked("quoted", "*quoted*"),
            TableCell::number(Some(quoted.start), count),
            TableCell::Missing,
            TableCell::Missing,
            TableCell::Missing,
            TableCell::number(Some(quoted.mate7), count),
            TableCell::Missing,
            TableCell::Missing,
            TableCell::Missing,
            TableCell::number(Some(quoted.stockfish), count),
            TableCell::Missing,
            TableCell::number(Some(quoted.ratio()), factor),
            TableCell::Missing,
            TableCell::Missing,
            TableCell::text("Axon II"),
            TableCell::text("Stockfish 18"),
            TableCell::Missing,
            TableCell::Flag(true),
            TableCell::Missing,
        ]);
    }
    table.notes.push(NOTE.into());
    table.notes.push(
        "Ratio: ours over the reference on the start position, estimated over blocks in which \
         both ran within seconds of each other, with its 95 % interval. Ms: milliseconds of a \
         search. Short: one engine's samples took less than 50 ms; much of them is cold caches and \
         the pipe, and no headline is made of them."
            .into(),
    );
    if one_per_cpu(records)
        .iter()
        .any(|l| references(&l.record).iter().any(|r| r.generic == Some(true)))
    {
        table.notes.push(
            "Generic: this build of the reference is below what the CPU can do. Nothing follows \
             from its ratio about a build made for the CPU."
                .into(),
        );
    }
    table
}

/// Our engines on the board that is the paper's record, but for the one that has its rows already.
fn of_the_record<'a>(
    record: &'a Record,
    but: &'a EngineRecord,
) -> impl Iterator<Item = &'a EngineRecord> {
    let on_record = |engine: &&EngineRecord| {
        engine.ours && engine.board.as_deref() == Some(BoardType::Axon32.name())
    };
    record.engines.iter().filter(on_record).filter(|engine| engine.name != but.name)
}

/// A row of a record, if anything of it was measured.
fn measured(
    table: &mut Table,
    loaded: &Loaded,
    engine: &EngineRecord,
    reference: Option<&EngineRecord>,
    protocol: Protocol,
) {
    let record = &loaded.record;
    let start = row(record, engine, PaperPosition::Start, protocol);
    let mate7 = row(record, engine, PaperPosition::Mate7, protocol);
    let theirs = reference.and_then(|r| row(record, r, PaperPosition::Start, protocol));
    if nps(start).is_none() && nps(mate7).is_none() && nps(theirs).is_none() {
        return;
    }
    let ratio = reference.and_then(|r| ratio(start, r));
    let rows = [(start, ratio), (mate7, None)];
    let short = rows.map(|(row, ratio)| row.map_or("", |row| mark_of_short(record, row, ratio)));
    let short = short.into_iter().max().unwrap_or_default();
    let [start_rebuilds, start_evals] = counts(start);
    let [mate7_rebuilds, mate7_evals] = counts(mate7);
    table.push(vec![
        TableCell::text(cpu_with_marks(record)),
        TableCell::text(protocol_with_limits(record, protocol) + short),
        TableCell::number(nps(start), count),
        milliseconds(start),
        start_rebuilds,
        start_evals,
        TableCell::number(nps(mate7), count),
        milliseconds(mate7),
        mate7_rebuilds,
        mate7_evals,
        TableCell::number(nps(theirs), count),
        milliseconds(theirs),
        ratio_cell(ratio),
        TableCell::number(ratio.and_then(|r| r.low), factor),
        TableCell::number(ratio.and_then(|r| r.high), factor),
        TableCell::text(engine.name.clone()),
        reference.map_or(TableCell::Missing, label),
        TableCell::flag(reference.and_then(|r| r.generic)),
        TableCell::Flag(false),
        TableCell::text(loaded.name()),
    ]);
}

/// The protocol and, where they are not the paper's, its limits.
fn protocol_with_limits(record: &Record, protocol: Protocol) -> String {
    let limit = |p| workload(record, p, protocol).map(|w| w.limit.as_str());
    match PaperPosition::ALL.map(limit) {
        [Some("depth 10") | None, Some("depth 13") | None] => protocol.to_string(),
        [Some(a), Some(b)] if a != b => format!("{protocol} ({a}, {b})"),
        [a, b] => format!("{protocol} ({})", a.or(b).unwrap_or_default()),
    }
}
