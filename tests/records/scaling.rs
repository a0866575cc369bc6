//! Figures of several threads over one.

use nucleus_records::record::EngineRecord;
use nucleus_records::scaling::{
    GeometricMean, ScalingPosition, ScalingRecord, ScalingSample, rows,
};

#[test]
fn geometric_means_and_their_intervals() {
    assert_eq!(GeometricMean::of(&[], 1), None);
    assert_eq!(GeometricMean::of(&[1.0, 0.0], 1), None);
    let one = GeometricMean::of(&[3.0], 1).unwrap();
    assert!((one.mean - 3.0).abs() < 1e-12 && one.interval.is_none());
    let same = GeometricMean::of(&[2.0; 5], 1).unwrap();
    assert_eq!(same.interval.map(|i| (i.0 - 2.0).abs() < 1e-9), Some(true));
    let mean = GeometricMean::of(&[1.0, 2.0, 4.0, 8.0], 1).unwrap();
    let (low, high) = mean.interval.unwrap();
    assert!((mean.mean - 8f64.sqrt()).abs() < 1e-12);
    assert!(low < mean.mean && mean.mean < high && low > 1.0 && high < 8.0, "{low} {high}");
}

#[test]
fn rows_are_ratios_to_one_thread() {
    let position = |name: &str| ScalingPosition { name: name.into(), fen: String::new() };
    let sample = |position: &str, threads: u32, nodes: u64, seconds: f64| ScalingSample {
        engine: "x".to_owned(),
        position: position.to_owned(),
        threads,
        nodes,
        seconds,
        lock_waits: Some(u64::from(threads)),
        ..ScalingSample::default()
    };
    let record = ScalingRecord {
        processors: 2,
        threads: vec![1, 2, 4],
        engines: vec![EngineRecord { name: "x".to_owned(), ..EngineRecord::default() }],
        positions: vec![position("a"), position("b")],
        samples: vec![
            sample("a", 1, 1_000_000, 1.0),
            sample("a", 2, 1_200_000, 0.6),
            sample("b", 1, 1_000_000, 1.0),
            sample("b", 2, 1_200_000, 0.6),
            sample("a", 4, 1_500_000, 0.1),
            sample("a", 4, 1_500_000, 0.1),
        ],
        ..ScalingRecord::default()
    };
    let rows = rows(&record, 1);
    assert_eq!(
        rows.iter().map(|r| (r.threads, r.positions)).collect::<Vec<_>>(),
        [(1, 2), (2, 2), (4, 1)]
    );
    let near = |mean: Option<GeometricMean>, value: f64| {
        mean.is_some_and(|mean| (mean.mean - value).abs() < 1e-9)
    };
    assert!(near(rows[1].speed_ratio, 2.0) && near(rows[1].nodes_ratio, 1.2));
    assert!(near(rows[1].time_ratio, 1.0 / 0.6) && near(rows[1].speed, 2.0));
    // Four threads on two processors are not timed.
    assert!(rows[2].estimate && rows[2].time_ratio.is_none() && rows[2].speed_ratio.is_none());
    assert!(near(rows[2].nodes_ratio, 1.5));
    assert_eq!(rows[2].lock_waits.map(|w| (w * 1e3).round()), Some(2_667.0));
}
