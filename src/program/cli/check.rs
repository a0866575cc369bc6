//! `nucleus report --check`: records of every kind, each by what knows it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use nucleus_matches::MatchRecord;
use nucleus_matches::rating::RatingReport;
use nucleus_matches::suite::SuiteRecord;
use nucleus_report::check::{self, CheckReport, of_kind};
use nucleus_report::kind::RecordKind;
use nucleus_report::load;

use super::CommandFailure;

/// Checks every record that the paths name; all of them, whatever the first ones are.
pub fn run(paths: &[PathBuf]) -> Result<ExitCode, CommandFailure> {
    let mut hold = true;
    let files = load::files(paths)?;
    if files.is_empty() {
        return Err(CommandFailure::failed("there is no record to check"));
    }
    for file in files {
        match checked(&file) {
            Ok(found) => {
                hold &= found.faults.is_empty();
                let lines = found.lines(&file.display().to_string());
                super::print(&(lines.join("\n") + "\n"))?;
            }
            Err(error) => {
                hold = false;
                nucleus_core::tell!("error: {error}");
            }
        }
    }
    Ok(super::code(hold, false))
}

/// What is found of a file.
fn checked(path: &Path) -> Result<CheckReport, String> {
    let content = load::content(path).map_err(|e| e.to_string())?;
    let in_file = |said: String| format!("{}: {said}", path.display());
    let mut report = CheckReport::default();
    match RecordKind::of(&content) {
        Some(kind @ RecordKind::Match) => {
            let record = MatchRecord::read(path)?;
            report.unknown_fields(&content, &record);
            report.faults = record.faults();
            let (games, engines) = (record.games.len(), record.engines.len());
            report.held = of_kind(kind, &format!("{games} games of {engines} engines"));
        }
        Some(kind @ RecordKind::Suite) => {
            let record = SuiteRecord::read(path)?.ok_or_else(|| in_file("it is gone".into()))?;
            report.unknown_fields(&content, &record);
            report.faults = record.faults();
            let positions: usize = record.suites.iter().map(|s| s.positions.len()).sum();
            let suites = record.suites.len();
            report.held = of_kind(kind, &format!("{positions} positions of {suites} suites"));
        }
        Some(kind @ RecordKind::Ratings) => {
            let ratings = RatingReport::from_json(&content).map_err(in_file)?;
            report.unknown_fields(&content, &ratings);
            report.faults = ratings.faults();
            let (players, games) = (ratings.players.len(), ratings.games);
            report.held = of_kind(kind, &format!("{players} players, {games} games"));
        }
        _ => return check::check(path).map_err(|e| e.to_string()),
    }
    Ok(report)
}
