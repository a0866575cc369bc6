//! Compares tables on pages with the records that they quote, or rewrites the tables from the records.
//!
//! A line before such a table, its mark, names the source. For a table of `nucleus report` the mark
//! is `<!-- table boards of reports/CPU/RECORD.json -->`. Other subjects are
//!
//! - `headline` for a record of the unit `headline`,
//! - `kernels` (or `boards`) for instruction counts of ci/instructions.json,
//! - `ladder` for games of the unit `strengths`,
//! - `coverage`, `found` and `methods` for runs of the units `gate-…`,
//! - `csv` for a file whose cells are shown unchanged.
//!
//! The page may leave out columns, and with `rows` instead of `table` also rows.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use nucleus_report::load::{self, Loaded};
use nucleus_report::{chart, tables};

use crate::figures::sheet::{Sheet, from_csv};
use crate::instructions::{CostTable, InstructionCounts, costs_chart, costs_table};
use crate::run::Fault;
use crate::{duets, headline, ladder};

const COUNTS: &str = "ci/instructions.json";

/// Returns README.md and the pages directly in docs/, docs/notebook/ and reports/.
pub fn pages(root: &Path) -> Vec<PathBuf> {
    let mut pages = vec![root.join("README.md")];
    for folder in ["docs", "docs/notebook", "reports"] {
        let entries = fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
        pages.extend(entries.map(|entry| entry.path()));
    }
    pages.retain(|page| page.extension().is_some_and(|e| e == "md"));
    pages.sort();
    pages
}

/// Returns the cells of a table row.
pub fn cells(line: &str) -> Vec<String> {
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// Parses a Markdown table: its head and its rows.
fn shown<'a>(lines: impl Iterator<Item = &'a str>) -> Option<Sheet> {
    let mut lines = lines.filter(|line| line.starts_with('|')).map(cells);
    let head = lines.next()?;
    Some(Sheet { head, rows: lines.skip(1).collect() })
}

/// Returns the table that a mark names, made from the mark's file.
pub fn made(root: &Path, subject: &str, file: &str) -> Result<Sheet, Fault> {
    let path = root.join(file);
    let text = || fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"));
    Ok(match subject {
        "csv" => {
            let text = text()?;
            let mut reader = csv::Reader::from_reader(text.as_bytes());
            let cells = |row: &csv::StringRecord| row.iter().map(str::to_owned).collect();
            let head = cells(reader.headers()?);
            let rows = reader.records().map(|row| row.map(|row| cells(&row)));
            Sheet { head, rows: rows.collect::<Result<_, csv::Error>>()? }
        }
        "ladder" => ladder::sheet(&ladder::ratings(&text()?)?),
        "coverage" => duets::coverage(&from_csv(&text()?)?),
        "found" => duets::found(&from_csv(&text()?)?, &[10, 30, 90]),
        "methods" => duets::methods(&from_csv(&text()?)?),
        "headline" => headline::table(&load::read(&path)?.record),
        _ if file == COUNTS => {
            let which = nucleus_base::text::named("table", &CostTable::ALL, subject)?;
            costs_table(&InstructionCounts::read(&path)?, which)
        }
        _ => {
            let all = tables::all(&[load::read(&path)?]);
            let table = all.into_iter().find(|table| table.name == subject);
            let table = table.ok_or_else(|| format!("{file}: no table {subject}"))?.markdown();
            shown(table.lines()).ok_or_else(|| format!("{file}: {subject} is empty"))?
        }
    })
}

/// Parses a mark: true if all rows are required, the subject, and the file.
fn read_mark(line: &str) -> Option<(bool, &str, &str)> {
    let mark = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
    let (mark, file) = mark.split_once(" of ")?;
    let (kind, subject) = mark.split_once(' ')?;
    let is_complete = match kind {
        "table" => true,
        "rows" => false,
        _ => return None,
    };
    let is_known = file == COUNTS || ["reports/", "docs/"].iter().any(|f| file.starts_with(f));
    is_known.then_some((is_complete, subject, file))
}

/// Returns the rows of a sheet, reduced to the columns that a page shows.
fn projected(sheet: &Sheet, head: &[String]) -> Result<Vec<Vec<String>>, Fault> {
    let column = |name: &String| {
        let at = sheet.head.iter().position(|column| column == name);
        at.ok_or_else(|| format!("the record has no column `{name}`: {:?}", sheet.head).into())
    };
    let columns = head.iter().map(column).collect::<Result<Vec<usize>, Fault>>()?;
    let row = |row: &Vec<String>| columns.iter().map(|&at| row[at].clone()).collect();
    Ok(sheet.rows.iter().map(row).collect())
}

/// The result of checking all pages.
#[derive(Debug, Default)]
pub struct PageFindings {
    /// Tables that differ from their records, a message each.
    pub errors: Vec<String>,
    /// Number of rows checked, by page.
    pub rows: BTreeMap<String, usize>,
    /// Files that pages show.
    pub files: BTreeSet<String>,
}

/// Checks a page's tables. With `write`, rewrites those of mark `table` whose file's path has it.
fn page(
    root: &Path,
    name: &str,
    lines: &mut Vec<String>,
    write: Option<&str>,
    findings: &mut PageFindings,
) -> Result<(), Fault> {
    let mut at = 0;
    while at < lines.len() {
        let mark = lines[at].clone();
        at += 1;
        let Some((is_complete, subject, file)) = read_mark(&mark) else { continue };
        let place = format!("{name}:{at}");
        findings.files.insert(file.to_owned());
        let begin = (at..lines.len()).find(|&i| lines[i].starts_with('|'));
        let begin = begin.ok_or_else(|| format!("{place}: no table follows"))?;
        let end = (begin..lines.len()).find(|&i| !lines[i].starts_with('|'));
        let end = end.unwrap_or(lines.len());
        let of_page = shown(lines[begin..end].iter().map(String::as_str));
        let Sheet { head, rows } = of_page.ok_or_else(|| format!("{place}: no table follows"))?;
        let expected = made(root, subject, file).and_then(|sheet| projected(&sheet, &head));
        let expected = expected.map_err(|error| format!("{place}: {error}"))?;
        if is_complete && write.is_some_and(|only| file.contains(only)) {
            let anew = expected.iter().map(|row| format!("| {} |", row.join(" | ")));
            lines.splice(begin + 2..end, anew);
            continue;
        }
        if rows.is_empty() || is_complete && rows != expected {
            findings.errors.push(format!("{place}: {rows:?} is not {expected:?}"));
        }
        let other = rows.iter().filter(|row| !expected.contains(row));
        findings.errors.extend(other.map(|row| format!("{place}: {row:?} is not in {file}")));
        *findings.rows.entry(name.to_owned()).or_default() += rows.len();
    }
    Ok(())
}

/// Checks or rewrites the tables of all pages, as `page` does, and the charts of instructions and CPUs.
pub fn tables_of_pages(root: &Path, write: Option<&str>) -> Result<PageFindings, Fault> {
    let mut findings = PageFindings::default();
    for path in pages(root) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path)?;
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        page(root, &name, &mut lines, write, &mut findings)?;
        let made = lines.join("\n") + "\n";
        if write.is_some() && made != text {
            println!("{} written", path.strip_prefix(root).unwrap_or(&path).display());
            fs::write(&path, made)?;
        }
    }
    let costs = costs_chart(&InstructionCounts::read(&root.join(COUNTS))?);
    let files = load::files(&[root.join("reports")])?;
    let records: Vec<Loaded> = files.iter().filter_map(|file| load::read(file).ok()).collect();
    let cpus = chart::cpus(&records).ok_or("no record for the chart of CPUs")?.svg();
    for (file, chart) in [("reports/instructions.svg", costs), ("reports/cpus.svg", cpus)] {
        if write == Some("") {
            fs::write(root.join(file), chart)?;
        } else if chart != fs::read_to_string(root.join(file))? {
            findings.errors.push(format!("{file} is not that of its records"));
        }
    }
    Ok(findings)
}
