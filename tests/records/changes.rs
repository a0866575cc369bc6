//! Changes of speed along commits.

use nucleus_core::types::Random;
use nucleus_records::changes::{LEVEL, changes};
use nucleus_records::normal::normal_deviate;

/// Returns blocks of commits with these true log speeds. Each value has this noise, and the speed
/// drifts over the blocks.
fn table(speeds: &[f64], blocks: usize, noise: f64, seed: u64) -> Vec<Vec<f64>> {
    let mut random = Random::new(seed);
    let mut normal = || normal_deviate(&mut random);
    let row = |block: usize, normal: &mut dyn FnMut() -> f64| -> Vec<f64> {
        speeds.iter().map(|s| s + 0.1 * (block as f64).sin() + noise * normal()).collect()
    };
    (0..blocks).map(|block| row(block, &mut normal)).collect()
}

#[test]
fn a_step_is_found_where_it_is() {
    let speeds: Vec<f64> = (0..12).map(|i| if i < 7 { 0.0 } else { -0.05 }).collect();
    let found = changes(&table(&speeds, 6, 0.01, 3), 1);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].at, 7);
    let (low, high) = found[0].interval.unwrap();
    assert!(low < (-0.05_f64).exp() && (-0.05_f64).exp() < high, "{found:?}");
    assert!(found[0].p <= LEVEL);
}

#[test]
fn a_fall_that_is_repaired_later_is_two_changes() {
    let mut speeds = [0.0; 10];
    speeds[4..6].fill(-0.08);
    let found = changes(&table(&speeds, 6, 0.01, 5), 1);
    assert_eq!(found.iter().map(|c| c.at).collect::<Vec<_>>(), [4, 6], "{found:?}");
}

#[test]
fn two_commits_need_eight_blocks() {
    let count = |blocks| changes(&table(&[0.0, 0.2], blocks, 0.001, 9), 1).len();
    assert_eq!((count(6), count(9)), (0, 1), "with six, two of 64 tables are as good");
}

/// The significance level is correct: one in a hundred rows without a change shows one.
#[test]
fn rows_without_a_change_rarely_show_one() {
    let rows = 300;
    let wrong =
        (0..rows).filter(|&seed| !changes(&table(&[0.0; 8], 6, 0.01, seed), seed).is_empty());
    // With a probability of 0.01, more than nine of 300 occur once in four hundred runs.
    let wrong = wrong.count();
    println!("changes found in {wrong} of {rows} rows without one");
    assert!(wrong <= 9, "{wrong} of {rows}");
}

#[test]
fn nothing_is_found_in_nothing() {
    assert_eq!(changes(&[], 1), []);
    assert_eq!(changes(&[vec![0.0]], 1), []);
    assert_eq!(changes(&vec![vec![0.0; 5]; 9], 1), [], "equal to the last digit");
}
