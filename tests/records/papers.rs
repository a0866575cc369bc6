//! Samples of published figures, and the figures computed from them.

use nucleus_core::types::Random;
use nucleus_records::normal::normal_deviate;
use nucleus_records::papers::{PaperRecord, PaperSample, Statistic};
use nucleus_records::stats::prediction;

fn sample(draw: u64, run: u64, value: f64, trials: f64) -> PaperSample {
    PaperSample { draw, run, value, trials }
}

#[test]
fn draws_are_reduced_to_their_best_or_mean_run() {
    let mut record = PaperRecord::default();
    for (draw, values) in [(1, [10.0, 20.0]), (2, [30.0, 10.0]), (3, [22.0, 24.0])] {
        for (run, value) in values.into_iter().enumerate() {
            record.add("x", sample(draw, run as u64, value, 0.0));
        }
    }
    let best = record.estimate("x", Statistic::Best, 0.0).expect("an estimate");
    assert_eq!((best.value, best.count), ((20.0 + 30.0 + 24.0) / 3.0, 3));
    let mean = record.estimate("x", Statistic::Mean, 0.0).expect("an estimate");
    assert_eq!(mean.value, (15.0 + 20.0 + 23.0) / 3.0);
    let (low, high) = best.interval.expect("of three");
    assert!(low < 20.0 && high > 30.0, "one more draw, not the mean: {low} {high}");
    assert_eq!(record.estimate("y", Statistic::Best, 0.0), None);
    // Pairs compare equal draws of two records, so that the spread over draws does not count.
    let mut other = PaperRecord::default();
    for (draw, value) in [(3, 21.0), (2, 28.0), (1, 17.0), (4, 90.0)] {
        other.add("z", sample(draw, 0, value, 0.0));
    }
    let less = record.paired("x", (&other, "z"), Statistic::Best).expect("an estimate");
    assert_eq!((less.value, less.count), (8.0 / 3.0, 3));
    let (low, high) = less.interval.expect("of three");
    assert!(low > -1.0 && high - low < 6.0, "{low} {high}");
    assert_eq!(record.paired("x", (&other, "y"), Statistic::Best), None);
    // The runs of a series that depends on time have an interval, a single run has none.
    let runs = |record: &PaperRecord| record.estimate("z", Statistic::Runs, 0.0).expect("runs");
    assert!(runs(&other).interval.is_some_and(|(low, high)| low < 0.0 && high > 90.0));
    other.series[0].samples.truncate(1);
    assert_eq!(runs(&other).interval, None);
}

#[test]
fn the_interval_of_one_more_value_holds_it_in_95_of_100() {
    let mut random = Random::new(5);
    for n in [3, 8, 40] {
        let trials = 4_000;
        let held = (0..trials)
            .filter(|_| {
                let values: Vec<f64> = (0..n).map(|_| normal_deviate(&mut random)).collect();
                let (low, high) = prediction(&values).expect("three or more");
                (low..=high).contains(&normal_deviate(&mut random))
            })
            .count();
        let share = held as f64 / f64::from(trials);
        assert!((0.935..=0.965).contains(&share), "{n} values: {share}");
    }
    assert_eq!(prediction(&[1.0, 2.0]), None);
}

#[test]
fn counts_are_stated_of_the_papers_trials() {
    let mut record = PaperRecord::default();
    record.add("solved", sample(0, 0, 30.0, 40.0));
    let ours = record.estimate("solved", Statistic::Count, 200.0).expect("an estimate");
    assert_eq!((ours.value, ours.count), (150.0, 40));
    let (low, high) = ours.interval.expect("an interval");
    assert!(low > 110.0 && low < 130.0 && high > 165.0 && high < 180.0, "{low} {high}");
    let mut complete = PaperRecord::default();
    complete.add("solved", sample(0, 0, 20.0, 20.0));
    let all = complete.estimate("solved", Statistic::Count, 20.0).expect("an estimate");
    let (low, high) = all.interval.expect("an interval");
    assert!(low < 18.0 && high == 20.0, "{low} {high}");
}

/// McNemar's test with continuity correction: (|b - c| - 1)² / (b + c) compared with 1.96². The paper does
/// not print b + c: the interval assumes the largest possible value, `surely` the smallest.
#[test]
fn counts_of_the_same_trials_are_compared_in_pairs() {
    let mut record = PaperRecord::default();
    record.add("solved", sample(0, 0, 933.0, 1300.0));
    let ours = record.estimate("solved", Statistic::Same, 1300.0).expect("an estimate");
    // Five positions that only one of the two solves may be chance, six cannot.
    assert_eq!((ours.value, ours.surely), (933.0, Some((928.0, 938.0))));
    let (low, high) = ours.interval.expect("an interval");
    let z = |other: f64| (other - 934.0) / (1667.0 - other).sqrt();
    assert!(z(high) <= 1.96 && z(high + 1.0) > 1.96 && low < 890.0, "{low} {high}");
    // Without the paper's number of positions there are no pairs.
    assert_eq!(record.estimate("solved", Statistic::Same, 1301.0), None);
}

#[test]
fn games_give_an_elo_difference() {
    let mut record = PaperRecord::default();
    for (end, games) in [("won", 142.0), ("drawn", 25.0), ("lost", 32.0)] {
        record.add(&format!("a {end}"), sample(0, 0, games, 199.0));
    }
    let ours = record.estimate("a", Statistic::Elo, 0.0).expect("an estimate");
    assert!((ours.value - 216.0).abs() < 1.0, "{}", ours.value);
    let (low, high) = ours.interval.expect("an interval");
    assert!(low > 150.0 && low < 180.0 && high < 290.0, "{low} {high}");
    let score = record.estimate("a", Statistic::Score, 0.0).expect("an estimate");
    assert!((score.value - 77.6).abs() < 0.1 && score.interval.is_some_and(|(low, _)| low > 70.0));
}
