//! Linear and logarithmic axes that end on a tick. Plotters ends an axis at the values, and labels
//! only powers of ten on a logarithmic one.

use std::ops::Range;

use plotters::coord::ranged1d::{BoldPoints, DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;

/// The ends and ticks of an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// The lower and the upper end; an end is not always a tick.
    pub range: Range<f64>,
    /// The values with a labelled tick.
    pub ticks: Vec<f64>,
    /// `true` for a logarithmic axis.
    pub logarithmic: bool,
}

/// The ratio of the ends below which linear steps give more ticks than powers of ten.
const FEW_FACTORS: f64 = 4.0;

impl Axis {
    /// Returns a linear axis over these values with plotters' steps and approximately `about` ticks.
    pub fn even(low: f64, high: f64, about: usize) -> Self {
        // A span that is tiny relative to its ends would have no ticks.
        let is_wide = high > 1e-9 && high - low > 1e-9 * low.abs().max(high);
        let range = if is_wide && (high - low).is_finite() { low..high } else { 0.0..1.0 };
        let within = RangedCoordf64::from(range.clone()).key_points(BoldPoints(about));
        let step = within.windows(2).next().map_or(1.0, |pair| pair[1] - pair[0]);
        let power = 10_f64.powf(step.log10().floor());
        let step = (step / power).round() * power;
        let first = (range.start / step + 1e-9).floor() as i64;
        let last = (range.end / step - 1e-9).ceil() as i64;
        let ticks: Vec<f64> = (first..=last).map(|tick| tick as f64 * step).collect();
        Self { range: first as f64 * step..last as f64 * step, ticks, logarithmic: false }
    }

    /// Returns a logarithmic axis from `low`, above zero, to `high`. It begins below the lowest
    /// value and ends at the first tick above the highest.
    pub fn factors(low: f64, high: f64) -> Self {
        if high < low * FEW_FACTORS {
            let even = Self::even(low, high, 8);
            return Self { logarithmic: even.range.start > 0.0, ..even };
        }
        let digits: &[f64] = match (high / low).log10() {
            decades if decades < 1.5 => &[1.0, 2.0, 3.0, 5.0, 7.0],
            decades if decades < 3.5 => &[1.0, 2.0, 5.0],
            _ => &[1.0],
        };
        let powers = low.log10().floor() as i32..=high.log10().ceil() as i32;
        let all = powers.flat_map(|power| digits.iter().map(move |d| d * 10_f64.powi(power)));
        let start = low / 1.06;
        let mut ticks: Vec<f64> = all.filter(|tick| *tick >= start).collect();
        let beyond = ticks.iter().position(|&tick| tick >= high);
        ticks.truncate(beyond.map_or(ticks.len(), |last| last + 1));
        let end = ticks.last().map_or(high, |last| last.max(high));
        Self { range: start..end, ticks, logarithmic: true }
    }
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, pixels: (i32, i32)) -> i32 {
        let place = |value: f64| if self.logarithmic { value.ln() } else { value };
        let range = place(self.range.start)..place(self.range.end);
        RangedCoordf64::from(range).map(&place(*value), pixels)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // There are no unlabelled finer ticks.
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}
