//! The paper's published figures.

use nucleus_report::paper::TABLE_I;

#[test]
fn the_ratios_span_what_the_paper_claims() {
    let ratios = TABLE_I.map(|q| q.ratio());
    let lowest = ratios.iter().copied().fold(f64::MAX, f64::min);
    let highest = ratios.iter().copied().fold(0.0, f64::max);
    assert_eq!((format!("{lowest:.1}"), format!("{highest:.1}")), ("2.5".into(), "5.1".into()));
}
