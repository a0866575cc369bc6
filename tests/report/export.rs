//! Exports for other programs.

use nucleus_report::export::{Export, ExportFormat, text};
use serde_json::{Value, json};

use crate::fixtures::{boards, commands, cut_short, normal, older_schema};

#[test]
fn a_comment_is_short_and_has_the_headline() {
    let page = text(ExportFormat::Markdown, &[normal()]).expect("figures");
    let row = "| start/paper | axon | nucleus avx512 | 4,000,000 | – | stockfish *generic* | 1,000,000 | – | \
               4.00 [3.94, 4.06] |";
    assert!(page.contains(row), "{page}");
    assert!(!page.contains("portable") && page.contains("warnings stand in the record"), "{page}");
    // The paper's record has a row of its own at the start, although it runs shortly.
    let mut both = normal();
    let mut record = both.record.engines[1].clone();
    (record.name, record.board) = ("nucleus avx512-axon32".into(), Some("axon32".into()));
    (record.short, record.headline) = (true, false);
    both.record.engines.push(record);
    for mut row in [both.record.summaries[2].clone(), both.record.summaries[3].clone()] {
        row.engine = "nucleus avx512-axon32".into();
        both.record.summaries.push(row);
    }
    let page = text(ExportFormat::Markdown, &[both]).expect("figures");
    let told: Vec<&str> = page.lines().filter(|line| line.contains("axon32")).collect();
    assert_eq!(told.len(), 1, "{page}");
    assert!(told[0].starts_with("| start/paper | axon, board axon32, intrinsics |"), "{page}");
    let mut large = boards();
    for number in 0..500 {
        let mut row = large.record.summaries[0].clone();
        row.workload = format!("w{number}");
        large.record.summaries.push(row);
    }
    let page = text(ExportFormat::Markdown, &[large]).expect("figures");
    assert!(page.len() < 10_000 && page.contains("more rows stand in the record"), "{page}");
}

#[test]
fn series_have_names_values_and_intervals() {
    let list: Value = serde_json::from_str(
        &text(ExportFormat::GithubActionBenchmark, &[normal()]).expect("figures"),
    )
    .expect("JSON");
    let named = |name: &str| {
        let mut entries = list.as_array().expect("a list").iter();
        let found = entries.find(|e| e["name"] == name);
        found.unwrap_or_else(|| panic!("{list:#}")).clone()
    };
    let speed = named("nucleus avx512 on start/paper");
    assert_eq!((&speed["unit"], &speed["value"]), (&json!("nodes/s"), &json!(4e6)));
    assert_eq!(named("nucleus avx512 on start/paper over stockfish")["value"], 4.0);
    let metrics: Value = serde_json::from_str(
        &text(ExportFormat::Bencher, &[normal(), cut_short()]).expect("figures"),
    )
    .expect("JSON");
    let name = "Intel(R) Core(TM) i7-8700 (cut short): nucleus avx2 on start/sustained";
    let ratio = &metrics[name]["ratio"];
    assert_eq!(ratio["value"], 2.5, "{metrics:#}");
    assert!(ratio["lower_value"].as_f64() < Some(2.5) && ratio["upper_value"].as_f64() > Some(2.5));
}

#[test]
fn what_has_no_interval_has_none_and_what_has_no_figure_is_an_error() {
    let list = text(ExportFormat::GithubActionBenchmark, &[older_schema()]).expect("a figure");
    assert!(!list.contains("range"), "{list}");
    let mut empty = normal();
    empty.record.summaries.clear();
    assert!(text(ExportFormat::Csv, &[empty]).is_err());
    assert!(text(ExportFormat::Csv, &[normal()]).expect("figures").starts_with("cpu,workload,"));
}

#[test]
fn exports_are_named() {
    let export = "bencher=a=b.json".parse::<Export>();
    let wanted = Export { format: ExportFormat::Bencher, path: "a=b.json".into() };
    assert_eq!(export, Ok(wanted));
    for wrong in ["bencher", "bencher=", "xml=y"] {
        assert!(wrong.parse::<Export>().is_err(), "{wrong}");
    }
}

/// They had nodes a second, larger is better, and the commit of Nucleus.
#[test]
fn times_of_commands_are_milliseconds_that_should_be_small() {
    let read = |record| -> Value {
        let list = text(ExportFormat::GithubActionBenchmark, &[record]).expect("figures");
        serde_json::from_str(&list).expect("JSON")
    };
    let times = read(commands(None));
    assert_eq!(times[1]["name"], "new: wall time", "{times:#}");
    assert_eq!((&times[1]["unit"], &times[1]["value"]), (&json!("ms"), &json!(20.0)));
    assert_eq!((&times[2]["name"], &times[2]["value"]), (&json!("new over old"), &json!(0.5)));
    let extra = times[1]["extra"].as_str().expect("words");
    assert!(extra.ends_with("commit 00112233445566778899-dirty\nsmaller is better"), "{extra}");
    for (pattern, name, unit) in [
        ("took: ([0-9.]+) ms", "took", "ms"),
        (r"^Peak memory\s*:\s*(\d+) MiB/s$", "Peak memory", "MiB/s"),
        ("(.+)", "number printed", ""),
    ] {
        let list = read(commands(Some(pattern)));
        assert_eq!(list[1]["name"], format!("new: {name}"), "{list:#}");
        assert_eq!((&list[1]["unit"], &list[1]["value"]), (&json!(unit), &json!(20.0)));
    }
    let both = [commands(None), normal()];
    let fault = text(ExportFormat::GithubActionBenchmark, &both).expect_err("two directions");
    assert!(fault.to_string().contains("smaller figures are better"), "{fault}");
    let metrics: Value =
        serde_json::from_str(&text(ExportFormat::Bencher, &[commands(None)]).expect("figures"))
            .expect("JSON");
    assert_eq!(metrics["new"]["wall-time"]["value"], 20.0, "{metrics:#}");
    let page = text(ExportFormat::Markdown, &[commands(None)]).expect("figures");
    assert!(page.contains("wall time, ms") && !page.contains("node"), "{page}");
}
