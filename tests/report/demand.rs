//! Ratios that a comparison must show.

use nucleus_records::demand::{REGRESSION, RatioDemand, UNDECIDED};

use nucleus_records::record::ProbeSample;

use crate::fixtures::pair;

#[test]
fn what_is_demanded() {
    let names = ["new", "old", "a/b", "b"];
    let pair = |text: &str| RatioDemand::parse(text, &names).map(|d| (d.pair, d.limit));
    let of = |new: &str, old: &str| Some((new.to_owned(), old.to_owned()));
    assert_eq!(pair("new/old>=0.99"), Ok((of("new", "old"), 0.99)));
    assert_eq!(pair(" new / old >= 1 "), Ok((of("new", "old"), 1.0)));
    assert_eq!(pair("a/b/b>=1"), Ok((of("a/b", "b"), 1.0)), "a name has a slash");
    assert_eq!(pair(">=0.98"), Ok((None, 0.98)));
    for (bad, said) in [
        ("new/old>0.99", "is not NEW/OLD>=RATIO"),
        ("new/old>=x", "is not NEW/OLD>=RATIO"),
        ("new/old>=0", "is not NEW/OLD>=RATIO"),
        ("new>=1", "is not NEW/OLD>=RATIO"),
        ("new/odl>=1", "only the engines new, old, a/b, b"),
        ("new/new>=1", "over itself"),
    ] {
        assert!(pair(bad).unwrap_err().contains(said), "{bad}: {:?}", pair(bad));
    }
}

#[test]
fn the_interval_over_all_workloads_decides() {
    let record = pair(&[1.0, 1.21], 12);
    let code = |text: &str| RatioDemand::parse(text, &["old", "new"]).unwrap().decide(&record).0;
    assert_eq!(code("new/old>=1.09"), 0);
    assert_eq!(code("new/old>=1.2"), REGRESSION);
    assert_eq!(code("old/new>=0.9"), 0);
    assert_eq!(code(">=1.09"), 0);
    let (code, lines) = RatioDemand::parse(">=1.1011", &["old", "new"]).unwrap().decide(&record);
    assert_eq!(code, UNDECIDED, "{lines:?}");
    assert!(lines[0].starts_with("undecided: new/old: 1.1"), "{lines:?}");
}

#[test]
fn a_workload_alone_decides_only_where_each_counts() {
    let record = pair(&[1.0, 1.21], 12);
    let mean = RatioDemand::parse("new/old>=1.05", &["old", "new"]).unwrap();
    assert_eq!(mean.decide(&record).0, 0);
    let each = RatioDemand { each: true, ..mean };
    let (code, lines) = each.decide(&record);
    assert_eq!(code, REGRESSION);
    assert!(lines[0].starts_with("below: new/old on w0/timed: 1.00"), "{lines:?}");
    assert_eq!(lines.len(), 1);
}

#[test]
fn blocks_in_which_the_machine_was_slow_are_told_apart() {
    let mut record = pair(&[1.21], 12);
    let probe = |block, throughput_ms| ProbeSample {
        workload: "w0/timed".into(),
        block,
        throughput_ms,
        chase_ms: 3.0,
    };
    record.probes =
        (0..12).map(|block| probe(block, if block == 4 { 1.06 } else { 1.0 })).collect();
    let demand = RatioDemand::parse("new/old>=1.1", &["old", "new"]).unwrap();
    let (code, lines) = demand.decide(&record);
    assert_eq!(code, 0);
    let without = "without 1 block in which the machine was slow: passed: 1.21";
    assert!(lines.len() == 2 && lines[1].starts_with(without), "{lines:?}");
}
