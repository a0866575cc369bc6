//! Lines and panels of charts whose horizontal axis is the steps of a run.

use nucleus_base::Rgb;
use nucleus_report::chart::lines::{ChartLine, ChartPanel, PanelAxis, Point};

/// The most points of a line.
const MOST: usize = 40;

/// Returns the steps to draw: all, or every n-th with the last.
pub fn shown<T>(all: &[T]) -> Vec<&T> {
    let apart = all.len().div_ceil(MOST).max(1);
    let mut shown: Vec<_> = all.iter().rev().step_by(apart).collect();
    shown.reverse();
    shown
}

/// Returns a line through values.
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

/// Returns a panel whose vertical range fits its lines and a value.
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
