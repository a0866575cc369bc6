//! `report --check`: checks records. Those of matches, suites and ratings need feature `engine`.

use std::path::PathBuf;
use std::process::ExitCode;

#[cfg(feature = "engine")]
use nucleus_matches::{MatchRecord, rating::RatingReport, suite::SuiteRecord};
use nucleus_records::check::Checker;
#[cfg(feature = "engine")]
use nucleus_records::check::check as of_kind;
use nucleus_records::envelope::RecordKind;
use nucleus_report::{check, load};

use crate::cli::command::{CommandFailure, code, print};

/// Checkers of the records that need the engine's crates.
#[cfg(feature = "engine")]
const CHECKERS: &[(RecordKind, Checker)] = &[
    (RecordKind::Match, of_kind::<MatchRecord>),
    (RecordKind::Suite, of_kind::<SuiteRecord>),
    (RecordKind::Ratings, of_kind::<RatingReport>),
];
#[cfg(not(feature = "engine"))]
const CHECKERS: &[(RecordKind, Checker)] = &[];

/// Checks every record at the paths, also after one that fails.
///
/// # Errors
/// If there is no record, or a folder cannot be read.
pub fn run(paths: &[PathBuf]) -> Result<ExitCode, CommandFailure> {
    let mut hold = true;
    let files = load::files(paths)?;
    if files.is_empty() {
        return Err(CommandFailure::failed("no record to check"));
    }
    for file in files {
        match check::check(&file, CHECKERS) {
            Ok(found) => {
                hold &= found.errors.is_empty();
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
