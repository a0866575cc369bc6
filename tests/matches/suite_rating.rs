//! Ratings of test suites.

use nucleus_matches::suite::{Formula, PositionRecord, Rating, SuiteLimit, SuiteResult};

fn found(times: &[Option<f64>]) -> Vec<PositionRecord> {
    times
        .iter()
        .enumerate()
        .map(|(index, &found)| PositionRecord {
            number: index + 1,
            solved: found.is_some(),
            found,
            ..PositionRecord::default()
        })
        .collect()
}

/// The totals of Umko's own table, 2889.4 and 7847.6 s, and the ratings printed there.
#[test]
fn as_in_the_paper() {
    let mut bt = vec![None; 3];
    bt.extend(vec![Some(189.4 / 27.0); 27]);
    assert_eq!(Formula::Bt2630.value(&found(&bt)).round(), 2534.0);
    let mut bs = vec![None; 8];
    bs.extend(vec![Some(647.6 / 19.0); 19]);
    assert_eq!(Formula::Bs2830.value(&found(&bs)).round(), 2771.0);
}

#[test]
fn only_at_its_own_limit() {
    let result = |count| SuiteResult {
        name: "bt2630".into(),
        sha256: String::new(),
        total: 30,
        positions: found(&vec![None; count]),
    };
    let own = SuiteLimit::Movetime { milliseconds: 900_000 };
    assert_eq!(Rating::new(&result(30), own), Rating::Value(2630.0 - 900.0));
    assert_eq!(Rating::new(&result(29), own), Rating::Incomplete);
    let short = SuiteLimit::Movetime { milliseconds: 5_000 };
    assert_eq!(Rating::new(&result(30), short), Rating::OtherLimit);
}
