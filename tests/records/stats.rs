//! Quantiles, outliers, and how often intervals contain the truth.

use nucleus_core::types::Random;
use nucleus_records::normal::normal_deviate;
use nucleus_records::stats::{interval, median, outliers, quantile};

#[test]
fn quantiles() {
    assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
    assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
    assert_eq!(median(&[]), None);
    assert_eq!(quantile(&[0.0, 10.0], 0.25), 2.5);
    assert_eq!(quantile(&[7.0], 0.9), 7.0);
}

#[test]
fn far_values_are_marked() {
    assert_eq!(outliers(&[10.0, 10.1, 9.9, 10.05, 20.0, 9.95]), [4]);
    assert_eq!(outliers(&[10.0, 10.0, 10.0, 10.0, 10.001]), [] as [usize; 0]);
    assert_eq!(outliers(&[1.0, 9.0]), [] as [usize; 0]);
}

#[test]
fn intervals_repeat_and_need_three_blocks() {
    assert_eq!(interval(&[0.1, 0.2], 1), None);
    assert_eq!(interval(&[0.1, f64::NAN, 0.2], 1), None);
    let blocks = [0.1, 0.2, 0.15, 0.11, 0.19, 0.13];
    assert_eq!(interval(&blocks, 7), interval(&blocks, 7));
    let (low, high) = interval(&blocks, 7).unwrap();
    assert!(low < 0.14 && 0.14 < high);
}

/// Returns the share of simulated runs whose interval contains the true ratio. The machine drifts
/// by up to 20 % over a run, linearly or in a wave, and each sample has 2 % of noise.
fn coverage(blocks: usize, runs: u32, seed: u64) -> f64 {
    let truth = 3.0_f64.ln();
    let mut random = Random::new(seed);
    let mut hits = 0;
    for run in 0..runs {
        let slope = 0.2 * (2.0 * random.below(1_000_001) as f64 / 1e6 - 1.0);
        let waves = 0.5 + 2.5 * random.below(1_000_001) as f64 / 1e6;
        let mut at = 0;
        let mut sample = |log_nps: f64| {
            let t = f64::from(at) / (4 * blocks) as f64;
            at += 1;
            let wave = 0.1 * (std::f64::consts::TAU * waves * t).sin();
            let drift = if run % 2 == 0 { slope * t } else { wave };
            log_nps + drift + 0.02 * normal_deviate(&mut random)
        };
        let ratios: Vec<f64> = (0..blocks)
            .map(|_| {
                let (a1, b1, b2, a2) = (sample(truth), sample(0.0), sample(0.0), sample(truth));
                f64::midpoint(a1, a2) - f64::midpoint(b1, b2)
            })
            .collect();
        let (low, high) = interval(&ratios, u64::from(run)).unwrap();
        hits += u32::from(low <= truth && truth <= high);
    }
    f64::from(hits) / f64::from(runs)
}

#[test]
fn nineteen_of_twenty_intervals_contain_the_truth() {
    for (blocks, seed) in [(10, 1), (7, 2)] {
        let share = coverage(blocks, 2_000, seed);
        assert!((0.93..=0.97).contains(&share), "{blocks} blocks: {share}");
    }
}

#[test]
fn few_blocks_give_wide_intervals_not_wrong_ones() {
    for blocks in 4..=9 {
        let share = coverage(blocks, 600, 3);
        assert!(share >= 0.92, "{blocks} blocks: {share}");
    }
}
