//! Sentences on the result of a comparison.

use nucleus_records::record::{EngineCommit, EngineRecord, Protocol, Sample};
use nucleus_records::summary;
use nucleus_report::sentence::sentences;

use crate::fixtures::pair;

#[test]
fn one_workload_is_one_sentence() {
    let lines = sentences(&pair(&[1.03], 6), 41.4);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("new is 1.031 [1.0"), "{lines:?}");
    assert!(
        lines[0].ends_with("] times as fast as old (6 blocks, 41 s; by wall time)"),
        "{lines:?}"
    );
    let few = sentences(&pair(&[1.03], 2), 1.0);
    assert_eq!(
        few,
        [
            "new is 1.031 times as fast as old (2 blocks, 1 s; by wall time): too few blocks for an interval"
        ]
    );
    let mut wide = pair(&[1.03], 6);
    wide.settings.precision = Some(0.0001);
    let wide = sentences(&wide, 2.0);
    assert!(wide[0].contains(" (6 blocks, 2 s; by wall time; ± 0."), "{wide:?}");
    assert!(wide[0].ends_with(" %, target ± 0.010 %)"), "{wide:?}");
    let equal = sentences(&pair(&[0.999], 6), 1.0);
    assert!(equal[0].ends_with(": no difference shown"), "{equal:?}");
}

#[test]
fn several_workloads_end_with_their_geometric_mean() {
    let lines = sentences(&pair(&[1.0, 1.21], 3), 9.0);
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with("w0/timed: new is 1.00"), "{lines:?}");
    assert!(lines[1].starts_with("w1/timed: new is 1.21"), "{lines:?}");
    assert!(lines[2].starts_with("new is 1.101 ["), "√1.21 is 1.1: {lines:?}");
    assert!(
        lines[2].ends_with("(3 blocks of each of 2 workloads, 9 s; by wall time)"),
        "{lines:?}"
    );
}

#[test]
fn of_commits_the_changes_are_told_and_the_last_over_the_first() {
    let mut record = pair(&[1.0], 6);
    let more = EngineRecord { name: "newest".into(), ..record.engines[1].clone() };
    record.engines.push(more);
    let slower = record.samples.iter().filter(|s| s.engine == "new").map(|s| Sample {
        engine: "newest".into(),
        nodes: s.nodes.map(|nodes| nodes * 8 / 10),
        ..s.clone()
    });
    let slower: Vec<Sample> = slower.collect();
    record.samples.extend(slower);
    for (place, engine) in record.engines.iter_mut().enumerate() {
        let subject = format!("change {place}");
        engine.commit =
            Some(EngineCommit { subject, place: place as u32, ..EngineCommit::default() });
    }
    summary::summarize(&mut record);
    let lines = sentences(&record, 3.0);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("change: newest (change 2) is 0.80"), "{lines:?}");
    assert!(lines[0].contains(" times as fast as those before (p = 0.00"), "{lines:?}");
    assert!(lines[1].starts_with("newest is 0.80"), "{lines:?}");
}

#[test]
fn signatures_that_differ_are_in_the_last_sentence() {
    let mut record = pair(&[1.0], 6);
    record.workloads[0].protocol = Protocol::Bench;
    for sample in &mut record.samples {
        sample.nodes = Some(if sample.engine == "old" { 1_000 } else { 1_001 });
    }
    summary::summarize(&mut record);
    let last = sentences(&record, 3.0).pop().unwrap();
    let said = " -- BENCH SIGNATURES DIFFER: old 1000, new 1001; THEY DO NOT SEARCH THE SAME TREE";
    assert!(last.ends_with(said), "{last}");
}
