//! Records as they are found and read.

use std::fs;

use nucleus_records::record::{EngineRecord, Ratio, Record, Summary, Workload};
use nucleus_report::load::{find, read};

#[test]
fn a_broken_record_is_named_with_its_place_and_hides_no_other() {
    let dir = tempfile::tempdir().expect("a directory");
    let deep = dir.path().join("cpu/older");
    fs::create_dir_all(&deep).expect("directories");
    fs::write(deep.join("good.json"), Record { schema: 1, ..Record::default() }.to_json())
        .expect("a file");
    fs::write(dir.path().join("cpu/cut.json"), "{\n  \"schema\": 1,\n  \"tool\":").expect("a file");
    fs::write(dir.path().join("cpu/kind.json"), "{\"schema\": 1,\n\"started\": 7}")
        .expect("a file");
    fs::write(dir.path().join("cpu/newer.json"), "{\"schema\": 999}").expect("a file");
    fs::write(dir.path().join("cpu/notes.txt"), "no record").expect("a file");

    let found = find(&[dir.path().to_path_buf()]).expect("the directory is there");
    assert_eq!(found.records.len(), 1);
    assert_eq!(found.records[0].name(), "good");
    assert_eq!(found.warnings.len(), 3, "{:?}", found.warnings);
    let [cut, kind, newer] = &found.warnings[..] else { unreachable!() };
    assert!(cut.contains("cut.json") && cut.contains("line 3"), "{cut}");
    assert!(kind.contains("kind.json") && kind.contains("line 2 column 12"), "{kind}");
    assert!(newer.contains("newer.json") && newer.contains("999"), "{newer}");
}

#[test]
fn a_record_reached_twice_counts_once_and_a_named_file_that_is_none_is_an_error() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("x.json");
    fs::write(&path, Record { schema: 1, ..Record::default() }.to_json()).expect("a file");
    let found = find(&[path.clone(), dir.path().to_path_buf()]).expect("readable");
    assert_eq!(found.records.len(), 1);
    fs::write(&path, "[]").expect("a file");
    let message = find(&[path]).expect_err("no record").to_string();
    assert!(message.contains("x.json") && message.contains("schema"), "{message}");
    assert!(find(&[dir.path().join("absent")]).is_err());
}

#[test]
fn a_record_too_large_to_be_shown_is_bounded_and_says_so() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("x.json");
    let mut record = Record { schema: 1, ..Record::default() };
    record.workloads.push(Workload { name: "w".into(), ..Workload::default() });
    let names = (0..5_000).map(|number| format!("reference {number}"));
    let ratios: Vec<Ratio> =
        names.map(|reference| Ratio { reference, ..Ratio::default() }).collect();
    for name in ratios.iter().map(|ratio| ratio.reference.clone()) {
        record.engines.push(EngineRecord { name: name.clone(), ..EngineRecord::default() });
        let row = Summary { engine: name, workload: "w".into(), ..Summary::default() };
        record.summaries.push(row);
    }
    record.summaries[0].ratios = ratios;
    fs::write(&path, record.to_json()).expect("a file");
    let record = read(&path).expect("a record").record;
    let kept = [record.engines.len(), record.summaries.len(), record.summaries[0].ratios.len()];
    assert_eq!(kept, [128; 3]);
    let said = record.warnings.last().expect("a warning");
    assert!(said.contains("of 5000 engines") && said.contains("the first 128"), "{said}");
}

#[test]
fn what_a_stranger_wrote_into_a_record_is_cleaned_and_a_fault_quotes_little_of_it() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("x.json");
    let text = r#"{"schema": 1, "engines": [{"name": "a\u001b[31mb\u202ec"}], "started": "X"}"#;
    fs::write(&path, text).expect("a file");
    let record = read(&path).expect("a record").record;
    assert_eq!(record.engines[0].name, "abc");
    assert!(record.warnings[0].contains("1 of its strings"), "{:?}", record.warnings);
    let long = format!(r#"{{"schema": 1, "samples": "{}"}}"#, "y".repeat(5_000_000));
    fs::write(&path, long).expect("a file");
    assert!(read(&path).expect_err("no record").to_string().len() < 2_000);
}
