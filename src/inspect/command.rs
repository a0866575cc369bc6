//! The command `nucleus inspect`: from its options to what it prints and writes.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::ViewError;
use crate::drawing::{Drawing, Heat, Layer};
use crate::kernels::{is_of_record, kernels, record_kernel};
use crate::look::View;
use crate::print::Theme;
use crate::timeline::Timeline;
use crate::trace::{KernelTrace, TracedKernel};
use crate::{json, page, picture, print};
use nucleus_base::files;
use nucleus_base::lines::to_stdout;
use nucleus_base::text::left_out;
use nucleus_core::board::{Board, BoardType, Setup};
use nucleus_core::kernels::{Choice, Level, LevelError, Variant, available, routines};
use nucleus_core::notation::pgn;
use nucleus_core::types::Square;
use nucleus_report::draw::svg;

/// The position to inspect, and the forms of its display.
#[derive(Clone, Debug, Default)]
pub struct InspectOptions {
    /// The words of a FEN; the start position when there is none.
    pub fen: Vec<String>,
    /// Moves from the position, in UCI's or standard notation; one or several in a string.
    pub moves: Vec<String>,
    /// A file of games, one of which is shown in place of a position.
    pub pgn: Option<PathBuf>,
    /// Number of the game in the file, from 1.
    pub game: usize,
    /// Look at the position after this many plies.
    pub ply: Option<usize>,
    /// The board whose cells are shown; the matrix when left out.
    pub board: Option<BoardType>,
    /// The kernels' level; that of the environment when left out.
    pub level: Option<Level>,
    /// The kernels' variant; likewise.
    pub variant: Option<Variant>,
    /// The name of a kernel to compare with.
    pub compare: Option<String>,
    /// Colour squares by how many of these pieces reach them.
    pub layer: Option<Layer>,
    /// Do not mark what the last move changed.
    pub no_changes: bool,
    /// Black at the bottom.
    pub flip: bool,
    /// Path of the picture; `-` is standard output, here and below.
    pub svg: Option<PathBuf>,
    /// The squares of a close-up; the first is the one that is printed.
    pub squares: Vec<Square>,
    /// Print the matrix as JSON.
    pub json: bool,
    /// The kernel whose work to show step by step.
    pub trace: Option<TracedKernel>,
    /// Path of the page.
    pub html: Option<PathBuf>,
    /// Open the page in the browser.
    pub open: bool,
    /// Number of colours to use.
    pub theme: Theme,
    /// Columns of the terminal.
    pub width: usize,
}

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
}

/// Runs `nucleus inspect`: writes the outputs of the options, or prints the matrix if there are none.
///
/// # Errors
/// When the position, a move, a level or a file cannot be had; nothing has been written then, but
/// for outputs that came before the one that failed.
pub fn run(options: &InspectOptions) -> Result<(), InspectError> {
    let view = view(options)?;
    let drawing = drawing(options, &view);
    if options.trace == Some(TracedKernel::Rebuild) && is_of_record(view.look.level) {
        return Err(InspectError::NoTrace(view.look.level));
    }
    if let Some(path) = &options.svg {
        let (title, fen) = (picture::title(&view), view.timeline.fen());
        let scene = match options.squares[..] {
            [] => picture::board(&drawing, &title, &fen),
            ref squares => picture::close_up(&drawing, squares, &title, &fen),
        };
        write_file(path, &svg::write(&scene))?;
    }
    if options.json {
        print_text(&(json::write(&view) + "\n"))?;
    }
    if let Some(path) = &options.html {
        write_file(path, &page::write(&view, options.trace))?;
        if options.open {
            page::open(path);
        }
    }
    if options.svg.is_some() || options.json || options.html.is_some() {
        return Ok(());
    }
    print_text(&match options.trace {
        Some(kernel) => print::trace(&KernelTrace::of_view(&view, kernel)),
        None => {
            let selected = options.squares.first().copied();
            let selected = selected.unwrap_or_else(|| view.last_square());
            print::write(&view, &drawing, selected, options.theme, options.width)
        }
    })
}

/// The view of the options; warnings go to standard error.
///
/// # Errors
/// As [`run`].
pub fn view(options: &InspectOptions) -> Result<View, InspectError> {
    let timeline = timeline(options)?;
    Ok(View::new(timeline, kernels(), kernel(options)?, options.compare.as_deref())?)
}

/// The cells of a view, drawn as the options say.
pub fn drawing<'a>(options: &InspectOptions, view: &'a View) -> Drawing<'a> {
    Drawing {
        heat: options.layer.map(|layer| Heat::new(view.board().planes(), layer)),
        changes: !options.no_changes,
        flipped: options.flip,
        look: &view.look,
    }
}

fn timeline(options: &InspectOptions) -> Result<Timeline, InspectError> {
    let mut timeline = match &options.pgn {
        Some(path) => {
            let bytes = files::read(path)
                .map_err(|fault| InspectError::File { path: path.clone(), fault })?;
            let fault = |fault| InspectError::Games { path: path.clone(), fault: Box::new(fault) };
            let timeline = Timeline::of_pgn(&pgn::decode(bytes), options.game).map_err(fault)?;
            if timeline.lost > 0 {
                nucleus_base::tell!("warning: {}: {}", path.display(), left_out(timeline.lost));
            }
            timeline
        }
        None => {
            let setup = match options.fen[..] {
                [] => Setup::start(),
                ref words => Setup::named(&words.join(" ")).map_err(ViewError::Fen)?,
            };
            for correction in &setup.corrections {
                nucleus_base::tell!("FEN: {correction}");
            }
            Timeline::new(&setup)
        }
    };
    timeline.play_all(options.moves.iter().flat_map(|text| words(text)), options.ply)?;
    Ok(timeline)
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

fn print_text(text: &str) -> Result<(), InspectError> {
    to_stdout(text.as_bytes()).map_err(InspectError::Output)
}

fn write_file(path: &Path, text: &str) -> Result<(), InspectError> {
    let bytes = text.as_bytes();
    let written = if path == Path::new("-") { to_stdout(bytes) } else { files::write(path, bytes) };
    written.map_err(|fault| InspectError::File { path: path.to_owned(), fault })
}
