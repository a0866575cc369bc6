//! The part of `ci/instructions` that is more than a script: gathers the counts that iai-callgrind
//! left, and holds them against a baseline.

use std::fs;
use std::path::PathBuf;

use clap::Subcommand;
use nucleus_report::{Error, REGRESSION};
use xtask::instructions::{InstructionCounts, Tools, compare};

use super::Ended;

/// Uses of instruction counts.
#[derive(Subcommand)]
pub enum InstructionsCommand {
    /// Prints the counts of a folder as JSON.
    Collect {
        /// The folder that iai-callgrind wrote.
        folder: PathBuf,
        /// The hardware's counts, as the bench printed them.
        hardware: PathBuf,
        /// The version of the compiler.
        rustc: String,
        /// The version of Valgrind.
        valgrind: String,
        /// The target triple.
        target: String,
    },
    /// Exit code 0 when the same tools counted both, else 1.
    SameTools {
        /// Counts as JSON.
        a: PathBuf,
        /// Others.
        b: PathBuf,
    },
    /// Prints a table of changes; exit code 3 when the counts fail.
    Compare {
        /// Counts as JSON.
        baseline: PathBuf,
        /// Counts of today.
        now: PathBuf,
    },
}

/// Does it.
///
/// # Errors
/// When a file cannot be read or understood.
pub fn run(command: &InstructionsCommand) -> Ended {
    match command {
        InstructionsCommand::Collect { folder, hardware, rustc, valgrind, target } => {
            let hardware = fs::read_to_string(hardware)
                .map_err(|source| Error::Read { path: hardware.clone(), source })?;
            let [rustc, valgrind, target] = [rustc, valgrind, target].map(Clone::clone);
            let tools = Tools { rustc, valgrind, target };
            print!("{}", InstructionCounts::collect(folder, &hardware, tools)?.to_json());
            Ok(0)
        }
        InstructionsCommand::SameTools { a, b } => {
            let [a, b] = [InstructionCounts::read(a)?, InstructionCounts::read(b)?];
            Ok(u8::from(a.tools != b.tools))
        }
        InstructionsCommand::Compare { baseline, now } => {
            let comparison =
                compare(&InstructionCounts::read(baseline)?, &InstructionCounts::read(now)?);
            print!("{}", comparison.table().markdown());
            let failures = comparison.failures();
            for failure in &failures {
                eprintln!("regression: {failure}");
            }
            Ok(if failures.is_empty() { 0 } else { REGRESSION })
        }
    }
}
