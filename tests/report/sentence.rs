//! Sentences about the result of a comparison.

use nucleus_records::record::{
    EngineCommit, EngineRecord, GateVerdict, Pairing, Protocol, Sample, SampleCounters,
};
use nucleus_records::summary;
use nucleus_report::sentence::{outlook, sentences, sharing};

use crate::fixtures::pair;

#[test]
fn one_workload_is_one_sentence() {
    let lines = sentences(&pair(&[1.03], 6), 41.4);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("new is 3.10 % faster than old ± 0.0"), "{lines:?}");
    let rest = " % (95 %), P(faster) > 99.9 %, 41 s, alternating, by wall time";
    assert!(lines[0].ends_with(rest), "{lines:?}");
    let few = "new is 3.05 % faster than old, 1 s, alternating, by wall time: too few blocks for an interval";
    assert_eq!(sentences(&pair(&[1.03], 2), 1.0), [few]);
    let mut wide = pair(&[1.03], 6);
    wide.settings.precision = Some(0.0001);
    assert!(sentences(&wide, 2.0)[0].ends_with(" by wall time, target ± 0.010 %"), "an open one");
    wide.gate = Some(GateVerdict::Passed);
    assert!(sentences(&wide, 2.0)[0].ends_with(" by wall time"), "a decided gate ends the run");
    let equal = sentences(&pair(&[0.999], 6), 1.0);
    assert!(equal[0].ends_with(": no difference shown"), "{equal:?}");
}

#[test]
fn several_workloads_end_with_their_geometric_mean() {
    let lines = sentences(&pair(&[1.0, 1.21], 3), 9.0);
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with("w0/timed: new is 0.10 % faster"), "{lines:?}");
    assert!(
        lines[1].contains(" faster than old ± ") && lines[1].ends_with(", 1.211 times as fast"),
        "{lines:?}"
    );
    assert!(lines[2].starts_with("new is 10.11 % faster than old ±"), "√1.21 is 1.1: {lines:?}");
    let end = ", 9 s, alternating, mean of 2 workloads, by wall time";
    assert!(lines[2].ends_with(end), "{lines:?}");
}

#[test]
fn of_commits_the_changes_are_reported_and_the_last_over_the_first() {
    let mut record = pair(&[1.0], 6);
    let more = EngineRecord { name: "newest".into(), ..record.engines[1].clone() };
    record.engines.push(more);
    let mut slower = record.samples.clone();
    slower.retain(|sample| sample.engine == "new");
    for sample in &mut slower {
        sample.engine = "newest".into();
        sample.nodes = sample.nodes.map(|nodes| nodes * 8 / 10);
    }
    record.samples.append(&mut slower);
    for (place, engine) in (0..).zip(&mut record.engines) {
        let subject = format!("change {place}");
        engine.commit = Some(EngineCommit { subject, place, ..EngineCommit::default() });
    }
    summary::summarize(&mut record);
    let [change, last] = &sentences(&record, 3.0)[..] else { panic!("two sentences") };
    let expected = "change: newest (change 2) is 19.96 % slower than those before";
    assert!(change.starts_with(expected), "{change}");
    assert!(change.ends_with(", 0.800 times as fast (p = 0.0020)"), "{change}");
    assert!(last.starts_with("newest is 19.") && last.contains(" % slower than old"), "{last}");
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
    let end = " -- BENCH SIGNATURES DIFFER: old 1000, new 1001; THEY DO NOT SEARCH THE SAME TREE";
    assert!(last.ends_with(end), "{last}");
}

#[test]
fn a_duet_is_reported_and_what_a_narrower_interval_would_take() {
    let mut record = pair(&[1.003], 6);
    record.settings.pairing = Some(Pairing::Duet);
    for (place, sample) in record.samples.iter_mut().enumerate() {
        let other = if sample.engine == "old" { "new" } else { "old" };
        sample.duet_with = Some(other.to_owned());
        let speed = 1.0 + 0.01 * (place % 5) as f64;
        let nanoseconds = (1e9 * speed) as u64;
        let counters = SampleCounters { task_nanoseconds: Some(nanoseconds), ..Default::default() };
        sample.counters = Some(counters);
    }
    summary::summarize(&mut record);
    let [line] = &sentences(&record, 12.0)[..] else { panic!("one sentence") };
    assert!(line.contains(" %, 12 s, duet"), "{line}");
    let share = summary::overall(&record, "new", "old").unwrap().ratio.faster.unwrap();
    assert!((0.1..0.9).contains(&share) && line.contains(&format!("{:.1} %, 12 s", share * 100.0)));
    let more = outlook(&record, 12.0).unwrap();
    let seconds =
        more.strip_prefix("± 2 % would need about ").and_then(|m| m.strip_suffix(" s more"));
    let seconds: f64 = seconds.unwrap_or_else(|| panic!("{more}")).parse().unwrap();
    let ratio = summary::overall(&record, "new", "old").unwrap().ratio;
    let width = (ratio.high.unwrap() / ratio.low.unwrap()).sqrt() - 1.0;
    assert!((seconds - 12.0 * ((width / 0.02).powi(2) - 1.0)).abs() < 1.0, "{more}, ± {width}");
    record.settings.precision = Some(0.01);
    assert_eq!(outlook(&record, 12.0), None);
}

/// Returns `sharing`'s lines for a duet in which `old` loses 2 % of its speed, `new` this share.
fn with_costs(loss_of_new: f64) -> Vec<String> {
    let mut record = pair(&[1.0], 6);
    record.settings.pairing = Some(Pairing::Duet);
    let mut alone = Vec::new();
    for sample in &mut record.samples {
        let new = sample.engine == "new";
        let faster =
            if new { 1.0 - loss_of_new } else { 0.98 } + 1e-4 * f64::from(sample.block % 3);
        let counters = |seconds: f64| {
            let task_nanoseconds = Some((seconds * 1e9) as u64);
            Some(SampleCounters { task_nanoseconds, ..Default::default() })
        };
        sample.counters = counters(sample.seconds * faster);
        alone.push(Sample { warmup: true, ..sample.clone() });
        sample.counters = counters(sample.seconds);
        sample.duet_with = Some(if new { "old" } else { "new" }.to_owned());
    }
    record.samples.extend(alone);
    summary::summarize(&mut record);
    sharing(&record)
}

#[test]
fn engines_that_pay_unlike_for_company_are_reported() {
    let [line] = &with_costs(0.06)[..] else { panic!("one sentence") };
    let expected =
        "sharing a processor costs new 6.0 % of its speed and old 2.0 %: --pairing alternate";
    assert!(line.starts_with(expected), "{line}");
    assert_eq!(with_costs(0.02), Vec::<String>::new());
}
