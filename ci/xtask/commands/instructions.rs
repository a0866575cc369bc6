//! The part of `ci/instructions` that is more than a script: gathers the counts that iai-callgrind
//! and single steps left, and holds them against a baseline.

use std::path::PathBuf;

use clap::Subcommand;
use nucleus_report::{Error, REGRESSION};
use xtask::instructions::{InstructionCounts, Tools, compare, compare_counters, histogram};

use super::Ended;

/// Uses of instruction counts.
#[derive(Subcommand)]
pub enum InstructionsCommand {
    /// Prints the counts of a run as JSON.
    Collect {
        /// The lines that single steps printed.
        steps: PathBuf,
        /// The version of the compiler.
        #[arg(long)]
        rustc: String,
        /// The target triple.
        #[arg(long)]
        target: String,
        /// The folder that iai-callgrind wrote.
        #[arg(long, requires = "valgrind")]
        folder: Option<PathBuf>,
        /// The version of Valgrind.
        #[arg(long)]
        valgrind: Option<String>,
    },
    /// Exit code 0 when tools that count alike counted both, else 1.
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
        /// Levels that may not be missing, with commas between them.
        #[arg(long, default_value = "")]
        demanded: String,
    },
    /// Compares the counters: exit code 3 when single steps and Callgrind differ.
    Agree {
        /// Counts of today.
        now: PathBuf,
    },
    /// Prints the next baseline.
    Bless {
        /// The baseline so far, which may be missing.
        baseline: PathBuf,
        /// Counts of today.
        now: PathBuf,
    },
    /// Prints the instructions of a case by routine.
    Histogram {
        /// Counts of today.
        now: PathBuf,
        /// The case.
        case: String,
    },
}

/// Does it.
///
/// # Errors
/// When a file cannot be read or understood.
pub fn run(command: &InstructionsCommand) -> Ended {
    let code = |failures: &[String]| {
        for failure in failures {
            eprintln!("regression: {failure}");
        }
        if failures.is_empty() { 0 } else { REGRESSION }
    };
    match command {
        InstructionsCommand::Collect { steps, rustc, target, folder, valgrind } => {
            let tools = Tools {
                rustc: rustc.clone(),
                valgrind: valgrind.clone().unwrap_or_default(),
                target: target.clone(),
            };
            print!("{}", InstructionCounts::collect(folder.as_deref(), steps, tools)?.to_json());
            Ok(0)
        }
        InstructionsCommand::SameTools { a, b } => {
            let [a, b] = [InstructionCounts::read(a)?, InstructionCounts::read(b)?];
            Ok(u8::from(!a.tools.count_alike(&b.tools)))
        }
        InstructionsCommand::Compare { baseline, now, demanded } => {
            let [baseline, now] =
                [InstructionCounts::read(baseline)?, InstructionCounts::read(now)?];
            let comparison = compare(&baseline, &now, demanded);
            print!("{}{}", comparison.table().markdown(), comparison.histograms());
            Ok(code(&comparison.failures()))
        }
        InstructionsCommand::Agree { now } => {
            let both = compare_counters(&InstructionCounts::read(now)?);
            println!(
                "Single steps and Callgrind on our own routines: {} cases counted by both, the \
                 largest difference {:.3} %.",
                both.cases.len(),
                both.largest() * 100.0
            );
            Ok(code(&both.failures()))
        }
        InstructionsCommand::Bless { baseline, now } => {
            let before =
                baseline.exists().then(|| InstructionCounts::read(baseline)).transpose()?;
            let (next, kept) = InstructionCounts::read(now)?.as_baseline(before.as_ref());
            print!("{}", next.to_json());
            for id in kept {
                eprintln!("note: {id} was not run here and keeps its count");
            }
            Ok(0)
        }
        InstructionsCommand::Histogram { now, case } => {
            let counts = InstructionCounts::read(now)?;
            let routines = counts.routines.get(case).ok_or_else(|| Error::Record {
                path: now.clone(),
                message: format!("no case {case}"),
            })?;
            print!("{}", histogram(routines));
            Ok(0)
        }
    }
}
