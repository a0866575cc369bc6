//! The table of failures.

use nucleus_records::record::FailureRecord;
use nucleus_report::tables::failures;

use crate::fixtures::{cut_short, normal};

#[test]
fn a_failure_is_a_row_with_the_last_lines_of_the_engine() {
    let mut loaded = normal();
    loaded.record.failures = vec![FailureRecord {
        engine: "bad".into(),
        workload: Some("start/paper".into()),
        kind: "exited".into(),
        message: "it ended with signal 6".into(),
        last_lines: (1..=6).map(|n| format!("line {n}\x1b[31m | `x`")).collect(),
        last_errors: vec!["y".repeat(1000), String::new()],
        signal: Some(6),
        ..FailureRecord::default()
    }];
    let markdown = failures(&[loaded]).markdown();
    let row = markdown.lines().last().expect("a row");
    let expected = "| bad | start/paper | exited | it ended with signal 6 | signal 6 \
        | `line 3·[31m \\| 'x'` `line 4·[31m \\| 'x'` `line 5·[31m \\| 'x'` \
        `line 6·[31m \\| 'x'` | `";
    let squeezed = row.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(squeezed.starts_with(expected), "{squeezed}");
    assert!(squeezed.ends_with("yyy…` |") && row.len() < 600, "{squeezed}");
    assert!(!markdown.contains("| record "), "one record needs no name");
}

#[test]
fn where_nothing_failed_there_is_no_table() {
    assert!(failures(&[normal()]).rows.is_empty());
    assert_eq!(failures(&[cut_short(), normal()]).rows.len(), 1);
}
