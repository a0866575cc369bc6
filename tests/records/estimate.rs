//! The estimate of a ratio: its centre, its interval, and the share of its distribution above 1.

use nucleus_core::types::Random;
use nucleus_records::estimate::Estimator;
use nucleus_records::normal::{normal_deviate, student_quantile, student_share};

#[test]
fn student_has_the_values_of_tables() {
    for (freedom, point) in [(1, 12.706), (2, 4.303), (3, 3.182), (10, 2.228), (29, 2.045)] {
        let quantile = student_quantile(0.975, freedom);
        assert!((quantile - point).abs() < 6e-4, "{freedom}: {quantile}");
        assert!((student_share(-quantile, freedom) - 0.025).abs() < 1e-9);
    }
    assert!((student_share(1.0, 1) - 0.75).abs() < 1e-12);
    assert_eq!(student_share(0.0, 7), 0.5);
}

#[test]
fn below_ten_blocks_the_estimate_is_the_mean_with_student() {
    let blocks = [0.01, 0.03, 0.02, 0.04];
    let estimate = Estimator::Trimmed.estimate(&blocks).unwrap();
    // The standard error is √(5/3) / 100 / 2, and t with three degrees of freedom is 3.182.
    let half = 3.182_446 * (5.0_f64 / 3.0).sqrt() / 200.0;
    let (low, high) = estimate.interval.unwrap();
    assert!((estimate.ratio.ln() - 0.025).abs() < 1e-12);
    assert!((low.ln() - (0.025 - half)).abs() < 1e-6 && (high.ln() - (0.025 + half)).abs() < 1e-6);
    let faster = estimate.faster.unwrap();
    assert!((faster - student_share(0.025 * 200.0 / (5.0_f64 / 3.0).sqrt(), 3)).abs() < 1e-12);
    let two = Estimator::Trimmed.estimate(&blocks[..2]).unwrap();
    assert_eq!((two.interval, two.faster), (None, None));
    assert_eq!(Estimator::Trimmed.estimate(&[]), None);
    assert_eq!(Estimator::Sequential.estimate(&[]), None);
}

#[test]
fn one_disturbed_block_in_ten_moves_the_estimate_little() {
    let mut blocks: Vec<f64> = (0..10).map(|i| 0.001 * f64::from(i)).collect();
    let quiet = Estimator::Trimmed.estimate(&blocks).unwrap();
    blocks[9] = 1.0;
    assert_eq!(Estimator::Trimmed.estimate(&blocks), Some(quiet));
}

/// P(faster) is calibrated: among runs in which it is between 80 and 90 %, the truth is above 1 in
/// about 85 %, if effects are drawn evenly from both sides.
#[test]
fn the_probability_of_faster_is_calibrated() {
    let mut random = Random::new(5);
    let (mut runs, mut faster, mut stated) = (0.0, 0.0, 0.0);
    for _ in 0..40_000 {
        let truth = 0.04 * (random.unit() - 0.5);
        let blocks: Vec<f64> =
            (0..12).map(|_| truth + 0.01 * normal_deviate(&mut random)).collect();
        let share = Estimator::Trimmed.estimate(&blocks).unwrap().faster.unwrap();
        if (0.8..0.9).contains(&share) {
            runs += 1.0;
            stated += share;
            faster += f64::from(u8::from(truth > 0.0));
        }
    }
    let (stated, found): (f64, f64) = (stated / runs, faster / runs);
    assert!(
        runs > 800.0 && (stated - found).abs() < 0.035,
        "{runs} runs: {stated} stated, {found} found"
    );
}

/// Returns the share of simulated runs whose interval contains the true ratio, if each block is correlated
/// with the previous one by `rho`.
fn coverage_of_dependent_blocks(rho: f64, blocks: usize, runs: u32) -> f64 {
    let mut random = Random::new(4);
    let covers = |_: &u32| {
        let mut before = normal_deviate(&mut random);
        let ratios: Vec<f64> = (0..blocks)
            .map(|_| {
                before = rho * before + (1.0 - rho * rho).sqrt() * normal_deviate(&mut random);
                0.02 * before
            })
            .collect();
        let (low, high) = Estimator::Trimmed.estimate(&ratios).unwrap().interval.unwrap();
        low <= 1.0 && 1.0 <= high
    };
    (0..runs).filter(covers).count() as f64 / f64::from(runs)
}

/// METHODOLOGY.md states these shares.
#[test]
fn dependent_blocks_make_intervals_too_narrow() {
    let page = include_str!("../../reports/METHODOLOGY.md");
    let shares = [10, 20].map(|blocks| {
        let share = |rho| coverage_of_dependent_blocks(rho, blocks, 1_000) * 100.0;
        (share(0.0), share(0.3))
    });
    let [(of_ten, ten), (of_twenty, twenty)] = shares;
    let expected = format!(
        "{of_ten:.0} % of the intervals of ten blocks and {of_twenty:.0} % of those of twenty contain the \
         true ratio. If each block is correlated with the previous one by 0.3, only {ten:.0} % and \
         {twenty:.0} % do"
    );
    let words = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(&expected), "METHODOLOGY.md should say: {expected}");
}
