//! The tables of pages that quote a record are read back from it.
//!
//! A line before such a table says what it is of: `<!-- table boards of reports/CPU/RECORD.json -->`
//! for a table of `nucleus report`; in place of `boards`
//!
//! - `threads` for a record of `compare --threads`,
//! - `headline` and `headline-mate` for one of `ci/headline`,
//! - `breakdown LEVEL` for the counts of `ci/boards`, `shares` for the samples of `ci/cycles`, `kernel-cycles`
//!   for the cycles of scanners, each a file of reports/CPU,
//! - `kernels` (or `boards`) of ci/instructions.json for instruction counts,
//! - `networks` of reports/networks.csv, `matches GROUP` of reports/matches.csv, `ladder` of reports/ladder.csv,
//! - `csv` for a file of reports/tables, which has the cells as a script of ci/ printed them.
//!
//! The page may leave out columns, and with `rows` for `table` rows too.
//! `NUCLEUS_FIGURES=1 cargo test -p xtask --test xtask` writes the tables anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use nucleus_report::load;
use nucleus_report::tables;
use nucleus_search::LADDER;
use xtask::breakdown::{self, from_csv};
use xtask::headline;
use xtask::instructions::{CostTable, InstructionCounts, costs_chart, costs_table};
use xtask::kernel_cycles;
use xtask::ladder::LadderRatings;
use xtask::matches::{self, MatchRow};
use xtask::networks::{self, NetworkRow};

/// The baseline of instruction counts.
const COUNTS: &str = "ci/instructions.json";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// README.md and the pages of docs/, docs/notebook/ and reports/ that people write.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    for folder in ["docs", "docs/notebook", "reports"] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder").flatten() {
            pages.push(entry.path());
        }
    }
    pages.retain(|page| page.extension().is_some_and(|e| e == "md"));
    pages.sort();
    pages
}

/// The cells of a line of a table.
fn cells(line: &str) -> Vec<String> {
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// A table as the page has it: its head and its rows.
type Shown = (Vec<String>, Vec<Vec<String>>);

fn shown<'a>(lines: impl Iterator<Item = &'a str>) -> Shown {
    let mut lines = lines.filter(|line| line.starts_with('|')).map(cells);
    let head = lines.next().expect("a head");
    (head, lines.skip(1).collect())
}

/// Makes a table of the cells of a file of CSV, in Markdown.
fn as_printed(text: &str) -> Result<String, csv::Error> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let line = |cells: &csv::StringRecord| {
        format!("| {} |\n", cells.iter().collect::<Vec<_>>().join(" | "))
    };
    let head = reader.headers()?;
    let mut markdown = line(head) + &"|---".repeat(head.len()) + "|\n";
    for row in reader.records() {
        markdown += &line(&row?);
    }
    Ok(markdown)
}

/// Makes the table that a mark names from its file, in Markdown.
fn made(what: &str, file: &str) -> String {
    let path = root().join(file);
    if what == "csv" {
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
        return as_printed(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
    }
    if let Some(level) = what.strip_prefix("breakdown ") {
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
        let rows = from_csv(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
        return breakdown::table(&rows, level).markdown();
    }
    if what == "kernel-cycles" {
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
        let rows = kernel_cycles::from_csv(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
        return kernel_cycles::table(&rows).markdown();
    }
    if what == "shares" {
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
        let rows = from_csv(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
        return breakdown::shares(&rows).markdown();
    }
    if let Some(group) = what.strip_prefix("matches ") {
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
        let rows = MatchRow::from_csv(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
        return matches::table(&rows, group).markdown();
    }
    if what == "headline" || what == "headline-mate" {
        let record = load::read(&path).unwrap_or_else(|e| panic!("{e}")).record;
        let table = if what == "headline" { headline::table } else { headline::mate };
        return table(&record).markdown();
    }
    if what == "ladder" {
        return ladder().table().markdown();
    }
    if what == "networks" {
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
        let rows = NetworkRow::from_csv(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
        return networks::table(&rows).markdown();
    }
    if file == COUNTS {
        let counts = InstructionCounts::read(&path).unwrap_or_else(|e| panic!("{e}"));
        let which = CostTable::ALL.into_iter().find(|table| table.name() == what);
        let which = which.unwrap_or_else(|| panic!("{file}: no table {what}"));
        return costs_table(&counts, which).markdown();
    }
    let loaded = load::read(&path).unwrap_or_else(|e| panic!("{e}"));
    let all = tables::all(&[loaded]);
    let table = all.into_iter().find(|t| t.name == what);
    table.unwrap_or_else(|| panic!("{file}: no table {what}")).markdown()
}

/// The ratings of the ladder's games.
fn ladder() -> LadderRatings {
    let text = fs::read_to_string(root().join("reports/ladder.csv")).expect("the games");
    LadderRatings::from_csv(&text).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn every_step_is_labelled_with_its_rating_and_stands_apart_from_its_neighbours() {
    let ratings = ladder();
    for (at, step) in LADDER.iter().enumerate() {
        let player = ratings.step(at).unwrap_or_else(|| panic!("no games of step {}", at + 1));
        let label = f64::from(step.elo);
        assert!((player.elo - label).abs() <= 5.0, "step {}: {label}, {}", at + 1, player.elo);
    }
    assert_eq!(ratings.meeting(), []);
}

/// The rows of a table, with the columns that a page shows of it.
fn projected(markdown: &str, head: &[String], place: &str) -> Vec<Vec<String>> {
    let (all, rows) = shown(markdown.lines());
    let columns: Vec<usize> = head
        .iter()
        .map(|name| {
            let at = all.iter().position(|column| column == name);
            at.unwrap_or_else(|| panic!("{place}: the record has no column `{name}`: {all:?}"))
        })
        .collect();
    rows.iter().map(|row| columns.iter().map(|&at| row[at].clone()).collect()).collect()
}

/// Reads a mark: true if all rows must be there, the subject, and the file.
fn read_mark(line: &str) -> Option<(bool, &str, String)> {
    let mark = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
    let (what, file) = mark.split_once(" of ")?;
    let (kind, what) = what.split_once(' ')?;
    let all = match kind {
        "table" => true,
        "rows" => false,
        _ => return None,
    };
    let folders = ["reports/", "docs/tuning/"];
    let is_known = folders.iter().any(|folder| file.starts_with(folder)) || file == COUNTS;
    is_known.then(|| (all, what, file.to_owned()))
}

#[test]
fn tables_on_pages_are_those_of_their_records() {
    let write = std::env::var_os("NUCLEUS_FIGURES").is_some();
    let mut read: BTreeMap<String, usize> = BTreeMap::new();
    let mut shown_files = BTreeSet::new();
    for page in pages() {
        let name = page.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&page).expect("a page");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut at = 0;
        while at < lines.len() {
            let mark = lines[at].clone();
            at += 1;
            let Some((all, what, file)) = read_mark(&mark) else { continue };
            let place = format!("{name}:{at}");
            shown_files.insert(root().join(&file));
            let begin = (at..lines.len()).find(|&i| lines[i].starts_with('|'));
            let begin = begin.unwrap_or_else(|| panic!("{place}: no table follows"));
            let end = (begin..lines.len()).find(|&i| !lines[i].starts_with('|'));
            let end = end.unwrap_or(lines.len());
            let (head, rows) = shown(lines[begin..end].iter().map(String::as_str));
            let expected = projected(&made(what, &file), &head, &place);
            if write && all {
                let anew = expected.iter().map(|row| format!("| {} |", row.join(" | ")));
                lines.splice(begin + 2..end, anew);
                continue;
            }
            assert!(!rows.is_empty(), "{place}: no row");
            if all {
                assert_eq!(rows, expected, "{place}");
            }
            for row in &rows {
                assert!(expected.contains(row), "{place}: {row:?} is no row of {expected:?}");
            }
            *read.entry(name.clone()).or_default() += rows.len();
        }
        if write {
            fs::write(&page, lines.join("\n") + "\n").expect("the page can be written");
        }
    }
    println!("rows read back: {read:?}");
    let gate = fs::read_to_string(root().join("docs/GATE.md")).expect("the page");
    for entry in fs::read_dir(root().join("reports/tables")).expect("a folder").flatten() {
        // What is made of many runs is read back by duets.rs.
        let name = entry.file_name().to_string_lossy().into_owned();
        let part = name.trim_start_matches("gate-").trim_end_matches(".csv");
        if gate.contains(&format!("<!-- made by ci/gate {part}, read back by")) {
            continue;
        }
        assert!(shown_files.contains(&entry.path()), "no page shows {}", entry.path().display());
    }
    for page in ["README.md", "MATRIX.md", "INSTRUCTIONS.md"] {
        assert!(write || read.contains_key(page), "{page} quotes its records");
    }
}

/// The chart of instruction counts is that of the baseline.
#[test]
fn the_chart_of_instructions_is_that_of_the_baseline() {
    let path = root().join("reports/instructions.svg");
    let counts = InstructionCounts::read(&root().join(COUNTS)).unwrap_or_else(|e| panic!("{e}"));
    let chart = costs_chart(&counts);
    for name in ["rebuild", "scan, assembly", "full, bitboards"] {
        assert!(chart.contains(name), "no line {name}");
    }
    if std::env::var_os("NUCLEUS_FIGURES").is_some() {
        fs::write(&path, chart).expect("the chart can be written");
        return;
    }
    let drawn = fs::read_to_string(&path).expect("the chart");
    assert!(drawn == chart, "reports/instructions.svg is another: NUCLEUS_FIGURES=1 draws it anew");
}
