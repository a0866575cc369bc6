//! `report --check`: records of every kind, each by the check that knows it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[cfg(feature = "engine")]
use nucleus_matches::{MatchRecord, rating::RatingReport, suite::SuiteRecord};
use nucleus_report::check::{self, CheckReport};
use nucleus_report::kind::RecordKind;
use nucleus_report::load;

use crate::cli::command::{CommandFailure, code, print};

/// Checks every record that the paths name; all of them, whatever the first ones are.
///
/// # Errors
/// When there is no record, or a folder cannot be read.
pub fn run(paths: &[PathBuf]) -> Result<ExitCode, CommandFailure> {
    let mut hold = true;
    let files = load::files(paths)?;
    if files.is_empty() {
        return Err(CommandFailure::failed("there is no record to check"));
    }
    for file in files {
        match check_record(&file) {
            Ok(found) => {
                hold &= found.faults.is_empty();
                let lines = found.lines(&file.display().to_string());
                print(&(lines.join("\n") + "\n"))?;
            }
            Err(error) => {
                hold = false;
                nucleus_base::tell!("error: {error}");
            }
        }
    }
    Ok(code(hold, false))
}

/// Checks a record of any kind that the program knows.
fn check_record(path: &Path) -> Result<CheckReport, String> {
    let content = load::content(path).map_err(|e| e.to_string())?;
    match RecordKind::of(&content) {
        Some(kind @ (RecordKind::Match | RecordKind::Suite | RecordKind::Ratings)) => {
            check_of_engine(kind, path, &content)
        }
        _ => check::check(path).map_err(|e| e.to_string()),
    }
}

#[cfg(not(feature = "engine"))]
fn check_of_engine(kind: RecordKind, path: &Path, _: &str) -> Result<CheckReport, String> {
    Err(format!(
        "{}: it is {kind}, which only the program with its feature engine checks",
        path.display()
    ))
}

#[cfg(feature = "engine")]
fn check_of_engine(kind: RecordKind, path: &Path, content: &str) -> Result<CheckReport, String> {
    let in_file = |fault: String| format!("{}: {fault}", path.display());
    let mut report = CheckReport::default();
    let held = match kind {
        RecordKind::Match => {
            let record = MatchRecord::read(path)?;
            report.unknown_fields(content, &record);
            report.faults = record.faults();
            format!("{} games of {} engines", record.games.len(), record.engines.len())
        }
        RecordKind::Suite => {
            let record = SuiteRecord::read(path)?.ok_or_else(|| in_file("it is gone".into()))?;
            report.unknown_fields(content, &record);
            report.faults = record.faults();
            let positions: usize = record.suites.iter().map(|s| s.positions.len()).sum();
            format!("{positions} positions of {} suites", record.suites.len())
        }
        _ => {
            let ratings = RatingReport::from_json(content).map_err(in_file)?;
            report.unknown_fields(content, &ratings);
            report.faults = ratings.faults();
            format!("{} players, {} games", ratings.players.len(), ratings.games)
        }
    };
    report.held = check::of_kind(kind, &held);
    Ok(report)
}
