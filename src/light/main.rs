//! The `nucleus-light` command: compares other people's engines, without an engine of its own.

use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use nucleus_light::command::{CommandFailure, Tool, refuse_command_line};
use nucleus_light::{compare, report};
use nucleus_report::check::{CheckReport, check};
use nucleus_report::kind::RecordKind;
use nucleus_report::load;

/// Is the new engine faster? Compares UCI engines by turns and makes tables and charts.
///
/// It has no engine, no games, no PNG and no inspector: those are in the whole program, `nucleus`.
#[derive(Parser)]
#[command(name = "nucleus-light", version, propagate_version = true, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: CliCommand,
}

#[derive(Subcommand)]
enum CliCommand {
    /// Compare engines: workloads × engines × rounds → record, table, charts
    Compare(Box<compare::CompareArgs>),
    /// Tables and charts again, from the records of one or many machines
    Report(Box<report::ReportArgs>),
}

const TOOL: Tool = Tool {
    build: nucleus_build_info::build_info!(),
    has_engine: false,
    png: None,
    check_record,
    matrix_page: None,
};

fn main() -> ExitCode {
    let cli = Cli::try_parse().unwrap_or_else(|error| refuse_command_line(&error));
    let ended = match cli.command {
        CliCommand::Compare(args) => compare::run(&args, &TOOL),
        CliCommand::Report(args) => report::run(&args, &TOOL),
    };
    ended.unwrap_or_else(|failure: CommandFailure| failure.report())
}

/// Checks a record of a comparison.
fn check_record(path: &Path) -> Result<CheckReport, String> {
    let content = load::content(path).map_err(|error| error.to_string())?;
    match RecordKind::of(&content) {
        Some(kind @ (RecordKind::Match | RecordKind::Suite | RecordKind::Ratings)) => Err(format!(
            "{}: it is {kind}, which only the whole program checks (nucleus report --check)",
            path.display()
        )),
        _ => check(path).map_err(|error| error.to_string()),
    }
}
