//! Compares tables on pages with the records that they quote; `cargo xtask figures --write` rewrites them.

use std::fs;

use nucleus_records::stats;
use nucleus_search::LADDER;
use xtask::{MethodRun, Sheet, from_csv, ratings, root, tables_of_pages};

fn text(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn tables_on_pages_are_those_of_their_records() {
    let findings = tables_of_pages(&root(), None).expect("pages and records");
    assert_eq!(findings.errors, [""; 0], "`cargo xtask figures --write` writes them anew");
    for page in ["README.md", "MATRIX.md", "INSTRUCTIONS.md", "COMPARE.md"] {
        assert!(findings.rows.contains_key(page), "{page} quotes its records");
    }
    for entry in fs::read_dir(root().join("reports/tables")).expect("a folder").flatten() {
        let file = format!("reports/tables/{}", entry.file_name().display());
        assert!(findings.files.contains(&file), "no page shows {file}");
    }
}

/// A page in a temporary folder, with two tables of one file.
#[test]
fn other_rows_are_errors_until_they_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    for part in ["docs", "reports", "ci"] {
        fs::create_dir(root.join(part)).expect("a folder");
    }
    for file in ["ci/instructions.json", "reports/instructions.svg"] {
        fs::write(root.join(file), text(file)).expect("a file");
    }
    let record = "reports/amd-epyc-zen3-25-1-1/2026-11-28-axon-over-stockfish18-of-4.json";
    fs::write(root.join("reports/record.json"), text(record)).expect("a file");
    fs::write(root.join("README.md"), "").expect("a page");
    tables_of_pages(root, Some("")).expect("charts");
    let head = ["what", "figure"].map(str::to_owned).to_vec();
    let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
    let sheet = Sheet { head, rows: vec![row(["a, b", "1"]), row(["c", "2"])] };
    sheet.write(&root.join("reports/tables/x.csv"), "a CPU", "0123456").expect("rows");
    let page = "<!-- rows csv of reports/tables/x.csv -->\n| figure |\n|---|\n| 1 |\n\n\
                <!-- table csv of reports/tables/x.csv -->\n\n| what | commit |\n|---|---|\n| a | b |\n";
    fs::write(root.join("README.md"), page).expect("a page");
    let read = |write| tables_of_pages(root, write).expect("a page");
    let errors = read(None).errors;
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors[1].starts_with("README.md:6: "), "{errors:?}");
    read(Some("other.csv"));
    assert_eq!(read(None).errors.len(), 2, "another file's tables are written");
    read(Some("tables/x.csv"));
    assert_eq!(read(None).errors, [""; 0]);
    let page = fs::read_to_string(root.join("README.md")).expect("the page");
    assert!(page.ends_with("| what | commit |\n|---|---|\n| a, b | 0123456 |\n| c | 0123456 |\n"));
}

#[test]
fn readme_has_the_widths_of_other_methods() {
    let runs: Vec<MethodRun> = from_csv(&text("reports/tables/gate-methods.csv")).expect("rows");
    for method in ["duet", "hyperfine", "loop of benches"] {
        let meant = |run: &&MethodRun| run.method == method && run.loops == 0;
        let widths: Vec<f64> = runs.iter().filter(meant).map(|run| run.width).collect();
        let shown = format!("± {:.2} %", stats::median(&widths).expect("rows"));
        assert!(text("README.md").contains(&shown), "README should have of {method}: {shown}");
    }
}

#[test]
fn every_step_is_labelled_with_its_rating_and_apart_from_its_neighbours() {
    let ratings = ratings(&text("reports/tables/strengths.csv")).expect("games");
    let mut above_the_last = f64::NEG_INFINITY;
    for (step, number) in LADDER.iter().zip(1..) {
        let player = ratings.get(&format!("step{number}")).expect("games of each step");
        let label = f64::from(step.elo);
        assert!((player.elo - label).abs() <= 5.0, "step {number}: {label}, {}", player.elo);
        assert!(player.elo - player.minus > above_the_last, "step {number} meets the one below");
        above_the_last = player.elo + player.plus;
    }
}
