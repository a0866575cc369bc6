//! The headline: our profiles and boards beside references, all in turn in one record of
//! the unit `headline`.

use nucleus_records::record::{EngineRecord, Protocol, Record};
use nucleus_records::summary::{between, is_short, time_to_mate};
use nucleus_report::format::{count, factor_with_interval};
use nucleus_report::select::{milliseconds, nps};
use nucleus_report::table::{Table, TableCell, left, right};

/// References by their names in the record, with the heads of their columns.
const REFERENCES: [(&str, &str); 3] = [
    ("stockfish18", "× Stockfish 18, native"),
    ("stockfish", "× Stockfish 15.1"),
    ("stockfish-no-nnue", "× 15.1, network off"),
];

/// The level of an engine of ours: that of its option, or the one that its name ends with.
fn level(engine: &EngineRecord) -> Option<&str> {
    let option = engine.options.iter().find(|(name, _)| name == "Level");
    let named = || engine.id_name.as_deref()?.rsplit(' ').next();
    option.map(|(_, value)| value.as_str()).or_else(named)
}

/// A row for each workload and engine of ours.
pub fn table(record: &Record) -> Table {
    let mut columns = vec![
        left("workload", "workload"),
        left("engine", "profile, board"),
        left("level", "level"),
        right("nps", "nodes/s"),
        right("ms", "ms"),
    ];
    columns.extend(REFERENCES.map(|(name, head)| right(name, head)));
    let mut table = Table::new("headline", "Headline", columns);
    let is_reference = |name: &str| REFERENCES.iter().any(|(reference, _)| *reference == name);
    for workload in &record.workloads {
        for engine in record.engines.iter().filter(|engine| !is_reference(&engine.name)) {
            let name = engine.name.as_str();
            let Some(row) = record.summary(name, &workload.name) else { continue };
            let level = level(engine).unwrap_or_default();
            let own = name.strip_suffix(level).and_then(|name| name.strip_suffix('-'));
            let mut cells = vec![
                TableCell::text(workload.name.clone()),
                TableCell::text(own.unwrap_or(name)),
                TableCell::text(level),
                TableCell::number(nps(Some(row)), count),
                milliseconds(Some(row)),
            ];
            cells.extend(REFERENCES.map(|(reference, _)| {
                let ratio = between(record, &workload.name, name, reference);
                let short = is_short(record, &workload.name, [name, reference]);
                ratio.map_or(TableCell::Missing, |ratio| {
                    let shown = factor_with_interval(ratio.ratio, ratio.low, ratio.high);
                    let shown = shown + if short { " (short)" } else { "" };
                    // Numbers and brackets alone: nothing that Markdown would read as its own.
                    TableCell::marked(shown.clone(), shown)
                })
            }));
            table.push(cells);
        }
    }
    table
}

/// Nodes and milliseconds of every engine to the first announcement of the mate, and to the paper's
/// depth.
pub fn mate(record: &Record) -> Table {
    let columns = vec![
        left("engine", "engine"),
        right("nodes_to_mate", "nodes to the mate"),
        right("ms_to_mate", "ms to the mate"),
        right("nodes", "nodes to depth 13"),
        right("ms", "ms to depth 13"),
    ];
    let mut table = Table::new("headline-mate", "Time to the mate in 7", columns);
    let mut workloads = record.workloads.iter();
    let mate = workloads.find(|w| w.mate.is_some() && w.protocol == Protocol::Paper);
    let Some(workload) = mate else { return table };
    for engine in &record.engines {
        let Some(row) = record.summary(&engine.name, &workload.name) else { continue };
        let found = time_to_mate(record, &workload.name, &engine.name);
        let whole = |value: Option<f64>| TableCell::number(value, count);
        let three = |value: Option<f64>| TableCell::number(value, |v| format!("{v:.1}"));
        table.push(vec![
            TableCell::text(engine.name.clone()),
            whole(found.map(|found| found.nodes)),
            three(found.map(|found| found.seconds * 1e3)),
            whole(row.nodes.map(|nodes| nodes as f64)),
            three(row.seconds.map(|seconds| seconds.median * 1e3)),
        ]);
    }
    table
}
