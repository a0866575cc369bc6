//! Records as they are written and read.

use nucleus_records::record::{
    CyclesFrom, Protocol, ReadError, Record, SCHEMA, Sample, SampleCounters,
};

#[test]
fn records_of_other_versions() {
    let read = |text: &str| Record::from_json(text);
    let old = read(r#"{"schema": 1, "of_the_future": [1], "samples": [{"engine": "x"}]}"#);
    assert_eq!(old.unwrap().samples[0].engine, "x");
    let protocol = read(r#"{"schema": 1, "workloads": [{"protocol": "new"}]}"#).unwrap();
    assert_eq!(protocol.workloads[0].protocol, Protocol::Unknown);
    assert!(matches!(read(r#"{"schema": 99}"#), Err(ReadError::Newer { found: 99 })));
    assert!(matches!(read("{}"), Err(ReadError::NoSchema)));
    assert!(matches!(read("[1]"), Err(ReadError::NoSchema)));
    assert!(matches!(read("{"), Err(ReadError::Json(_))));
    assert!(matches!(read(r#"{"schema": 1, "samples": 3}"#), Err(ReadError::Json(_))));
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let mut record = Record { schema: SCHEMA, ..Record::default() };
    record.samples.push(Sample {
        nodes: Some(u64::MAX),
        seconds: 0.1 + 0.2,
        counters: Some(SampleCounters {
            cycles: Some(3),
            running: 1.0,
            ..SampleCounters::default()
        }),
        ..Sample::default()
    });
    assert_eq!(Record::from_json(&record.to_json()).unwrap(), record);
}

#[test]
fn cycles_and_where_they_come_from() {
    let mut sample = Sample {
        seconds: 2.0,
        clock_ghz_before: Some(3.0),
        clock_ghz_after: Some(5.0),
        ..Sample::default()
    };
    assert_eq!(sample.cycles(), Some((8e9, CyclesFrom::Clock)));
    sample.counters =
        Some(SampleCounters { task_nanoseconds: Some(1_000_000_000), ..SampleCounters::default() });
    assert_eq!(sample.cycles(), Some((4e9, CyclesFrom::Clock)), "it had the core half the time");
    sample.counters = Some(SampleCounters { cycles: Some(7), ..SampleCounters::default() });
    assert_eq!(sample.cycles(), Some((7.0, CyclesFrom::Counter)));
}
