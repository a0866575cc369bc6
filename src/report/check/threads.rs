//! A run over numbers of threads: its table is computed from the samples whenever it is shown, so
//! that the samples are all that can be wrong.

use std::collections::{HashMap, HashSet};

use super::super::kind::RecordKind;
use super::plausible::{MOST_NPS, future, machine, once, private};
use super::{CheckReport, of_kind};
use nucleus_records::scaling::{ScalingRecord, rows};
use nucleus_records::time::seconds;

/// Adds impossible statements to the faults, and warnings for the reader to the remarks.
pub fn check(record: &ScalingRecord, report: &mut CheckReport) {
    let faults = &mut report.faults;
    names(record, faults);
    samples(record, faults);
    machine(&record.machine, &record.engines, &record.source, faults);
    private(&record.to_json(), faults);
    if seconds(&record.started).is_none() {
        faults.push(format!("no time: started {:?}", record.started));
    }
    future(&record.started, "started", faults);
    let rows = rows(record, 1).len();
    if rows == 0 {
        faults.push("no engine has a position that it searched with one thread".into());
    }
    for (holds, said) in
        [(!record.complete, "it was cut short"), (!record.failures.is_empty(), "an engine failed")]
    {
        if holds {
            report.remarks.push(said.into());
        }
    }
    let count = record.samples.len();
    report.held = of_kind(RecordKind::Threads, &format!("{rows} rows of {count} samples"));
}

/// Checks that names are unique, and that samples name known engines and positions.
fn names(record: &ScalingRecord, faults: &mut Vec<String>) {
    let engines = once("engine", record.engines.iter().map(|e| e.name.as_str()), faults);
    let positions = once("position", record.positions.iter().map(|p| p.name.as_str()), faults);
    let mut strangers = HashSet::new();
    for sample in &record.samples {
        for (what, name, known) in
            [("engine", &sample.engine, &engines), ("position", &sample.position, &positions)]
        {
            if !known.contains(name.as_str()) && strangers.insert((what, name)) {
                faults.push(format!("a sample names the {what} {name}, which is not in it"));
            }
        }
    }
}

/// Each sample can be; an engine searches a position to one depth, whatever the threads.
fn samples(record: &ScalingRecord, faults: &mut Vec<String>) {
    let mut depths = HashMap::new();
    for (at, sample) in record.samples.iter().enumerate() {
        let (engine, position) = (&sample.engine, &sample.position);
        let mut demand = |holds: bool, said: String| {
            if !holds {
                faults.push(format!("sample {at}, {engine} on {position}: {said}"));
            }
        };
        let (time, threads) = (sample.seconds, sample.threads);
        demand(record.threads.contains(&threads), format!("{threads} threads were not asked for"));
        demand(
            time.is_finite() && time > 0.0 && time < 86_400.0,
            format!("it took {time} seconds"),
        );
        let nps = sample.nodes as f64 / time;
        demand(
            nps < MOST_NPS * f64::from(threads),
            format!("{nps:.0} nodes a second are more than there can be"),
        );
        let depth = *depths.entry((engine, position)).or_insert(sample.depth);
        demand(
            sample.depth > 0 && sample.depth == depth,
            format!("depth {}, where the others have {depth}", sample.depth),
        );
    }
}
