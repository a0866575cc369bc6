//! `nucleus report --check`: records of every kind, each by its crate.

use std::path::Path;

use nucleus_matches::MatchRecord;
use nucleus_matches::rating::RatingReport;
use nucleus_matches::suite::SuiteRecord;
use nucleus_report::check::{self, CheckReport, of_kind};
use nucleus_report::kind::RecordKind;
use nucleus_report::load;

/// Checks a record of any kind.
pub fn check_record(path: &Path) -> Result<CheckReport, String> {
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
