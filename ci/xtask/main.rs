//! Tools for developers: the parts of the scripts of ci/ that are no shell, and numbers that are
//! compiled in and come from a search or from games.

mod commands;

use std::process::ExitCode;

use clap::Parser;

use commands::{
    breakdown, duets, find_magics, fit_strengths, fit_wdl, gate_rates, instructions, ladder, site,
};

/// Tools for the developers of Nucleus.
#[derive(Parser)]
enum Command {
    /// Counts of instructions against a baseline, for ci/instructions.
    #[command(subcommand)]
    Instructions(instructions::InstructionsCommand),
    /// A node's instructions and time by parts of the source, for ci/boards and ci/cycles.
    #[command(subcommand)]
    Breakdown(breakdown::BreakdownCommand),
    /// Searches the magic numbers and prints src/core/board/magic/magics.rs.
    FindMagics,
    /// Fits the chances that UCI_ShowWDL shows to games of the engine against itself.
    FitWdl(fit_wdl::FitWdlArguments),
    /// Measures the ladder of UCI_Elo by games of players along a curve.
    FitStrengths(fit_strengths::FitStrengthsArguments),
    /// Rates the games of ci/strengths.
    Ladder(ladder::LadderArguments),
    /// Duets beside other ways to compare, for ci/gate.
    #[command(subcommand)]
    Duets(duets::DuetsCommand),
    /// Simulates gates and prints the table of docs/GATE.md.
    GateRates,
    /// Measures how long the page of results takes for many records.
    Site(site::SiteArguments),
}

fn main() -> ExitCode {
    let ended = match Command::parse() {
        Command::Instructions(command) => instructions::run(&command),
        Command::Breakdown(command) => breakdown::run(command),
        Command::FindMagics => {
            find_magics::run();
            Ok(0)
        }
        Command::GateRates => {
            gate_rates::run();
            Ok(0)
        }
        Command::Duets(command) => duets::run(&command),
        Command::Ladder(arguments) => ladder::run(&arguments),
        Command::FitWdl(arguments) => fit_wdl::run(&arguments),
        Command::FitStrengths(arguments) => fit_strengths::run(&arguments),
        Command::Site(arguments) => site::run(&arguments),
    };
    match ended {
        Ok(code) => code.into(),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
