//! The command line: one file a subcommand, each a thin layer over the library.

mod bench;
mod perft;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use nucleus::kernels::Choice;

/// How fast can a chess core go on this CPU?
#[derive(Parser)]
#[command(name = "nucleus", version, about, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Speak UCI on standard input (what happens without a command, too)
    Uci,
    /// Count legal move paths
    Perft(perft::Args),
    /// Search the built-in positions: the signature, nodes and nps
    Bench(bench::Args),
}

/// Done.
const DONE: u8 = 0;
/// It failed.
const FAILED: u8 = 1;

/// Runs what the command line says.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command.unwrap_or(Command::Uci) {
        Command::Uci => choice().and_then(nucleus::uci::run),
        Command::Perft(args) => choice().and_then(|choice| perft::run(&args, choice)),
        Command::Bench(args) => choice().and_then(|choice| bench::run(&args, choice)),
    };
    match result {
        Ok(()) => ExitCode::from(DONE),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(FAILED)
        }
    }
}

/// The level that the environment forces, or the best.
fn choice() -> Result<Choice, String> {
    let (choice, notice) = Choice::from_environment().map_err(|e| e.to_string())?;
    if let Some(notice) = notice {
        eprintln!("warning: {notice}");
    }
    Ok(choice)
}
