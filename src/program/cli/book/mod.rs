//! `nucleus book`: shows, makes and merges opening books.

mod change;
mod show;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;

use super::CommandFailure;

/// Work with opening books: Polyglot files and OPENX files (docs/PLAYING.md)
#[derive(Subcommand)]
pub enum BookCommand {
    /// Show a book's moves for a position
    Show(ShowArgs),
    /// Make a book from games: Polyglot, or OPENX
    Make(MakeArgs),
    /// Merge two books of one format
    Merge(MergeArgs),
}

#[derive(clap::Args)]
pub struct ShowArgs {
    /// Position: a FEN or `startpos`; `-` reads one per line from standard input
    #[arg(value_name = "FEN")]
    fen: String,
    /// Opening book
    #[arg(long, value_name = "FILE")]
    book: PathBuf,
    /// Print a JSON object for each position
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
pub struct MakeArgs {
    /// PGN files; invalid games are skipped
    #[arg(required = true, value_name = "GAMES.pgn")]
    games: Vec<PathBuf>,
    /// Book to write; must not exist
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Plies to take from each game
    #[arg(long, value_name = "N", default_value_t = 40,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    plies: u32,
    /// Least number of games of a move (of a position with --openx)
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    min_count: u32,
    /// Make a book of positions (OPENX)
    #[arg(long)]
    openx: bool,
}

#[derive(clap::Args)]
pub struct MergeArgs {
    /// First book
    #[arg(value_name = "A")]
    first: PathBuf,
    /// Second book
    #[arg(value_name = "B")]
    second: PathBuf,
    /// Merged book to write; must not exist
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Runs a subcommand of `nucleus book`.
pub fn run(command: &BookCommand) -> Result<ExitCode, CommandFailure> {
    match command {
        BookCommand::Show(args) => show::run(args)?,
        BookCommand::Make(args) => return change::make(args),
        BookCommand::Merge(args) => change::merge(args)?,
    }
    Ok(ExitCode::SUCCESS)
}
