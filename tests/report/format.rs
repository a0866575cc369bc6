//! Formatting of figures.

use nucleus_report::format::{change, count, factor_with_interval, short, tick};

#[test]
fn thousands_are_separated() {
    assert_eq!(count(0.0), "0");
    assert_eq!(count(999.4), "999");
    assert_eq!(count(999.6), "1,000");
    assert_eq!(count(4_385_920.0), "4,385,920");
    assert_eq!(count(-12_345.0), "-12,345");
}

#[test]
fn short_figures_keep_three_digits() {
    assert_eq!(short(4_385_920.0), "4.39 M");
    assert_eq!(short(999_700.0), "1.00 M");
    assert_eq!(short(860_400.0), "860 k");
    assert_eq!(short(12.0), "12.0");
    assert_eq!(short(0.0), "0");
    let ticks = [0.0, 20.0, 250e3, 2.5e6, 10e6].map(tick);
    assert_eq!(ticks, ["0", "20", "250 k", "2.5 M", "10 M"]);
}

#[test]
fn intervals_are_printed_only_when_both_ends_are_known() {
    assert_eq!(factor_with_interval(3.481, Some(3.44), Some(3.52)), "3.48 [3.44, 3.52]");
    assert_eq!(factor_with_interval(3.481, None, Some(3.52)), "3.48");
    assert_eq!(change(0.979), "-2.10 %");
}
