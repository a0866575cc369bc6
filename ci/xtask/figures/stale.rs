//! Reports stale tables: for each table, the number of later commits that changed what the table measures.
//!
//! A line before a table, its mark, has the commit, the command, and the paths that it measures:
//! `<!-- made at COMMIT[,COMMIT…] by COMMAND; measures PATH… -->`, with `rows` for COMMIT if the last column
//! has each row's commit. For a command `cargo xtask figures UNIT` the paths are those of the unit.

use std::fs;
use std::path::PathBuf;

use crate::figures::pages::{cells, pages};
use crate::figures::units::{Unit, units};
use crate::git::Repository;
use crate::run::Fault;

/// The number of later changes to what each table measures, as text.
#[derive(Debug, Default)]
pub struct StaleReport {
    /// A line for each table and for each error.
    pub lines: Vec<String>,
    /// True if a mark is invalid or names an unknown commit or path.
    pub is_wrong: bool,
}

/// Returns the report for these pages, or for all pages if none is given.
pub fn stale(repository: &Repository, named: &[PathBuf]) -> Result<StaleReport, Fault> {
    let (mut report, units) = (StaleReport::default(), units()?);
    let root = repository.folder();
    if repository.git(&["rev-parse", "--verify", "HEAD"]).is_none() {
        report.lines.push("no clone with a history: the age of tables is not known".to_owned());
        return Ok(report);
    }
    let named: Vec<PathBuf> = named.iter().map(|page| root.join(page)).collect();
    let pages = if named.is_empty() { pages(root) } else { named };
    for path in pages {
        let page = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        let text = fs::read_to_string(&path).map_err(|error| format!("{page}: {error}"))?;
        for (number, line) in text.lines().enumerate() {
            if !line.starts_with("<!-- made at") {
                continue;
            }
            let place = format!("{page}:{}", number + 1);
            let Some((commits, command, paths)) = read_mark(line, &units) else {
                report.wrong(&place, &format!("cannot be read: {line}"));
                continue;
            };
            let commits = match commits {
                "rows" => commits_of_rows(text.lines().skip(number + 1)),
                _ => commits.split(',').map(str::to_owned).collect(),
            };
            report.table(repository, &place, &commits, command, paths);
        }
    }
    Ok(report)
}

/// Parses a mark: commits, command, paths.
fn read_mark<'a>(line: &'a str, units: &'a [Unit]) -> Option<(&'a str, &'a str, &'a str)> {
    let mark = line.strip_prefix("<!-- made at ")?.strip_suffix("-->")?.trim_end();
    let (commits, rest) = mark.split_once(" by ")?;
    if let Some((command, paths)) = rest.split_once("; measures ") {
        return Some((commits, command, paths));
    }
    let name = rest.strip_prefix("cargo xtask figures ")?.split(' ').next()?;
    Some((commits, rest, &units.iter().find(|unit| unit.name == name)?.measures))
}

/// Returns the commits in the last column of the first table in these lines.
fn commits_of_rows<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let table = lines.skip_while(|line| !line.starts_with('|'));
    let rows = table.take_while(|line| line.starts_with('|')).skip(2);
    let mut commits: Vec<String> = rows.filter_map(|row| cells(row).pop()).collect();
    commits.retain(|commit| commit != "-");
    commits.sort();
    commits.dedup();
    commits
}

impl StaleReport {
    fn wrong(&mut self, place: &str, message: &str) {
        self.lines.push(format!("{place:<46} {message}"));
        self.is_wrong = true;
    }

    /// Adds the line of a table. If its rows have several commits, the line has the one that the most commits follow.
    fn table(
        &mut self,
        repository: &Repository,
        place: &str,
        commits: &[String],
        command: &str,
        paths: &str,
    ) {
        let paths: Vec<&str> = paths.split(' ').collect();
        for path in &paths {
            if repository.git(&["ls-files", "--", path]).is_none_or(|files| files.is_empty()) {
                self.wrong(place, &format!("measures {path}, which is not there"));
            }
        }
        let mut ages = Vec::new();
        for commit in commits.iter().map(|commit| commit.trim_end_matches('+')) {
            match repository.commits_since(commit, &paths) {
                None => {
                    self.wrong(place, &format!("made at {commit}, which this clone does not know"))
                }
                Some(count) => ages.push((count, commit)),
            }
        }
        let Some((count, commit)) = ages.into_iter().max() else { return };
        let behind = match count {
            0 => "up to date".to_owned(),
            1 => "1 commit behind".to_owned(),
            _ => format!("{count} commits behind"),
        };
        self.lines.push(format!("{place:<46} {behind:<20} ({commit}, {command})"));
    }
}
