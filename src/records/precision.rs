//! Widths of a workload's intervals so far, and the time until they are narrow enough.

use super::record::{Ratio, Record};
use super::{stats, summary};

/// Blocks before which no interval is called narrow enough. Stopping at the first narrow interval
/// picks those that are narrow by luck; from so many blocks on, the intervals of simulated runs that
/// stopped this way contained the truth as often as docs/COMPARE.md says.
pub const FEWEST: u32 = 8;

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

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::types::Random;

    fn status(blocks: u32, low: f64, high: f64) -> PrecisionStatus {
        let ratio = Ratio {
            reference: "old".into(),
            ratio: (low * high).sqrt(),
            low: Some(low),
            high: Some(high),
            blocks,
            ..Ratio::default()
        };
        PrecisionStatus { ratios: vec![("new".into(), ratio)], without: false }
    }

    #[test]
    fn the_widest_interval_decides() {
        let one = status(9, 0.98, 0.98 * 1.02 * 1.02);
        assert!((one.half_width().unwrap() - 0.02).abs() < 1e-12);
        assert!(one.is_precise(0.0201) && !one.is_precise(0.0199));
        assert_eq!(one.words(), "new/old 1.000 ± 2.00 %");
        let mut two = one.clone();
        two.ratios.extend(status(9, 0.9, 0.9 * 1.1 * 1.1).ratios);
        assert!(
            !two.is_precise(0.05) && two.words() == "2 ratios within ± 10 %",
            "{}",
            two.words()
        );
        two.ratios[1].1.low = None;
        assert_eq!(two.half_width(), None);
        assert!(!two.is_precise(0.5));
        assert!(!status(FEWEST - 1, 1.0, 1.0).is_precise(0.5), "too few blocks");
        assert!(!PrecisionStatus::default().is_precise(0.5));
    }

    #[test]
    fn four_times_the_blocks_halve_an_interval() {
        let one = status(10, 0.98, 0.98 * 1.02 * 1.02);
        assert!(matches!(one.blocks_left(0.01), Some(30 | 31)));
        assert_eq!(one.blocks_left(0.021), Some(0));
        assert_eq!(status(3, 1.0, 1.0).blocks_left(0.02), Some(FEWEST - 3));
    }

    /// A run of simulated blocks until the interval is narrow enough, and whether it contains the
    /// truth; the noise of a block is such that about `blocks` are needed.
    fn stopped_run(random: &mut Random, blocks: f64, target: f64) -> (bool, usize) {
        // 1.96 · 1.25 · σ / √n is the half-width of a median's interval.
        let sigma = (1.0 + target).ln() * blocks.sqrt() / (1.96 * 1.25);
        let mut values = Vec::new();
        loop {
            let radius = (-2.0 * (1.0 - random.unit()).ln()).sqrt();
            values.push(sigma * radius * (std::f64::consts::TAU * random.unit()).cos());
            if values.len() < FEWEST as usize {
                continue;
            }
            let (low, high) = stats::interval(&values, values.len() as u64).unwrap();
            if stats::half_width(low.exp(), high.exp()) <= target || values.len() >= 400 {
                return (low <= 0.0 && 0.0 <= high, values.len());
            }
        }
    }

    /// The figure in docs/COMPARE.md.
    #[test]
    fn stopping_when_it_is_narrow_costs_little_coverage() {
        let mut random = Random::new(11);
        let runs = 200;
        for needed in [10.0, 20.0] {
            let hits = (0..runs).filter(|_| stopped_run(&mut random, needed, 0.01).0).count();
            let share = hits as f64 / f64::from(runs);
            println!("about {needed} blocks: {share}");
            assert!((0.88..=0.98).contains(&share), "{needed}: {share}");
        }
    }
}
