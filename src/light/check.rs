//! `report --check`: records of every kind, each by the check that knows it.

use std::path::PathBuf;
use std::process::ExitCode;

use nucleus_report::load;

use crate::command::{CommandFailure, Tool, code, print};

/// Checks every record that the paths name; all of them, whatever the first ones are.
///
/// # Errors
/// When there is no record, or a folder cannot be read.
pub fn run(paths: &[PathBuf], tool: &Tool) -> Result<ExitCode, CommandFailure> {
    let mut hold = true;
    let files = load::files(paths)?;
    if files.is_empty() {
        return Err(CommandFailure::failed("there is no record to check"));
    }
    for file in files {
        match (tool.check_record)(&file) {
            Ok(found) => {
                hold &= found.faults.is_empty();
                let lines = found.lines(&file.display().to_string());
                print(&(lines.join("\n") + "\n"))?;
            }
            Err(error) => {
                hold = false;
                nucleus_core::tell!("error: {error}");
            }
        }
    }
    Ok(code(hold, false))
}
