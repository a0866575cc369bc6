//! The current width of a workload's intervals, and the time until they are narrow enough.

use super::record::{Ratio, Record};
use super::{stats, summary};

/// The minimum number of blocks for a precise interval. Stopping at the first narrow interval selects
/// those that are narrow by chance; from this number on, simulated runs that stopped this way had the
/// coverage given in docs/COMPARE.md.
pub const FEWEST: u32 = 10;

/// The precision of a workload's ratios so far.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PrecisionStatus {
    /// The ratio of each engine to its reference.
    pub ratios: Vec<(String, Ratio)>,
    /// `true` if an engine has no ratio, because it or its reference did not run.
    pub without: bool,
}

impl PrecisionStatus {
    /// Returns the precision of these engines' ratios to their references on a workload.
    pub fn new(record: &Record, workload: &str, engines: &[&str]) -> Self {
        let mut status = Self::default();
        for &engine in engines {
            let Some(reference) = reference(record, engine) else { continue };
            match summary::between(record, workload, [engine, reference]) {
                Some(ratio) => status.ratios.push((engine.to_owned(), ratio)),
                None => status.without = true,
            }
        }
        status
    }

    /// Returns the largest half-width of the intervals; `None` if one of them is missing.
    pub fn half_width(&self) -> Option<f64> {
        let widths = self.ratios.iter().map(|(_, ratio)| half_width(ratio));
        let widths: Vec<f64> = widths.collect::<Option<_>>()?;
        widths.into_iter().reduce(f64::max)
    }

    /// Returns `true` if all ratios have [`FEWEST`] blocks and at most the half-width `target`.
    pub fn is_precise(&self, target: f64) -> bool {
        let enough = |(_, ratio): &(String, Ratio)| ratio.blocks >= FEWEST;
        self.ratios.iter().all(enough) && self.half_width().is_some_and(|width| width <= target)
    }

    /// Describes the precision: the ratio if there is only one, otherwise the widest interval.
    pub fn words(&self) -> String {
        let width = self.half_width().map(|width| format!(" ± {}", percent(width)));
        let width = width.unwrap_or_default();
        match &self.ratios[..] {
            [] => String::new(),
            [(engine, ratio)] => format!("{engine}/{} {:.3}{width}", ratio.reference, ratio.ratio),
            several => format!("{} ratios{}", several.len(), width.replace('±', "within ±")),
        }
    }

    /// Returns the number of blocks until the widest interval reaches the target; `None` without
    /// intervals. The width falls with the square root of the number of blocks.
    pub fn blocks_left(&self, target: f64) -> Option<u32> {
        let done = self.ratios.iter().map(|(_, ratio)| ratio.blocks).min()?;
        let wide = (self.half_width()? / target).powi(2);
        let all = (f64::from(done) * wide).ceil().max(f64::from(FEWEST));
        Some((all - f64::from(done)).clamp(0.0, f64::from(u32::MAX)) as u32)
    }
}

/// Returns the engine that an engine's ratio refers to: its pair, or the first reference.
fn reference<'a>(record: &'a Record, engine: &str) -> Option<&'a str> {
    let paired = record.engine(engine).and_then(|e| e.paired_with.as_deref());
    let first = || record.engines.iter().find(|e| e.reference).map(|e| e.name.as_str());
    paired.or_else(first).filter(|reference| *reference != engine)
}

fn half_width(ratio: &Ratio) -> Option<f64> {
    ratio.low.zip(ratio.high).map(|(low, high)| stats::half_width(low, high))
}

/// Formats a share as a percentage with two or three significant digits: 0.00523 as `0.52 %`.
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    let decimals = if percent < 0.095 {
        3
    } else if percent < 9.5 {
        2
    } else {
        0
    };
    format!("{percent:.decimals$} %")
}

/// Formats seconds as minutes and seconds.
pub fn clock(seconds: f64) -> String {
    let total = seconds.max(0.0).round() as u64;
    format!("{}:{:02}", total / 60, total % 60)
}
