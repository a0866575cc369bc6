//! Two records compared: intervals and verdicts.

use nucleus_report::estimate::{DiffVerdict, RatioEstimate};

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
    let of = |low, high| RatioEstimate::new(1.0, Some(low), Some(high)).verdict();
    assert_eq!(of(1.001, 1.02), DiffVerdict::Faster);
    assert_eq!(of(0.98, 0.999), DiffVerdict::Slower);
    assert_eq!(of(0.99, 1.01), DiffVerdict::NoDifference);
    assert_eq!(RatioEstimate::new(1.5, None, Some(2.0)).verdict(), DiffVerdict::Unknown);
}
