//! Tables of a record of `cargo xtask figures headline`: our engines compared with references.

use nucleus_records::record::{EngineRecord, Protocol, Record};
use nucleus_records::summary::{between, is_short, time_to_mate};
use nucleus_report::format::{count, factor_with_interval, three_digits};
use nucleus_report::select::nps;

use crate::figures::sheet::{MISSING, Sheet};

/// Names of the references in the record, with the heads of their columns.
const REFERENCES: [(&str, &str); 3] = [
    ("stockfish18", "× Stockfish 18, native"),
    ("stockfish", "× Stockfish 15.1"),
    ("stockfish-no-nnue", "× Stockfish 15.1, network off"),
];

/// Returns the level of one of our engines, from its option or the end of its name.
fn level(engine: &EngineRecord) -> Option<&str> {
    let option = engine.options.iter().find(|(name, _)| name == "Level");
    let named = || engine.id_name.as_deref()?.rsplit(' ').next();
    option.map(|(_, value)| value.as_str()).or_else(named)
}

/// Returns a table with a row for each workload and engine of ours.
pub fn table(record: &Record) -> Sheet {
    let mut sheet = Sheet::from_head("workload | profile, board | level | nodes/s | ms");
    sheet.head.extend(REFERENCES.map(|(_, head)| head.to_owned()));
    let is_reference = |name: &str| REFERENCES.iter().any(|(reference, _)| *reference == name);
    for workload in &record.workloads {
        for engine in record.engines.iter().filter(|engine| !is_reference(&engine.name)) {
            let name = engine.name.as_str();
            let Some(row) = record.summary(name, &workload.name) else { continue };
            let level = level(engine).unwrap_or_default();
            let own = name.strip_suffix(level).and_then(|name| name.strip_suffix('-'));
            let milliseconds = row.seconds.map(|seconds| seconds.median * 1e3);
            let mut cells =
                [&workload.name, own.unwrap_or(name), level].map(str::to_owned).to_vec();
            cells.extend([shown(nps(Some(row)), count), shown(milliseconds, three_digits)]);
            cells.extend(REFERENCES.map(|(reference, _)| {
                let short = is_short(record, &workload.name, [name, reference]);
                let mark = if short { " (short)" } else { "" };
                let ratio = between(record, &workload.name, name, reference);
                ratio.map_or(MISSING.to_owned(), |ratio| {
                    factor_with_interval(ratio.ratio, ratio.low, ratio.high) + mark
                })
            }));
            sheet.rows.push(cells);
        }
    }
    sheet
}

/// Formats a value that a record may lack.
fn shown(value: Option<f64>, format: impl Fn(f64) -> String) -> String {
    value.map_or(MISSING.to_owned(), format)
}

/// Returns nodes and milliseconds of every engine to the first announced mate, and to the paper's
/// depth.
pub fn mate(record: &Record) -> Sheet {
    let mut sheet = Sheet::from_head(
        "engine | nodes to the mate | ms to the mate | nodes to depth 13 | ms to depth 13",
    );
    let mut workloads = record.workloads.iter();
    let mate = workloads.find(|w| w.mate.is_some() && w.protocol == Protocol::Paper);
    let Some(workload) = mate else { return sheet };
    for engine in &record.engines {
        let Some(row) = record.summary(&engine.name, &workload.name) else { continue };
        let found = time_to_mate(record, &workload.name, &engine.name);
        let milliseconds = |seconds: Option<f64>| shown(seconds, |s| format!("{:.1}", s * 1e3));
        sheet.rows.push(vec![
            engine.name.clone(),
            shown(found.map(|found| found.nodes), count),
            milliseconds(found.map(|found| found.seconds)),
            shown(row.nodes.map(|nodes| nodes as f64), count),
            milliseconds(row.seconds.map(|seconds| seconds.median)),
        ]);
    }
    sheet
}
