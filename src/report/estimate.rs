//! A quantity with its interval, and the interval's verdict.

use super::format::factor_with_interval;
use super::table::TableCell;

/// A positive quantity with its 95 % interval, if known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatioEstimate {
    /// The estimated value.
    pub value: f64,
    /// The 95 % interval.
    pub interval: Option<(f64, f64)>,
}

impl RatioEstimate {
    /// Creates an estimate; without an interval unless both ends are known and valid.
    pub fn new(value: f64, low: Option<f64>, high: Option<f64>) -> Self {
        let positive = |(low, high): &(f64, f64)| *low > 0.0 && high >= low;
        Self { value, interval: low.zip(high).filter(positive) }
    }

    /// Returns the ratio to another, independent quantity. The intervals' half-widths are added in
    /// quadrature on the logarithmic scale.
    pub fn over(self, other: Self) -> Self {
        let value = self.value / other.value;
        let half = |(low, high): (f64, f64)| (high / low).ln() / 2.0;
        let interval = self.interval.zip(other.interval).map(|(a, b)| {
            let half = half(a).hypot(half(b));
            (value * (-half).exp(), value * half.exp())
        });
        Self { value, interval }
    }

    /// Returns the verdict on the interval compared with 1.
    pub fn verdict(self) -> DiffVerdict {
        match self.interval {
            None => DiffVerdict::Unknown,
            Some((low, _)) if low > 1.0 => DiffVerdict::Faster,
            Some((_, high)) if high < 1.0 => DiffVerdict::Slower,
            Some(_) => DiffVerdict::NoDifference,
        }
    }

    /// Returns the value and its interval with two decimals: `3.48 [3.44, 3.52]`.
    pub fn factor(self) -> String {
        let (low, high) = self.interval.unzip();
        factor_with_interval(self.value, low, high)
    }

    /// Returns the value and its interval as a table cell.
    pub fn cell(self) -> TableCell {
        TableCell::number(Some(self.value), |v| match self.interval {
            // With two decimals every small change would be printed as 1.00.
            Some((l, h)) => format!("{v:.4} [{l:.4}, {h:.4}]"),
            None => self.factor(),
        })
    }
}

nucleus_base::named_enum! {
    /// The verdict on an engine in record B, compared with record A.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum DiffVerdict {
        /// The interval is above 1.
        Faster = "faster",
        /// The interval is below 1.
        Slower = "slower",
        /// The interval contains 1.
        NoDifference = "no difference shown",
        /// There is no interval, because a record has too few blocks.
        Unknown = "no interval",
        /// There is no reference that both records measured.
        NoReference = "not comparable: no common reference",
        /// The engine is the same, so the change is the machine's.
        Unchanged = "unchanged",
    }
}
