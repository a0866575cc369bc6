//! A quantity with its interval, and the interval's verdict.

use super::format::factor_with_interval;
use super::table::TableCell;

/// A positive quantity with its 95 % interval, if that is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatioEstimate {
    /// The value.
    pub value: f64,
    /// The interval.
    pub interval: Option<(f64, f64)>,
}

impl RatioEstimate {
    /// A value, and its interval where both ends are known.
    pub fn new(value: f64, low: Option<f64>, high: Option<f64>) -> Self {
        let positive = |(low, high): &(f64, f64)| *low > 0.0 && high >= low;
        Self { value, interval: low.zip(high).filter(positive) }
    }

    /// This over another that was measured independently of it: the intervals' half-widths are
    /// added in quadrature on the scale of logarithms, where ratios are differences.
    pub fn over(self, other: Self) -> Self {
        let value = self.value / other.value;
        let half = |(low, high): (f64, f64)| (high / low).ln() / 2.0;
        let interval = self.interval.zip(other.interval).map(|(a, b)| {
            let half = half(a).hypot(half(b));
            (value * (-half).exp(), value * half.exp())
        });
        Self { value, interval }
    }

    /// Returns the verdict of the interval on a factor of 1.
    pub fn verdict(self) -> DiffVerdict {
        match self.interval {
            None => DiffVerdict::Unknown,
            Some((low, _)) if low > 1.0 => DiffVerdict::Faster,
            Some((_, high)) if high < 1.0 => DiffVerdict::Slower,
            Some(_) => DiffVerdict::NoDifference,
        }
    }

    /// The value as a table prints it.
    pub fn cell(self) -> TableCell {
        let (low, high) = self.interval.unzip();
        TableCell::number(Some(self.value), |v| match self.interval {
            // Two decimals would print every small change as 1.00.
            Some((l, h)) => format!("{v:.4} [{l:.4}, {h:.4}]"),
            None => factor_with_interval(v, low, high),
        })
    }
}

nucleus_base::named_enum! {
    /// Verdict on an engine in B.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum DiffVerdict {
        /// The whole interval is above 1.
        Faster = "faster",
        /// The whole interval is below 1.
        Slower = "slower",
        /// The interval holds 1.
        NoDifference = "no difference shown",
        /// There is no interval, because a record has too few blocks.
        Unknown = "no interval",
        /// There is no reference that both records measured.
        NoReference = "not comparable: no common reference",
        /// The engine is the same: the change is the machine's.
        Unchanged = "unchanged",
    }
}
