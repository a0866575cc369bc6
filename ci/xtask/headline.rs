//! README's table, from a record of `cargo xtask figures headline`: our engines over a native Stockfish.

use nucleus_records::record::{EngineRecord, Protocol, Record};
use nucleus_records::summary::{between, is_short, time_to_mate};
use nucleus_report::format::{factor_with_interval, short, three_digits};
use nucleus_report::select::{nps, own_name};

use crate::figures::sheet::{MISSING, Sheet};

/// The engines of the table, as the record names them.
pub const ENGINES: [&str; 3] = ["axon", "axon32-asm", "full"];

/// Returns a table with a row for each workload: the speed of the record's first engine, and each of
/// [`ENGINES`] over it; for the mate in 7 also the times to the mate.
pub fn table(record: &Record) -> Sheet {
    let engines = ENGINES.map(|name| record.engine(name));
    let Some(reference) = record.engines.first() else { return Sheet::from_head("workload") };
    let name = |engine: &EngineRecord| engine.id_name.clone().unwrap_or_default();
    let mut sheet = Sheet::from_head("workload");
    sheet.head.push(name(reference));
    let own = |engine: &EngineRecord| own_name(engine).unwrap_or_default();
    sheet.head.extend(engines.iter().flatten().map(|engine| own(engine)));
    for workload in &record.workloads {
        let over = |engine: &EngineRecord| {
            let names = [engine.name.as_str(), reference.name.as_str()];
            let mark = if is_short(record, &workload.name, names) { " (short)" } else { "" };
            let ratio = between(record, &workload.name, names);
            ratio.map_or(MISSING.to_owned(), |ratio| {
                factor_with_interval(ratio.ratio, ratio.low, ratio.high) + mark
            })
        };
        let speed = nps(record.summary(&reference.name, &workload.name));
        let speed = speed.map_or(MISSING.to_owned(), |nps| format!("{} nodes/s", short(nps)));
        let cells = [workload.name.clone(), speed].into_iter();
        sheet.rows.push(cells.chain(engines.iter().flatten().map(|engine| over(engine))).collect());
        if workload.mate.is_some() && workload.protocol == Protocol::Paper {
            let to_mate = |engine: &EngineRecord| {
                let found = time_to_mate(record, &workload.name, &engine.name);
                found
                    .map_or(MISSING.to_owned(), |t| format!("{} ms", three_digits(t.seconds * 1e3)))
            };
            let cells = ["mate7, time to mate".to_owned(), to_mate(reference)].into_iter();
            let ours = engines.iter().flatten().map(|engine| to_mate(engine));
            sheet.rows.push(cells.chain(ours).collect());
        }
    }
    sheet
}
