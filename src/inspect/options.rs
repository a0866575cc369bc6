//! Options of the inspector.

use std::path::PathBuf;

use super::look::Layer;
use super::terminal::Theme;
use super::trace::TracedKernel;
use nucleus_core::board::BoardType;
use nucleus_core::kernels::{Level, Variant};
use nucleus_core::types::Square;
use nucleus_draw::PngRenderer;

/// A picture as PNG.
#[derive(Clone, Debug)]
pub struct PngFile {
    /// Path of the output; `-` is standard output.
    pub path: PathBuf,
    /// Renders it.
    pub render: PngRenderer,
}

/// The position to inspect, and the form of its display.
#[derive(Clone, Debug, Default)]
pub struct InspectOptions {
    /// The words of a FEN; the start position when there is none.
    pub fen: Vec<String>,
    /// Moves from the position, in UCI's or standard notation; one or several in a string.
    pub moves: Vec<String>,
    /// A file of games to step through, in place of a position.
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
    /// Path of the picture as SVG; `-` is standard output, here and below.
    pub svg: Option<PathBuf>,
    /// The picture as PNG.
    pub png: Option<PngFile>,
    /// The squares of a close-up; the first is the one that is printed.
    pub squares: Vec<Square>,
    /// Print the matrix as JSON.
    pub json: bool,
    /// The kernel whose work to step through.
    pub trace: Option<TracedKernel>,
    /// Path of the trace as a page, or of the board's where there is none.
    pub html: Option<PathBuf>,
    /// Say on standard error how long the first drawing took.
    pub timing: bool,
    /// Print the view even on a terminal.
    pub print: bool,
    /// Number of colours to use.
    pub theme: Theme,
}
