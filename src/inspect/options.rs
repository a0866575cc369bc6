//! What the inspector is asked for.

use std::path::PathBuf;

use super::look::Layer;
use super::terminal::Theme;
use super::trace::TracedKernel;
use nucleus_core::kernels::{Level, Variant};
use nucleus_core::types::Square;
use nucleus_draw::PngRenderer;

/// A picture as PNG.
#[derive(Clone, Debug)]
pub struct PngFile {
    /// Where to write it; `-` is standard output.
    pub path: PathBuf,
    /// Renders it.
    pub render: PngRenderer,
}

/// What to look at, and how to show it.
#[derive(Clone, Debug, Default)]
pub struct InspectOptions {
    /// The words of a FEN; the start position when there is none.
    pub fen: Vec<String>,
    /// Moves from the position, in UCI's or standard notation; one or several in a string.
    pub moves: Vec<String>,
    /// A file of games to step through, in place of a position.
    pub pgn: Option<PathBuf>,
    /// Which game of the file, 1 being the first.
    pub game: usize,
    /// Look at the position after this many plies.
    pub ply: Option<usize>,
    /// The kernels' level; what the environment asks for when left out.
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
    /// Where to write the picture as SVG; `-` is standard output, here and below.
    pub svg: Option<PathBuf>,
    /// The picture as PNG.
    pub png: Option<PngFile>,
    /// The squares of a close-up; the first is the one that is printed.
    pub squares: Vec<Square>,
    /// Print the matrix as JSON.
    pub json: bool,
    /// The kernel whose work to step through.
    pub trace: Option<TracedKernel>,
    /// Where to write the trace as a page.
    pub html: Option<PathBuf>,
    /// Say on standard error how long the first drawing took.
    pub timing: bool,
    /// Print the view even on a terminal.
    pub print: bool,
    /// How many colours to use.
    pub theme: Theme,
}
