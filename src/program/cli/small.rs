//! The command line without the feature `engine`: only `compare` and `report`.

mod check;
mod command;
mod compare;
mod help;
mod outputs;
mod progress;
mod report;
mod screen;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Compare UCI engines: is the new one faster? Writes tables and charts.
///
/// This build has no engine, no games and no inspector; the feature `engine` adds them.
#[derive(Parser)]
#[command(name = "nucleus", version, propagate_version = true, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: CliCommand,
}

#[derive(Subcommand)]
enum CliCommand {
    /// Compare engines: workloads × engines × rounds → record, table, charts
    Compare(Box<compare::CompareArgs>),
    /// Make tables and charts from the records of one or many machines
    Report(Box<report::ReportArgs>),
}

/// Runs a command. Exit codes: 0 done, 1 error, 2 usage, 3 regression, 4 undecided, 130 Ctrl-C.
pub fn main() -> ExitCode {
    let cli = help::parse::<Cli>();
    let ended = match cli.command {
        CliCommand::Compare(args) => compare::run(&args),
        CliCommand::Report(args) => report::run(&args),
    };
    ended.unwrap_or_else(|failure| failure.report())
}
