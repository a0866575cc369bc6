//! Precision of ratios, and the number of blocks still needed.

use nucleus_core::types::Random;
use nucleus_records::estimate::Estimator;
use nucleus_records::normal::normal_deviate;
use nucleus_records::precision::{FEWEST, PrecisionStatus};
use nucleus_records::record::Ratio;
use nucleus_records::stats;

fn standing(blocks: u32, low: f64, high: f64) -> PrecisionStatus {
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
    let one = standing(FEWEST, 0.98, 0.98 * 1.02 * 1.02);
    assert!((one.half_width().unwrap() - 0.02).abs() < 1e-12);
    assert!(one.is_precise(0.0201) && !one.is_precise(0.0199));
    assert_eq!(one.words(), "new/old 1.000 ± 2.00 %");
    let mut two = one.clone();
    two.ratios.extend(standing(FEWEST, 0.9, 0.9 * 1.1 * 1.1).ratios);
    assert!(!two.is_precise(0.05) && two.words() == "2 ratios within ± 10 %", "{}", two.words());
    two.ratios[1].1.low = None;
    assert_eq!(two.half_width(), None);
    assert!(!two.is_precise(0.5));
    assert!(!standing(FEWEST - 1, 1.0, 1.0).is_precise(0.5), "too few blocks");
    assert!(!PrecisionStatus::default().is_precise(0.5));
}

#[test]
fn four_times_the_blocks_halve_an_interval() {
    let one = standing(10, 0.98, 0.98 * 1.02 * 1.02);
    assert!(matches!(one.blocks_left(0.01), Some(30 | 31)));
    assert_eq!(one.blocks_left(0.021), Some(0));
    assert_eq!(standing(3, 1.0, 1.0).blocks_left(0.02), Some(FEWEST - 3));
}

/// Simulates blocks until the interval is narrow enough; returns true if it contains the truth. The
/// noise of a block is such that about `blocks` are needed.
fn stopped_run(random: &mut Random, blocks: f64, requested: f64) -> bool {
    // The half-width of a mean's interval is about 1.96 · σ / √n.
    let sigma = (1.0 + requested).ln() * blocks.sqrt() / 1.96;
    let mut values = Vec::new();
    loop {
        values.push(sigma * normal_deviate(random));
        if values.len() < FEWEST as usize {
            continue;
        }
        let (low, high) = Estimator::Trimmed.estimate(&values).unwrap().interval.unwrap();
        if stats::half_width(low, high) <= requested || values.len() >= 400 {
            return low <= 1.0 && 1.0 <= high;
        }
    }
}

/// Checks approximately the coverage that docs/COMPARE.md states for runs that stop at a precision.
#[test]
fn stopping_when_it_is_narrow_costs_little_coverage() {
    let mut random = Random::new(11);
    let runs = 4_000;
    for needed in [10.0, 20.0] {
        let covered = (0..runs).filter(|_| stopped_run(&mut random, needed, 0.01)).count();
        let share = covered as f64 / f64::from(runs);
        assert!((0.915..=0.98).contains(&share), "{needed}: {share}");
    }
}
