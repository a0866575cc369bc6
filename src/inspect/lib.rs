//! The inspector: the matrix, seen. The paper's debugging application (Axon II, section V.B), for
//! terminals, pictures and programs.
//!
//! The crate [`nucleus_view`] reads a position through a kernel: cells, bits, origins, traces, JSON. This one
//! shows that in the [`terminal`], as [`mod@picture`]s, and by [`web`] as a page in the browser.

mod options;
pub mod picture;
pub mod terminal;
pub mod web;

pub use nucleus_view::{answers, bits, look, origins, terms, timeline, trace};
pub use options::{InspectOptions, PngFile};

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use thiserror::Error;

use nucleus_base::files;
use nucleus_base::lines::to_stdout;
use nucleus_base::text::left_out;
use nucleus_core::board::{BoardType, Setup};
use nucleus_core::kernels::{Choice, LevelError, available, routines};
use nucleus_core::notation::pgn;
use nucleus_draw::{self, DrawError, PNG_SCALE};
use nucleus_view::ViewError;
use nucleus_view::json::{self, View};
use nucleus_view::kernels::{self, is_of_record, kernel_named, record_kernel};
use picture::Picture;
use terminal::App;
use timeline::{GameFile, Timeline};
use trace::KernelTrace;

/// Reason that nothing can be shown.
#[derive(Debug, Error)]
pub enum InspectError {
    /// The position cannot be seen.
    #[error(transparent)]
    View(#[from] ViewError),
    /// Faults in the games of a file.
    #[error("{}: {fault}", path.display())]
    Games {
        /// The file.
        path: PathBuf,
        /// The fault.
        fault: Box<ViewError>,
    },
    /// A level that cannot be had.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// A board without cells.
    #[error("the {0} board has no cells to show: --board is matrix or axon32")]
    NoCells(BoardType),
    /// A kernel whose work is not taken apart.
    #[error(
        "--trace rebuild takes the matrix's rebuild apart, and {0} has another: leave --board out"
    )]
    NoTrace(&'static str),
    /// A picture cannot be made.
    #[error(transparent)]
    Picture(#[from] DrawError),
    /// A file cannot be read or written.
    #[error("{}: {fault}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        fault: io::Error,
    },
    /// Standard output fails.
    #[error("standard output: {0}")]
    Output(io::Error),
    /// The page cannot be served.
    #[error("the page cannot be served: {0}")]
    Serve(io::Error),
    /// The terminal fails.
    #[error("terminal: {0}")]
    Terminal(#[from] io::Error),
}

/// Runs `nucleus inspect`.
///
/// # Errors
/// When the position, a move, a level or a file cannot be had; nothing has been written then, but
/// for pictures that came before the one that failed.
pub fn run(options: &InspectOptions) -> Result<ExitCode, InspectError> {
    let began = Instant::now();
    let mut app = app(options)?;
    if options.trace == Some(trace::TracedKernel::Rebuild) && is_of_record(app.look.level) {
        return Err(InspectError::NoTrace(app.look.level));
    }
    let mut wrote = write_pictures(options, &app)?;
    if options.json {
        to_stdout(format!("{}\n", json(&app)).as_bytes()).map_err(InspectError::Output)?;
        wrote = true;
    }
    let trace = options.trace.map(|kernel| trace_of(&app, kernel));
    if let Some(path) = &options.html {
        let page = match &trace {
            Some(trace) => trace::html(trace),
            None => web::page(&web::place(&app), None),
        };
        write_file(path, page.as_bytes())?;
        wrote = true;
    }
    if wrote {
        tell_time(options, began.elapsed());
        return Ok(ExitCode::SUCCESS);
    }
    if io::stdout().is_terminal() && io::stdin().is_terminal() && !options.print {
        if let Some(kernel) = options.trace {
            app.start_trace(kernel);
        }
        let drawn = terminal::interact(&mut app)?;
        tell_time(options, drawn - began);
    } else {
        let text = trace.map_or_else(|| terminal::print(&app), |trace| trace::text(&trace));
        to_stdout(text.as_bytes()).map_err(InspectError::Output)?;
        tell_time(options, began.elapsed());
    }
    Ok(ExitCode::SUCCESS)
}

fn tell_time(options: &InspectOptions, taken: Duration) {
    if options.timing {
        nucleus_base::tell!("first drawing after {:.1} ms", taken.as_secs_f64() * 1e3);
    }
}

/// The view that is asked for; warnings go to standard error.
///
/// # Errors
/// As [`run`].
pub fn app(options: &InspectOptions) -> Result<App, InspectError> {
    let (timeline, games) = timeline(options)?;
    let kernels = kernels::kernels();
    let other = options.compare.as_deref().map(|name| kernel_named(&kernels, name)).transpose()?;
    let at = kernel_named(&kernels, kernel(options)?)?;
    let mut app = App::new(timeline, kernels, at, other, options.theme);
    app.games = games;
    app.changes = !options.no_changes;
    app.flipped = options.flip;
    if let Some(&square) = options.squares.first() {
        app.selected = square;
    }
    if let Some(layer) = options.layer {
        app.layer = layer;
        app.heat = true;
    }
    Ok(app)
}

fn timeline(options: &InspectOptions) -> Result<(Timeline, Option<GameFile>), InspectError> {
    let (mut timeline, games) = match &options.pgn {
        Some(path) => {
            let bytes = files::read(path)
                .map_err(|fault| InspectError::File { path: path.clone(), fault })?;
            let games = GameFile::new(pgn::decode(bytes), options.game);
            let fault = |fault| InspectError::Games { path: path.clone(), fault: Box::new(fault) };
            let timeline = games.timeline().map_err(fault)?;
            if timeline.lost > 0 {
                nucleus_base::tell!("warning: {}: {}", path.display(), left_out(timeline.lost));
            }
            (timeline, Some(games))
        }
        None => {
            let setup = match options.fen[..] {
                [] => Setup::start(),
                ref words => Setup::named(&words.join(" ")).map_err(ViewError::Fen)?,
            };
            setup
                .corrections
                .iter()
                .for_each(|correction| nucleus_base::tell!("FEN: {correction}"));
            (Timeline::new(&setup), None)
        }
    };
    timeline.play_all(options.moves.iter().flat_map(|text| words(text)), options.ply)?;
    Ok((timeline, games))
}

/// The moves of an argument: one, or several as a game is written, `1. e4 e5 2. Nf3`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let numbered =
        |word: &str| word.contains('.') && word.starts_with(|c: char| c.is_ascii_digit());
    text.split_whitespace()
        .map(move |word| {
            if numbered(word) {
                word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.')
            } else {
                word
            }
        })
        .filter(|word| !word.is_empty())
}

/// The kernel that the options or the environment choose.
fn kernel(options: &InspectOptions) -> Result<&'static str, InspectError> {
    let (environment, notice) = Choice::from_environment()?;
    let variant = options.variant.unwrap_or(environment.variant);
    let (choice, notice) = match options.level {
        Some(level) => {
            let choice = Choice::clamped(level, variant);
            (choice, choice.clamp_notice(level))
        }
        None => (Choice { variant, ..environment }, notice),
    };
    notice.iter().for_each(|notice| nucleus_base::tell!("{notice}"));
    match options.board.unwrap_or_default() {
        BoardType::Matrix => {}
        BoardType::Axon32 => return Ok(record_kernel(choice)),
        BoardType::Magic => return Err(InspectError::NoCells(BoardType::Magic)),
    }
    let routines = routines(choice).ok_or_else(|| ViewError::NoKernel {
        name: choice.to_string(),
        known: available().iter().map(|kernel| kernel.name).collect::<Vec<_>>().join(", "),
    })?;
    Ok(routines.name)
}

/// A kernel's work on the position of a view, taken apart.
fn trace_of(app: &App, kernel: trace::TracedKernel) -> KernelTrace {
    use nucleus_core::board::Board;
    let board = &app.timeline.current().board;
    KernelTrace::new(kernel, app.timeline.fen(), board.planes(), board.side(), &app.look.nucleus)
}

/// Returns the view as one JSON object.
pub fn json(app: &App) -> String {
    json::write(&View {
        timeline: &app.timeline,
        kernels: &app.kernels,
        routines: app.routines(),
        look: &app.look,
        evaluate: app.evaluate,
    })
}

/// The picture that a view stands for.
pub fn picture_of(app: &App) -> Picture<'_> {
    let mut title = match app.timeline.last_move() {
        Some(last) => format!("The matrix after {last}"),
        None => "The matrix".to_owned(),
    };
    title += &format!(", kernel {}", app.look.level);
    Picture {
        look: &app.look,
        title,
        subtitle: app.timeline.fen(),
        layer: app.layer,
        heat: app.heat_map(),
        changes: app.changes,
        flipped: app.flipped,
    }
}

/// Writes the pictures and pages of the options; true when there was one.
fn write_pictures(options: &InspectOptions, app: &App) -> Result<bool, InspectError> {
    if options.svg.is_none() && options.png.is_none() {
        return Ok(false);
    }
    let picture = picture_of(app);
    let scene = match options.squares[..] {
        [] => picture::board(&picture),
        ref squares => picture::close_up(&picture, squares),
    };
    if let Some(path) = &options.svg {
        write_file(path, nucleus_draw::svg::write(&scene).as_bytes())?;
    }
    if let Some(PngFile { path, render }) = &options.png {
        write_file(path, &render(&scene, PNG_SCALE)?)?;
    }
    Ok(true)
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), InspectError> {
    let written = if path == Path::new("-") { to_stdout(bytes) } else { files::write(path, bytes) };
    written.map_err(|fault| InspectError::File { path: path.to_owned(), fault })
}
