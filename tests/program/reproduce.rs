//! `nucleus reproduce`: its page and charts, which equal the records, its command line, and a run.

use std::fs;
use std::path::{Path, PathBuf};

use nucleus_records::envelope::{Payload, read};
use nucleus_records::papers::PaperRecord;
use nucleus_report::papers::{ComparedPaper, PaperName, chart, compare, markdown, table};

use crate::program::nucleus;

fn reports() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("reports")
}

#[test]
fn the_page_and_its_charts_are_those_of_the_records() {
    let papers: Vec<ComparedPaper> = PaperName::ALL
        .into_iter()
        .map(|name| compare(&reports(), name).unwrap_or_else(|error| panic!("{error}")))
        .collect();
    let page = fs::read_to_string(reports().join("PAPERS.md")).expect("the page");
    assert!(page == markdown(&papers), "`nucleus reproduce --write` writes reports/PAPERS.md anew");
    for paper in &papers {
        let drawn = chart(paper).map(|chart| chart.svg());
        for (end, made) in [("svg", drawn), ("csv", Some(table(paper).csv()))] {
            let path = reports().join(format!("papers/{}.{end}", paper.name));
            let there = fs::read_to_string(&path).ok();
            assert!(there == made, "`nucleus reproduce --write` makes {} anew", path.display());
        }
    }
}

#[test]
fn figures_are_printed_as_tables_and_as_json() {
    let reports = reports();
    let reports = reports.to_str().expect("a path");
    let table = nucleus(&["reproduce", "ep-hj", "--reports", reports]).done().stdout;
    // A row names its record and the record's commit.
    let row = table.lines().find(|line| line.contains("328 of 1,000")).expect("a row");
    assert!(row.contains("**reproduced**") && row.contains("[ep-draws](papers/ep-draws.json) "));
    assert!(!table.contains("| all ") && !table.contains("Bratko"), "{table}");
    let papers = nucleus(&["reproduce", "umko", "--json", "--reports", reports]).json();
    assert_eq!(papers[0]["name"], "umko");
    assert!(papers[0]["figures"].as_array().expect("figures").len() > 60);
    nucleus(&["reproduce", "--run", "--unit", "none", "--reports", reports]).with(2, "`none`");
    let list = nucleus(&["reproduce", "--list"]).done().stdout;
    assert!(list.contains("| ep-draws ") && list.contains("| umko-nolot "), "{list}");
}

#[test]
fn a_unit_is_measured_into_its_record_and_the_page() {
    let Some(_) = crate::support::data("pgn/gm2600_wch.pgn") else { return };
    let data = crate::support::data(".").expect("the data folder");
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    // Copies the lists of published figures, and the speed records that they name.
    copy(&reports(), folder.path());
    let _ = fs::remove_file(folder.path().join("papers/axon-evaluation.json"));
    let unit = ["--run", "--unit", "axon-evaluation", "--data", data.to_str().expect("a path")];
    let (to, work) = (at(""), at("work"));
    let arguments =
        [&["reproduce", "axon-evaluation", "--reports", &to, "--work", &work][..], &unit].concat();
    let table = nucleus(&arguments).done().stdout;
    let text =
        fs::read_to_string(folder.path().join("papers/axon-evaluation.json")).expect("a record");
    let record = read::<PaperRecord>(&text).expect("a record");
    assert!(record.complete && record.errors().is_empty());
    assert!(record.samples("figure 2, plies before the win shows")[0].value >= 8.0);
    assert_eq!(record.samples("colours exchanged")[0].value, 100.0);
    assert_eq!(record.samples("rows of table II at 0")[0].value, 13.0);
    assert!(table.contains("reproduced"), "{table}");
    let page = fs::read_to_string(folder.path().join("PAPERS.md")).expect("the page");
    assert!(page.starts_with("# Published and ours"));
    // The second time nothing is left to measure.
    nucleus(&arguments).done();
    let again = fs::read_to_string(folder.path().join("papers/axon-evaluation.json")).expect("it");
    assert_eq!(again, text);
    // A record that a list names is checked like any other.
    let path = at("papers/axon-evaluation.json");
    let stdout = nucleus(&["report", "--check", &path]).done().stdout;
    assert!(stdout.contains("docs/schemas/reproduce.json"), "{stdout}");
    fs::write(&path, text.replacen("\"value\":13.0", "\"value\":14.0", 1)).expect("written");
    let stdout = nucleus(&["report", "--check", &path]).with(1, "").stdout;
    assert!(stdout.contains("cannot be"), "{stdout}");
}

/// Copies a folder's JSON and TOML files.
fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            fs::create_dir_all(&target).expect("a folder");
            copy(&path, &target);
        } else if path.extension().is_some_and(|e| e == "json" || e == "toml") {
            fs::copy(&path, &target).expect("a copy");
        }
    }
}
