//! The records of this repository hold, and stop to when anything in them is changed.

use std::fs;
use std::path::{Path, PathBuf};

use nucleus_records::record::Record;
use nucleus_records::scaling::ScalingRecord;
use nucleus_report::check::{CheckReport, check};

fn newest() -> PathBuf {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports");
    reports.join("intel-xeon-raptor-cove-6-207-2/2026-11-22-b9063a69dd32-2.json")
}

/// Returns what the check says of the newest record after this change.
fn changed(change: impl Fn(&mut Record)) -> CheckReport {
    let text = fs::read_to_string(newest()).expect("a record");
    let mut record = Record::from_json(&text).expect("a record");
    change(&mut record);
    checked(&record.to_json())
}

fn checked(text: &str) -> CheckReport {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("x.json");
    fs::write(&path, text).expect("a file");
    check(&path).expect("a record")
}

#[test]
fn a_record_as_it_was_written_holds() {
    let found = check(&newest()).expect("a record");
    assert_eq!(found.faults, [] as [String; 0]);
    assert_eq!(found.held, "30 rows follow from its 366 samples");
    assert!(found.lines("x").last().expect("a line").starts_with("holds: x"));
}

#[test]
fn whatever_is_changed_is_found() {
    type Change = fn(&mut Record);
    let cases: [(&str, Change); 16] = [
        ("nps: median: it says", |r| {
            r.summaries[0].nps.as_mut().expect("a figure").median *= 1.001;
        }),
        ("its samples say", |r| {
            let sample = r.samples.iter_mut().find(|s| !s.warmup).expect("a sample");
            sample.seconds *= 0.5;
        }),
        ("ratios 0: low", |r| {
            let row = r.summaries.iter_mut().find(|s| !s.ratios.is_empty()).expect("a ratio");
            row.ratios[0].low = row.ratios[0].low.map(|low| low + 0.01);
        }),
        ("and no sample of it", |r| {
            let name = r.summaries[0].engine.clone();
            r.samples.retain(|s| s.engine != name);
        }),
        ("and no row", |r| drop(r.summaries.remove(0))),
        ("no samples", |r| r.samples.clear()),
        ("two engines are called", |r| r.engines.push(r.engines[0].clone())),
        ("names the engine nobody", |r| r.samples[0].engine = "nobody".into()),
        ("names the workload nothing", |r| r.samples[0].workload = "nothing".into()),
        ("more than there can be", |r| r.samples[0].nodes = Some(u64::MAX)),
        ("by the engine's clock", |r| r.samples[0].engine_seconds = Some(1e6)),
        ("core clock of 40 GHz", |r| r.samples[0].clock_ghz_after = Some(40.0)),
        ("before", |r| r.written = "2001-01-01T00:00:00Z".into()),
        ("still to come", |r| r.written = "2101-01-01T00:00:00Z".into()),
        ("it names no CPU", |r| (r.machine.cpu, r.machine.vendor) = (None, None)),
        ("which is private", |r| r.engines[0].command = "/home/me/stockfish".into()),
    ];
    for (said, change) in cases {
        let found = changed(change);
        assert!(
            found.faults.iter().any(|fault| fault.contains(said)),
            "{said}: {:?}",
            found.faults
        );
    }
    let level = changed(|r| r.machine.levels = vec!["portable".into()]);
    assert!(level.faults.iter().any(|fault| fault.contains("ran at level")), "{:?}", level.faults);
}

#[test]
fn remarks_are_no_faults() {
    let text = fs::read_to_string(newest()).expect("a record");
    let more = text.replacen("\"schema\": 1,", "\"schema\": 1, \"mine\": {\"a\": 1},", 1);
    let found = checked(&more);
    assert!(found.faults.is_empty() && found.remarks.iter().any(|r| r.contains("no field .mine")));
    let short = changed(|r| r.complete = false);
    assert!(short.faults.is_empty() && short.remarks.iter().any(|r| r.contains("cut short")));
    assert!(check(Path::new("/nothing/here.json")).is_err());
}

#[test]
fn a_run_over_threads_is_checked_as_what_it_is() {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports");
    let path = reports.join("amd-epyc-zen3-25-1-1/threads/2026-11-23-full.json");
    let text = fs::read_to_string(path).expect("a record");
    let good = checked(&text);
    assert_eq!(good.faults, [] as [String; 0]);
    assert!(good.held.starts_with("a run over numbers of threads, as docs/schemas/threads.json"));
    type Change = fn(&mut ScalingRecord);
    let cases: [(&str, Change); 9] = [
        ("two engines are called", |r| r.engines.push(r.engines[0].clone())),
        ("names the engine nobody", |r| r.samples[0].engine = "nobody".into()),
        ("names the position nothing", |r| r.samples[0].position = "nothing".into()),
        ("7 threads were not asked for", |r| r.samples[0].threads = 7),
        ("it took 0 seconds", |r| r.samples[0].seconds = 0.0),
        ("more than there can be", |r| r.samples[0].nodes = u64::MAX),
        ("where the others have", |r| r.samples[0].depth += 1),
        ("still to come", |r| r.started = "2101-01-01T00:00:00Z".into()),
        ("no engine has a position", |r| r.samples.clear()),
    ];
    for (said, change) in cases {
        let mut record = ScalingRecord::from_json(&text).expect("a record");
        change(&mut record);
        let faults = checked(&record.to_json()).faults;
        assert!(faults.iter().any(|fault| fault.contains(said)), "{said}: {faults:?}");
    }
}
