//! Reading and writing records.

use nucleus_records::envelope::{ReadError, RecordKind, read};
use nucleus_records::papers::PaperRecord;
use nucleus_records::record::{CyclesFrom, Protocol, Record, SCHEMA, Sample, SampleCounters};

#[test]
fn records_of_other_versions() {
    let read = |text: &str| Record::from_json(text);
    let old = read(r#"{"schema": 1, "of_the_future": [1], "samples": [{"engine": "x"}]}"#);
    assert_eq!(old.unwrap().samples[0].engine, "x");
    let protocol = read(r#"{"schema": 1, "workloads": [{"protocol": "new"}]}"#).unwrap();
    assert_eq!(protocol.workloads[0].protocol, Protocol::Unknown);
    for (text, expected) in [
        (r#"{"schema": 99}"#, "schema 99 is newer than 2"),
        (r#"{"scaling": 2}"#, "scaling 2 is newer than 1"),
        ("{}", "no record of a comparison: it has no `schema` number"),
        (r#"{"schema": "1"}"#, "it has no `schema` number"),
        ("[1]", "it has no `schema` number"),
        ("{", "EOF"),
        ("{\"schema\": 1,\n\"samples\": 3}", "line 2 column 12"),
        (r#"{"games_wanted": 4, "schema": 1}"#, "a match, and no record of a comparison"),
    ] {
        let found = read(text).expect_err(text).to_string();
        assert!(found.contains(expected), "{text}: {found}");
    }
}

#[test]
fn a_record_is_of_the_kind_that_its_fields_say() {
    for (content, kind) in [
        (r#"{"schema": 1, "machine": {}}"#, Some(RecordKind::Compare)),
        (r#"{"scaling": 1, "machine": {}}"#, Some(RecordKind::Compare)),
        (r#"{"reproduce": 1, "machine": {}}"#, Some(RecordKind::Reproduce)),
        (r#"{"schema": 2, "games_wanted": 4}"#, Some(RecordKind::Match)),
        (r#"{"version": 1, "suites": []}"#, Some(RecordKind::Suite)),
        (r#"{"schema": 1, "white_advantage": 30.0}"#, Some(RecordKind::Ratings)),
        (r#"{"machine": {}, "source": {}}"#, Some(RecordKind::Machine)),
        (r#"{"name": "x"}"#, None),
        ("[1]", None),
        ("{", None),
    ] {
        assert_eq!(RecordKind::from_text(content), kind, "{content}");
    }
    let other = read::<PaperRecord>(r#"{"schema": 1}"#);
    assert!(matches!(other, Err(ReadError::OtherKind { found: RecordKind::Compare, .. })));
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let mut record = Record { schema: SCHEMA, ..Record::default() };
    record.samples.push(Sample {
        nodes: Some(u64::MAX),
        seconds: 0.123_456_789,
        counters: Some(SampleCounters {
            cycles: Some(3),
            running: 1.0,
            ..SampleCounters::default()
        }),
        ..Sample::default()
    });
    assert_eq!(Record::from_json(&record.to_json()).unwrap(), record);
    record.samples[0].seconds = 0.1 + 0.2;
    assert!(record.to_json().contains("\"seconds\":0.3,"), "thirteen significant digits");
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
