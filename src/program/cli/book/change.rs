use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use nucleus_core::kernels::Choice;
use nucleus_core::notation::pgn;
use nucleus_engine::book::openx::{ExpandStep, Expander};
use nucleus_engine::book::{
    self, BookFault, BookMaker, OpeningBook, OpenxMaker, PolyglotMaker, gather,
};
use nucleus_harness::compare::on_ctrl_c;
use nucleus_harness::progress::RunProgress;
use nucleus_records::output::lock;
use nucleus_search::{EngineOptions, Limits, SearchEngine, Signals};

use super::{ExpandArgs, MakeArgs, MergeArgs};
use crate::cli::progress::Bar;
use crate::cli::{CommandFailure, claim, code, print, refuse_existing, write};

/// Interval at which an extended book is saved.
const SAVED_EVERY: Duration = Duration::from_secs(60);

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

/// Extends an OPENX book by searching.
pub fn expand(args: &ExpandArgs, choice: Choice) -> Result<ExitCode, CommandFailure> {
    let out = args.out.as_deref().unwrap_or(&args.book);
    let _lock = lock(out)?;
    args.out.as_deref().map_or(Ok(()), refuse_existing)?;
    let path = args.book.display();
    let OpeningBook::Openx(book) = OpeningBook::read(&args.book).map_err(CommandFailure::failed)?
    else {
        let text = format!("{path}: only an OPENX book can be extended (book make --openx)");
        return Err(CommandFailure::usage(text));
    };
    let interrupt = on_ctrl_c()?;
    let options = EngineOptions { choice, profile: args.profile, ..EngineOptions::default() };
    let engine = SearchEngine::new(args.hash as usize, options).map_err(CommandFailure::failed)?;
    let limits = match args.depth {
        Some(depth) => Limits::depth(depth),
        None => {
            Limits { movetime: Some(Duration::from_millis(args.movetime)), ..Limits::default() }
        }
    };
    let failed = |error: BookFault| CommandFailure::failed(format!("{path}: {error}"));
    let mut expander =
        Expander::new(book, engine, limits, Signals::stopped_by(&interrupt)).map_err(failed)?;
    let mut bar = Bar::new();
    let (start, allowed) = (Instant::now(), Duration::from_secs(args.time));
    let mut saved = start;
    let (mut searched, mut added) = (0, 0);
    let mut finished = false;
    while start.elapsed() < allowed && args.positions.is_none_or(|most| added < most) {
        match expander.step().map_err(failed)? {
            ExpandStep::Searched => searched += 1,
            ExpandStep::Added => added += 1,
            ExpandStep::Finished => {
                finished = true;
                break;
            }
            ExpandStep::Stopped => break,
        }
        if interrupt.load(Ordering::Relaxed) {
            break;
        }
        bar.state(&format!("{searched} positions searched, {added} added"));
        if saved.elapsed() >= SAVED_EVERY {
            write(out, &OpeningBook::Openx(expander.book()).to_bytes())?;
            saved = Instant::now();
        }
    }
    drop(bar);
    let book = OpeningBook::Openx(expander.book());
    write(out, &book.to_bytes())?;
    print(&format!("{searched} positions searched, {added} added\n"))?;
    say_written(out, &book)?;
    if finished {
        nucleus_base::tell!("no position remains to be searched");
    }
    let interrupted = interrupt.load(Ordering::Relaxed);
    if interrupted {
        nucleus_base::tell!("the run was interrupted; the book has the results so far");
    }
    Ok(code(!interrupted, interrupted))
}
