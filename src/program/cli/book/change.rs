use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use nucleus_core::notation::pgn;
use nucleus_engine::book::{
    self, BookFault, BookMaker, OpeningBook, OpenxMaker, PolyglotMaker, gather,
};
use nucleus_harness::compare::on_ctrl_c;
use nucleus_harness::progress::RunProgress;

use super::{MakeArgs, MergeArgs};
use crate::cli::progress::Bar;
use crate::cli::{CommandFailure, claim, code, print, write};

/// Prints the path and the size of the written book.
fn say_written(path: &Path, book: &OpeningBook) -> Result<(), CommandFailure> {
    Ok(print(&format!("{}: {}\n", path.display(), book.describe()))?)
}

/// Makes a book from games.
pub fn make(args: &MakeArgs) -> Result<ExitCode, CommandFailure> {
    let _lock = claim(&args.out)?;
    let interrupt = on_ctrl_c()?;
    let plies = args.plies as usize;
    let (book, complete) = if args.openx {
        let mut maker = OpenxMaker::new(plies);
        let complete = read_games(args, &mut maker, &interrupt)?;
        (
            maker.finish(args.min_count).map(OpeningBook::Openx).map_err(CommandFailure::failed)?,
            complete,
        )
    } else {
        let mut maker = PolyglotMaker::new(plies);
        let complete = read_games(args, &mut maker, &interrupt)?;
        (OpeningBook::Polyglot(maker.finish(args.min_count)), complete)
    };
    if book.is_empty() {
        let least = args.min_count;
        return Err(CommandFailure::failed(format!(
            "nothing was played in {least} games or more: no book"
        )));
    }
    write(&args.out, &book.to_bytes())?;
    say_written(&args.out, &book)?;
    if !complete {
        nucleus_base::tell!("the run was interrupted; the book has the games read so far");
    }
    Ok(code(complete, !complete))
}

/// Adds all games to the book; returns false if interrupted.
fn read_games(
    args: &MakeArgs,
    maker: &mut dyn BookMaker,
    interrupt: &AtomicBool,
) -> Result<bool, CommandFailure> {
    let mut bar = Bar::new();
    let mut games = 0;
    for path in &args.games {
        let bytes = nucleus_base::files::read(path)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let file = path.display().to_string();
        let mut report = |read: usize| bar.state(&format!("{file}: {read} games"));
        let gathered = gather(&file, &pgn::decode(bytes), maker, interrupt, &mut report);
        gathered.left_out.warn();
        games += gathered.games;
        if !gathered.complete {
            return Ok(false);
        }
    }
    if games == 0 { Err(CommandFailure::failed("no game to make a book from")) } else { Ok(true) }
}

/// Merges two books into a new one.
pub fn merge(args: &MergeArgs) -> Result<(), CommandFailure> {
    let _lock = claim(&args.out)?;
    let first = OpeningBook::read(&args.first).map_err(CommandFailure::failed)?;
    let second = OpeningBook::read(&args.second).map_err(CommandFailure::failed)?;
    let book = book::merge(&first, &second).map_err(|error| match error {
        BookFault::TwoFormats => CommandFailure::usage(error),
        _ => CommandFailure::failed(error),
    })?;
    write(&args.out, &book.to_bytes())?;
    say_written(&args.out, &book)
}
