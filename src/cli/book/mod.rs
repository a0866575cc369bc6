//! `nucleus book`: what a book has for a position; making and joining books.

mod show;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;

use super::CommandFailure;

/// Opening books: Polyglot files.
#[derive(Subcommand)]
pub enum BookCommand {
    /// What a book has for a position
    Show(ShowArgs),
}

#[derive(clap::Args)]
pub struct ShowArgs {
    /// The position, `startpos` for the start position; `-` for one a line on standard input
    #[arg(value_name = "FEN")]
    fen: String,
    /// The book
    #[arg(long, value_name = "FILE")]
    book: PathBuf,
    /// A JSON object a position
    #[arg(long)]
    json: bool,
}

/// Runs a subcommand.
pub fn run(command: &BookCommand) -> Result<ExitCode, CommandFailure> {
    match command {
        BookCommand::Show(args) => show::run(args)?,
    }
    Ok(ExitCode::SUCCESS)
}
