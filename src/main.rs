//! The `nucleus` command.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Inspect(Box<nucleus::inspect::InspectArgs>),
}

fn main() -> ExitCode {
    let Cli { command: Command::Inspect(args) } = Cli::parse();
    nucleus::inspect::run(&args).unwrap_or_else(|fault| {
        eprintln!("nucleus inspect: {fault}");
        ExitCode::FAILURE
    })
}
