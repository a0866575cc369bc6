//! Ratios that a comparison must show.

use nucleus_report::demand::RatioDemand;
use nucleus_report::gate::{REGRESSION, UNDECIDED};

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
    let record = pair(&[1.0, 1.21], 6);
    let code = |text: &str| RatioDemand::parse(text, &["old", "new"]).unwrap().decide(&record).0;
    assert_eq!(code("new/old>=1.09"), 0);
    assert_eq!(code("new/old>=1.2"), REGRESSION);
    assert_eq!(code("old/new>=0.9"), 0);
    assert_eq!(code(">=1.09"), 0);
    let (code, lines) = RatioDemand::parse(">=1.1011", &["old", "new"]).unwrap().decide(&record);
    assert_eq!(code, UNDECIDED, "{lines:?}");
    assert!(lines[0].starts_with("undecided: new/old: 1.1"), "{lines:?}");
}
