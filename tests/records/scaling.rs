//! Figures of several threads compared with one.

use nucleus_records::record::Record;
use nucleus_records::scaling::{GeometricMean, rows};

#[test]
fn geometric_means_and_their_intervals() {
    assert_eq!(GeometricMean::new(&[], 1), None);
    assert_eq!(GeometricMean::new(&[1.0, 0.0], 1), None);
    let one = GeometricMean::new(&[3.0], 1).unwrap();
    assert!((one.mean - 3.0).abs() < 1e-12 && one.interval.is_none());
    let same = GeometricMean::new(&[2.0; 5], 1).unwrap();
    assert_eq!(same.interval.map(|i| (i.0 - 2.0).abs() < 1e-9), Some(true));
    let mean = GeometricMean::new(&[1.0, 2.0, 4.0, 8.0], 1).unwrap();
    let (low, high) = mean.interval.unwrap();
    assert!((mean.mean - 8f64.sqrt()).abs() < 1e-12);
    assert!(low < mean.mean && mean.mean < high && low > 1.0 && high < 8.0, "{low} {high}");
}

/// Returns a run in the format of versions before 0.4.
fn old(samples: &str) -> Record {
    let text = format!(
        r#"{{"scaling": 1, "started": "2026-11-23T14:58:10Z", "complete": true, "processors": 2,
            "threads": [1, 2, 4], "seconds": 5.0, "rounds": 1, "hash_mib": 64,
            "engines": [{{"name": "x", "ours": true}}], "positions": [{{"name": "a"}}, {{"name": "b"}}],
            "failures": [{{"engine": "x", "workload": "b"}}], "samples": [{samples}]}}"#
    );
    Record::from_json(&text).expect("a record")
}

#[test]
fn rows_of_an_old_run_are_ratios_to_one_thread() {
    let sample = |(position, threads, nodes, seconds): (&str, u32, u64, f64)| {
        format!(
            r#"{{"engine": "x", "position": "{position}", "threads": {threads}, "round": 0, "depth": 9,
                "nodes": {nodes}, "seconds": {seconds}, "lock_waits": {threads}}}"#
        )
    };
    let samples = [
        ("a", 1, 1_000_000, 1.0),
        ("a", 2, 1_200_000, 0.6),
        ("b", 1, 1_000_000, 1.0),
        ("b", 2, 1_200_000, 0.6),
        ("a", 4, 1_500_000, 0.1),
        ("a", 4, 1_500_000, 0.1),
    ];
    let record = old(&samples.map(sample).join(", "));
    assert!(record.is_over_threads() && record.settings.threads == 4);
    let names: Vec<&str> = record.engines.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["x", "x, 2 threads", "x, 4 threads"]);
    assert_eq!(record.engines[1].paired_with.as_deref(), Some("x"));
    assert_eq!(record.failures[0].workload.as_deref(), Some("b/depth"));
    assert_eq!(record.summary("x, 2 threads", "a/depth").map(|row| row.samples), Some(1));
    let again = Record::from_json(&record.to_json()).expect("a record");
    assert_eq!((again.engines, again.samples), (record.engines.clone(), record.samples.clone()));
    let rows = rows(&record);
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
