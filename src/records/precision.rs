//! Widths of a workload's intervals so far, and the time until they are narrow enough.

use super::record::{Ratio, Record};
use super::{stats, summary};

/// Blocks before which no interval is called narrow enough. Stopping at the first narrow interval
/// picks those that are narrow by luck; from so many blocks on, the intervals of simulated runs that
/// stopped this way contained the truth as often as docs/COMPARE.md says.
pub const FEWEST: u32 = 10;

/// Precision of a workload's ratios so far.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PrecisionStatus {
    /// The ratio of each engine to its reference.
    pub ratios: Vec<(String, Ratio)>,
    /// True if an engine has no ratio: one of the two did not run.
    pub without: bool,
}

impl PrecisionStatus {
    /// Returns the precision of these engines' ratios to their references on a workload.
    pub fn of(record: &Record, workload: &str, engines: &[&str]) -> Self {
        let mut status = Self::default();
        for &engine in engines {
            let Some(reference) = reference(record, engine) else { continue };
            match summary::between(record, workload, engine, reference) {
                Some(ratio) => status.ratios.push((engine.to_owned(), ratio)),
                None => status.without = true,
            }
        }
        status
    }

    /// The widest of their intervals, as a half-width; none where one has no interval yet.
    pub fn half_width(&self) -> Option<f64> {
        let widths = self.ratios.iter().map(|(_, ratio)| half_width(ratio));
        let widths: Vec<f64> = widths.collect::<Option<_>>()?;
        widths.into_iter().reduce(f64::max)
    }

    /// True if all intervals are at most as wide as `target`.
    pub fn is_precise(&self, target: f64) -> bool {
        let enough = |(_, ratio): &(String, Ratio)| ratio.blocks >= FEWEST;
        self.ratios.iter().all(enough) && self.half_width().is_some_and(|width| width <= target)
    }

    /// In a few words: the ratio where there is one, else the widest interval.
    pub fn words(&self) -> String {
        let width = self.half_width().map(|width| format!(" ± {}", percent(width)));
        let width = width.unwrap_or_default();
        match &self.ratios[..] {
            [] => String::new(),
            [(engine, ratio)] => format!("{engine}/{} {:.3}{width}", ratio.reference, ratio.ratio),
            several => format!("{} ratios{}", several.len(), width.replace('±', "within ±")),
        }
    }

    /// Blocks until the widest interval is as narrow as the target: an interval narrows as the root of
    /// their number grows.
    pub fn blocks_left(&self, target: f64) -> Option<u32> {
        let done = self.ratios.iter().map(|(_, ratio)| ratio.blocks).min()?;
        let wide = (self.half_width()? / target).powi(2);
        let all = (f64::from(done) * wide).ceil().max(f64::from(FEWEST));
        Some((all - f64::from(done)).clamp(0.0, f64::from(u32::MAX)) as u32)
    }
}

/// The engine that an engine's ratio is to: the other of its pair, or the first reference.
fn reference<'a>(record: &'a Record, engine: &str) -> Option<&'a str> {
    let paired = record.engine(engine).and_then(|e| e.paired_with.as_deref());
    let first = || record.engines.iter().find(|e| e.reference).map(|e| e.name.as_str());
    paired.or_else(first).filter(|reference| *reference != engine)
}

fn half_width(ratio: &Ratio) -> Option<f64> {
    ratio.low.zip(ratio.high).map(|(low, high)| stats::half_width(low, high))
}

/// A share as per cent, in two significant digits: 0.00523 is `0.52 %`.
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

/// Seconds as minutes and seconds.
pub fn clock(seconds: f64) -> String {
    let whole = seconds.max(0.0).round() as u64;
    format!("{}:{:02}", whole / 60, whole % 60)
}
