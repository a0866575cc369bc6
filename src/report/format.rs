//! Formats figures for readers, with the rounding that tables and charts share.

use nucleus_base::text::grouped;

/// Formats a count with separated thousands: `4385920` is `4,385,920`.
pub fn count(value: f64) -> String {
    let sign = if value < 0.0 { "-" } else { "" };
    format!("{sign}{}", grouped(&format!("{:.0}", value.abs().round()), ','))
}

/// Formats a rate or count with three digits and a unit: `4.39 M`, `860 k`, `1.21 G`.
pub fn short(value: f64) -> String {
    let (scaled, unit) = match value.abs() {
        v if v >= 0.9995e9 => (value / 1e9, " G"),
        v if v >= 0.9995e6 => (value / 1e6, " M"),
        v if v >= 0.9995e3 => (value / 1e3, " k"),
        _ => (value, ""),
    };
    format!("{}{unit}", three_digits(scaled))
}

/// Formats a round value on an axis: [`short`] without trailing zeros, `2 M`, `2.5 M`.
pub fn tick(value: f64) -> String {
    let text = short(value);
    let (figure, unit) = text.split_once(' ').unwrap_or((&text, ""));
    let figure = match figure.split_once('.') {
        Some(_) => figure.trim_end_matches('0').trim_end_matches('.'),
        None => figure,
    };
    if unit.is_empty() { figure.into() } else { format!("{figure} {unit}") }
}

/// Formats a number with three digits, at most two of them decimals, or all of its integer part.
pub fn three_digits(value: f64) -> String {
    let decimals = match value.abs() {
        0.0 => 0,
        v if v < 9.995 => 2,
        v if v < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}")
}

/// Formats a factor: `3.48`.
pub fn factor(value: f64) -> String {
    format!("{value:.2}")
}

/// Formats a factor with its 95 % interval: `3.48 [3.44, 3.52]`.
pub fn factor_with_interval(value: f64, low: Option<f64>, high: Option<f64>) -> String {
    match (low, high) {
        (Some(low), Some(high)) => format!("{value:.2} [{low:.2}, {high:.2}]"),
        _ => factor(value),
    }
}

/// Formats a share as a percentage: `0.0123` is `1.2 %`.
pub fn percent(value: f64) -> String {
    format!("{:.1} %", value * 100.0)
}

/// Formats a factor's distance from 1 as a signed percentage: `1.021` is `+2.10 %`.
pub fn change(factor: f64) -> String {
    format!("{:+.2} %", (factor - 1.0) * 100.0)
}
