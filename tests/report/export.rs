//! Exports for other programs.

use nucleus_records::record::Summary;
use nucleus_report::export::{Export, ExportFormat, text};
use nucleus_report::load::Loaded;
use serde_json::{Value, json};

use crate::fixtures::{boards, commands, cut_short, normal, older_schema};

fn json(format: ExportFormat, records: &[Loaded]) -> Value {
    serde_json::from_str(&text(format, records).expect("figures")).expect("JSON")
}

#[test]
fn a_comment_is_short_and_has_the_headline() {
    let page = |loaded| text(ExportFormat::Markdown, &[loaded]).expect("figures");
    let short = page(normal());
    let row = "| start/paper | axon | nucleus avx512 | 4,000,000 | – | stockfish *generic* | 1,000,000 | – | \
               4.00 [3.94, 4.06] |";
    assert!(short.contains(row) && short.contains(". The record has "), "{short}");
    assert!(!short.contains("portable"), "{short}");
    // The axon32 board has its own row for the start position, although its runs are short.
    let mut both = normal();
    let record = &mut both.record;
    let mut engine = record.engines[1].clone();
    (engine.name, engine.board) = ("nucleus avx512-axon32".into(), Some("axon32".into()));
    (engine.short, engine.headline) = (true, false);
    let rows = record.summaries[2..4].iter();
    let rows: Vec<_> =
        rows.map(|row| Summary { engine: engine.name.clone(), ..row.clone() }).collect();
    record.engines.push(engine);
    record.summaries.extend(rows);
    let both = page(both);
    let found: Vec<&str> = both.lines().filter(|line| line.contains("axon32")).collect();
    let [row] = &found[..] else { panic!("{both}") };
    assert!(row.starts_with("| start/paper | axon, board axon32, intrinsics |"), "{both}");
    let mut large = boards();
    let row = large.record.summaries[0].clone();
    let rows = (0..500).map(|number| Summary { workload: format!("w{number}"), ..row.clone() });
    large.record.summaries.extend(rows);
    let page = page(large);
    assert!(page.len() < 10_000 && page.contains("\nThe record has "), "{page}");
}

#[test]
fn series_have_names_values_and_intervals() {
    let list = json(ExportFormat::GithubActionBenchmark, &[normal()]);
    let named = |name: &str| {
        let found = list.as_array().expect("a list").iter().find(|e| e["name"] == name);
        found.unwrap_or_else(|| panic!("{list:#}"))
    };
    let speed = named("nucleus avx512 on start/paper");
    assert_eq!((&speed["unit"], &speed["value"]), (&json!("nodes/s"), &json!(4e6)));
    assert_eq!(named("nucleus avx512 on start/paper over stockfish")["value"], 4.0);
    let metrics = json(ExportFormat::Bencher, &[normal(), cut_short()]);
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
    let expected = Export { format: ExportFormat::Bencher, path: "a=b.json".into() };
    assert_eq!(export, Ok(expected));
    for wrong in ["bencher", "bencher=", "xml=y"] {
        assert!(wrong.parse::<Export>().is_err(), "{wrong}");
    }
}

/// Exports once had nodes per second, larger is better, and the commit of Nucleus.
#[test]
fn times_of_commands_are_milliseconds_that_should_be_small() {
    for (pattern, name, unit) in [
        (None, "wall time", "ms"),
        (Some("took: ([0-9.]+) ms"), "took", "ms"),
        (Some(r"^Peak memory\s*:\s*(\d+) MiB/s$"), "Peak memory", "MiB/s"),
        (Some("(.+)"), "number printed", ""),
    ] {
        let list = json(ExportFormat::GithubActionBenchmark, &[commands(pattern)]);
        assert_eq!(list[1]["name"], format!("new: {name}"), "{list:#}");
        assert_eq!((&list[1]["unit"], &list[1]["value"]), (&json!(unit), &json!(20.0)));
        assert_eq!((&list[2]["name"], &list[2]["value"]), (&json!("new over old"), &json!(0.5)));
        let extra = list[1]["extra"].as_str().expect("words");
        assert!(extra.ends_with("commit 00112233445566778899-dirty\nsmaller is better"), "{extra}");
    }
    let both = [commands(None), normal()];
    let error = text(ExportFormat::GithubActionBenchmark, &both).expect_err("two directions");
    assert!(error.to_string().contains("smaller figures are better"), "{error}");
    let metrics = json(ExportFormat::Bencher, &[commands(None)]);
    assert_eq!(metrics["new"]["wall-time"]["value"], 20.0, "{metrics:#}");
    let page = text(ExportFormat::Markdown, &[commands(None)]).expect("figures");
    assert!(page.contains("wall time, ms") && !page.contains("node"), "{page}");
}
