//! Runs over numbers of threads: their tables and charts.

use nucleus_records::record::EngineRecord;
use nucleus_records::scaling::{ScalingPosition, ScalingRecord, ScalingSample};
use nucleus_report::scaling::{self, write};

/// Two engines on three positions with one, two and four threads, on two processors.
pub fn record() -> ScalingRecord {
    let mut record = ScalingRecord {
        scaling: ScalingRecord::VERSION,
        complete: true,
        processors: 2,
        threads: vec![1, 2, 4],
        seconds: 2.0,
        ..ScalingRecord::default()
    };
    for engine in ["ours", "other"] {
        let name = engine.to_owned();
        record.engines.push(EngineRecord { name, ..EngineRecord::default() });
    }
    for (index, name) in ["a", "b", "c"].into_iter().enumerate() {
        record.positions.push(ScalingPosition { name: name.into(), fen: String::new() });
        for threads in [1, 2, 4] {
            for engine in ["ours", "other"] {
                record.samples.push(ScalingSample {
                    engine: engine.to_owned(),
                    position: name.to_owned(),
                    threads,
                    depth: 9,
                    nodes: 1_000_000 + 100_000 * u64::from(threads - 1) + index as u64 * 1_000,
                    seconds: 1.0 / f64::from(threads.min(2)),
                    lock_waits: (engine == "ours").then_some(3),
                    ..ScalingSample::default()
                });
            }
        }
    }
    record
}

#[test]
fn the_page_has_a_row_for_each_number_of_threads() {
    let page = scaling::page(&record());
    let rows: Vec<&str> = page.lines().filter(|l| l.contains("ours")).collect();
    assert_eq!(rows.len(), 3, "{page}");
    assert!(rows[1].contains("2.20 [2.20, 2.20]") && rows[1].contains("measured"), "{page}");
    assert!(rows[1].contains("1.10 [1.10, 1.10]"), "{page}");
    assert!(rows[2].contains("1.30 [1.30, 1.30]") && rows[2].contains("estimate"), "{page}");
    assert!(!rows[2].contains("2.00"), "more threads than processors are not timed: {page}");
    let cut = scaling::page(&ScalingRecord { complete: false, ..record() });
    assert!(cut.contains("cut short"));
}

#[test]
fn an_estimate_is_explained_where_there_is_one() {
    let mut measured = record();
    assert!(scaling::page(&measured).contains("An estimate: "));
    measured.threads.retain(|&threads| threads <= 2);
    measured.samples.retain(|sample| sample.threads <= 2);
    assert!(!scaling::page(&measured).contains("stimate"));
}

#[test]
fn files_are_written_beside_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let record = record();
    let json = folder.path().join("threads.json");
    assert_eq!(ScalingRecord::from_json(&record.to_json()).unwrap(), record);
    assert!(ScalingRecord::from_json("{}").is_err());
    assert!(ScalingRecord::from_json("{\"scaling\": 9}").unwrap_err().contains("newer"));
    let written = write(&record, &json, None).unwrap();
    assert_eq!(written.len(), 2);
    assert!(written.iter().all(|file| file.extension().is_some_and(|end| end != "png")));
    let written = write(&record, &json, Some(|_, _| Ok(b"pixels".to_vec()))).unwrap();
    assert_eq!(written.len(), 3);
    assert_eq!(std::fs::read(&written[2]).unwrap(), b"pixels");
    let svg = std::fs::read_to_string(&written[1]).unwrap();
    for text in ["ours", "other", "nodes to depth", "time to depth", "nodes a second"] {
        assert!(svg.to_lowercase().contains(text), "{text}");
    }
    assert!(write(&record, &folder.path().join("none/threads.json"), None).is_err());
}
