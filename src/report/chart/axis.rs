//! Axes that end on a tick: scales and ticks are those of plotters' coordinates.

use std::ops::Range;

use plotters::coord::combinators::{IntoLogRange, LogCoord};
use plotters::coord::ranged1d::{BoldPoints, DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;

/// Ends and ticks of an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// The ends, each a tick unless it is far from one.
    pub range: Range<f64>,
    /// The values that are named.
    pub ticks: Vec<f64>,
    /// True if equal factors are equally far apart.
    pub logarithmic: bool,
}

/// Factors between the ends below which even steps have more ticks than powers of ten.
const FEW_FACTORS: f64 = 4.0;
/// The ends of an axis for values that no axis can show.
const UNKNOWN: Range<f64> = 0.0..1.0;

impl Axis {
    /// Returns an axis of even steps over these values, of about so many ticks.
    pub fn even(low: f64, high: f64, about: usize) -> Self {
        // A span that is lost beside its ends has no ticks between them.
        let is_wide = high - low > 1e-9 * low.abs().max(high.abs());
        let is_shown = low.is_finite() && (high - low).is_finite() && is_wide && high > 1e-9;
        let range = if is_shown { low..high } else { UNKNOWN };
        // The steps are those of plotters' ticks. These end within the range, and the last may be lost
        // by rounding; ours end with it or beyond.
        let within = RangedCoordf64::from(range.clone()).key_points(BoldPoints(about));
        let step = within.windows(2).map(|pair| pair[1] - pair[0]).next().unwrap_or(1.0);
        let power = 10_f64.powf(step.log10().floor());
        let step = (step / power).round() * power;
        let first = (range.start / step + 1e-9).floor() as i64;
        let last = (range.end / step - 1e-9).ceil() as i64;
        let ticks: Vec<f64> = (first..=last).map(|tick| tick as f64 * step).collect();
        let ends = first as f64 * step..last as f64 * step;
        Self { range: ends, ticks, logarithmic: false }
    }

    /// Returns an axis from zero to this value.
    pub fn from_zero(high: f64, about: usize) -> Self {
        Self::even(0.0, high, about)
    }

    /// Returns an axis of factors, from one above zero to another.
    pub fn factors(low: f64, high: f64) -> Self {
        if high < low * FEW_FACTORS {
            let even = Self::even(low, high, 8);
            let logarithmic = even.range.start > 0.0;
            return Self { logarithmic, ..even };
        }
        let decades = (high.log10().ceil() - low.log10().floor()).max(1.0);
        // A little wider, so that a power of ten at an end is not lost by rounding.
        let ends = [low.log10().floor() - 1e-9, high.log10().ceil() + 1e-9];
        let whole = 10_f64.powf(ends[0])..10_f64.powf(ends[1]);
        let coordinate = LogCoord::from(whole.log_scale());
        let named: &[f64] = match (high / low).log10() {
            decades if decades < 1.5 => &[1.0, 2.0, 3.0, 5.0, 7.0],
            decades if decades < 3.5 => &[1.0, 2.0, 5.0],
            _ => &[1.0],
        };
        let mantissa = |value: f64| value / 10_f64.powf(value.log10().floor());
        let mut ticks = coordinate.key_points(10 * decades as usize);
        ticks.retain(|&tick| named.iter().any(|digit| (mantissa(tick) - digit).abs() < 1e-6));
        ticks.dedup_by(|a, b| (*a / *b - 1.0).abs() < 1e-6);
        // The axis begins below its lowest value, and ends at the first tick above its highest.
        let start = low / 1.06;
        let end = ticks.iter().copied().find(|&tick| tick >= high).unwrap_or(high);
        ticks.retain(|tick| (start..=end).contains(tick));
        Self { range: start..end, ticks, logarithmic: true }
    }
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, pixels: (i32, i32)) -> i32 {
        if self.logarithmic {
            LogCoord::from(self.range.clone().log_scale()).map(value, pixels)
        } else {
            RangedCoordf64::from(self.range.clone()).map(value, pixels)
        }
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // There are no finer ones without a name.
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}
