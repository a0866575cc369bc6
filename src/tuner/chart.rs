//! Lines of a chart of steps.

use nucleus_base::Rgb;
use nucleus_report::chart::lines::{ChartLine, ChartPanel, PanelAxis, Point};

/// The most points that a line has.
const MOST: usize = 40;

/// The steps of a chart: all, or some at equal distances with the last among them.
pub fn shown<T>(all: &[T]) -> Vec<&T> {
    let apart = all.len().div_ceil(MOST).max(1);
    let mut shown: Vec<_> = all.iter().rev().step_by(apart).collect();
    shown.reverse();
    shown
}

/// A line through values.
pub fn line(
    name: &str,
    colour: Rgb,
    hollow: bool,
    values: impl IntoIterator<Item = f64>,
) -> ChartLine {
    let points = values.into_iter().enumerate();
    let points = points.map(|(at, value)| Point { at, value, interval: None }).collect();
    ChartLine { name: name.to_owned(), colour, hollow, points }
}

/// A panel of lines closely around a value.
pub fn panel(
    heading: &str,
    names: impl Iterator<Item = String>,
    lines: Vec<ChartLine>,
    around: f64,
) -> ChartPanel {
    ChartPanel {
        heading: heading.to_owned(),
        commits: names.collect(),
        lines,
        axis: PanelAxis::Around(around),
        marks: Vec::new(),
    }
}
