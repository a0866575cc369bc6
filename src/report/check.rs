//! `--check`: verifies record files of every kind.

use std::path::Path;

use super::load;
use nucleus_records::check::{CHECKERS, CheckReport, Checker};
use nucleus_records::envelope::RecordKind;

/// Checks the record in a file; `more` has the checks of kinds that only a higher layer knows.
///
/// # Errors
/// A sentence, if the file cannot be read or is not a record of a known kind.
pub fn check(file: &Path, more: &[(RecordKind, Checker)]) -> Result<CheckReport, String> {
    let content = load::content(file).map_err(|error| error.to_string())?;
    let kind = RecordKind::from_text(&content).unwrap_or(RecordKind::Compare);
    let Some((_, check)) = CHECKERS.iter().chain(more).find(|(known, _)| *known == kind) else {
        return Err(format!(
            "{}: it is {kind}, which only the program with its feature engine checks",
            file.display()
        ));
    };
    check(file, &content)
}
