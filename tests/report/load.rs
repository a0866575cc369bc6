//! Finding and reading records.

use std::fs;

use nucleus_records::record::Record;
use nucleus_report::load::find;

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
