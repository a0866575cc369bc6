//! Hardware counters.

use nucleus_harness::counters::{CounterReading, FIELDS, Snapshot, between, probe};

fn reading(count: u64, enabled: u64, running: u64) -> Option<CounterReading> {
    Some(CounterReading { count, enabled, running })
}

#[test]
fn multiplexed_counts_are_scaled() {
    let mut before = Snapshot::default();
    let mut after = Snapshot::default();
    before[0] = reading(1_000, 100, 100);
    after[0] = reading(3_000, 1_100, 600);
    before[1] = reading(5, 0, 0);
    after[1] = reading(5, 1_000, 0);
    let counters = between(&before, &after).unwrap();
    assert_eq!(counters.instructions, Some(4_000));
    assert_eq!(counters.cycles, None, "it never ran");
    assert!((counters.running - 0.5).abs() < 1e-9);
    assert_eq!(between(&Snapshot::default(), &Snapshot::default()), None);
}

#[test]
fn a_probe_names_what_is_there_or_says_why_not() {
    let counting = probe();
    assert!(counting.absence.is_some() || counting.present.len() == FIELDS.len());
}
