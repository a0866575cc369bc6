//! `nucleus book`: shows, makes, merges and extends opening books.

mod change;
mod show;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use nucleus_core::kernels::Choice;
use nucleus_search::ProfileName;

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
    /// Extend an OPENX book: search its best moves that lead out of it
    Expand(ExpandArgs),
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

#[derive(clap::Args)]
pub struct ExpandArgs {
    /// Book to extend; overwritten unless --out is given
    #[arg(value_name = "B")]
    book: PathBuf,
    /// Time limit in seconds; the last search is finished
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=31_536_000))]
    time: u64,
    /// Milliseconds per search
    #[arg(long, value_name = "MS", default_value_t = 500, conflicts_with = "depth",
          value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: u64,
    /// Plies per search, instead of --movetime
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=120))]
    depth: Option<u32>,
    /// Maximum number of positions to add
    #[arg(long, value_name = "N")]
    positions: Option<usize>,
    /// Searcher: axon, full or umko
    #[arg(long, default_value = "full")]
    profile: ProfileName,
    /// Table size in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16,
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Book to write instead; must not exist
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs a subcommand of `nucleus book`.
pub fn run(command: &BookCommand, choice: Choice) -> Result<ExitCode, CommandFailure> {
    match command {
        BookCommand::Show(args) => show::run(args)?,
        BookCommand::Make(args) => return change::make(args),
        BookCommand::Merge(args) => change::merge(args)?,
        BookCommand::Expand(args) => return change::expand(args, choice),
    }
    Ok(ExitCode::SUCCESS)
}
