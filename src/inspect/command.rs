//! The command `nucleus inspect`, from its options to its output.

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

/// Options of `nucleus inspect`: the position, and the forms of its display.
#[derive(Clone, Debug, Default)]
pub struct InspectOptions {
    /// Words of a FEN; empty: the start position.
    pub fen: Vec<String>,
    /// Moves from the position, in UCI's or standard algebraic notation, one or more in each string.
    pub moves: Vec<String>,
    /// PGN file whose game is shown instead.
    pub pgn: Option<PathBuf>,
    /// Number of the game in the file, from 1.
    pub game: usize,
    /// Number of plies before the shown position; all moves if `None`.
    pub ply: Option<usize>,
    /// Board whose cells are shown; the matrix if `None`.
    pub board: Option<BoardType>,
    /// Level of the kernels; that of the environment if `None`.
    pub level: Option<Level>,
    /// Variant of the kernels; that of the environment if `None`.
    pub variant: Option<Variant>,
    /// Name of a kernel to compare with.
    pub compare: Option<String>,
    /// Pieces of the heat map, which colours each square by the number of them that reach it.
    pub layer: Option<Layer>,
    /// Do not mark the bits that the last move changed.
    pub no_changes: bool,
    /// Draw Black at the bottom.
    pub flip: bool,
    /// Path of the picture; here and below, `-` is standard output.
    pub svg: Option<PathBuf>,
    /// Squares of a close-up; the printed output shows the first.
    pub squares: Vec<Square>,
    /// Print the matrix as JSON.
    pub json: bool,
    /// Kernel to show step by step.
    pub trace: Option<TracedKernel>,
    /// Path of the HTML page.
    pub html: Option<PathBuf>,
    /// Open the page in the browser.
    pub open: bool,
    /// Colours of the printed output.
    pub theme: Theme,
    /// Width of the terminal, in columns.
    pub width: usize,
}

/// The reason why nothing can be shown.
#[derive(Debug, Error)]
pub enum InspectError {
    /// The position or a kernel is invalid.
    #[error(transparent)]
    View(#[from] ViewError),
    /// A PGN file has an error.
    #[error("{}: {error}", path.display())]
    Games {
        /// Path of the file.
        path: PathBuf,
        /// Error in the games, with its location.
        error: Box<ViewError>,
    },
    /// The level is unknown or cannot run on this CPU.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The board has no cells.
    #[error("the {0} board has no cells to show: --board is matrix or axon32")]
    NoCells(BoardType),
    /// The board's rebuild has no trace.
    #[error(
        "--trace rebuild takes the matrix's rebuild apart, and {0} has another: leave --board out"
    )]
    NoTrace(&'static str),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Path of the file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// Standard output cannot be written.
    #[error("standard output: {0}")]
    Output(io::Error),
}

/// Runs `nucleus inspect`: writes the requested outputs, or prints the matrix if there are none.
///
/// # Errors
/// If the position, a move, a level or a file is invalid. Outputs before the failed one are written.
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

/// Returns the view for these options; prints warnings to standard error.
///
/// # Errors
/// See [`run`].
pub fn view(options: &InspectOptions) -> Result<View, InspectError> {
    let timeline = timeline(options)?;
    Ok(View::new(timeline, kernels(), kernel(options)?, options.compare.as_deref())?)
}

/// Returns the drawing of a view for these options.
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
                .map_err(|error| InspectError::File { path: path.clone(), error })?;
            let failed = |error| InspectError::Games { path: path.clone(), error: Box::new(error) };
            let timeline = Timeline::of_pgn(&pgn::decode(bytes), options.game).map_err(failed)?;
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

/// Splits an argument into moves, without move numbers: one move, or several as in `1. e4 e5 2. Nf3`.
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

/// Returns the name of the kernel that the options or the environment select.
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
    written.map_err(|error| InspectError::File { path: path.to_owned(), error })
}
