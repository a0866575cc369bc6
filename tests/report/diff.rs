//! Comparison of two records: intervals and verdicts.

use nucleus_report::diff::Diff;
use nucleus_report::estimate::{DiffVerdict, RatioEstimate};
use nucleus_report::gate::RowSelection;
use nucleus_report::load::Loaded;

use nucleus_records::record::Protocol;
use nucleus_records::summary::summarize;

use crate::fixtures::pair;

#[test]
fn independent_intervals_add_in_quadrature() {
    let a = RatioEstimate::new(2.0, Some(2.0 / 1.03), Some(2.0 * 1.03));
    let b = RatioEstimate::new(3.0, Some(3.0 / 1.04), Some(3.0 * 1.04));
    let change = b.over(a);
    let (low, high) = change.interval.expect("both have one");
    let half = 1.03f64.ln().hypot(1.04f64.ln());
    assert!((change.value - 1.5).abs() < 1e-12);
    assert!((high / 1.5 - half.exp()).abs() < 1e-12 && (1.5 / low - half.exp()).abs() < 1e-12);
}

#[test]
fn the_verdict_is_that_of_the_interval() {
    let verdict = |low, high| RatioEstimate::new(1.0, Some(low), Some(high)).verdict();
    assert_eq!(verdict(1.001, 1.02), DiffVerdict::Faster);
    assert_eq!(verdict(0.98, 0.999), DiffVerdict::Slower);
    assert_eq!(verdict(0.99, 1.01), DiffVerdict::NoDifference);
    assert_eq!(RatioEstimate::new(1.5, None, Some(2.0)).verdict(), DiffVerdict::Unknown);
}

/// Returns a record of two engines on a set with this name and these positions.
fn on_set(name: &str, fens: &[&str]) -> Loaded {
    let mut record = pair(&[1.03], 6);
    let workload = &mut record.workloads[0];
    (workload.name, workload.protocol) = (name.to_owned(), Protocol::Set);
    workload.fens = fens.iter().map(|&fen| fen.to_owned()).collect();
    record.samples.iter_mut().for_each(|sample| sample.workload = name.to_owned());
    summarize(&mut record);
    Loaded { path: format!("{name}.json").replace('/', "-").into(), record }
}

#[test]
fn a_set_is_known_by_its_positions_and_not_by_its_name() {
    let diff = |a: &Loaded, b: &Loaded| Diff::new(a, b, &RowSelection::default(), false);
    let old = on_set("bench/set", &["one", "two"]);
    let renamed = diff(&old, &on_set("positions/set", &["one", "two"])).unwrap();
    assert_eq!(renamed.changes.len(), 2, "a row for each engine");
    let other = on_set("bench/set", &["one", "three"]);
    assert!(diff(&old, &other).is_err(), "the same name, but other positions");
}
