//! A kernel's work, step by step, for learners.
//!
//! The sets of squares come from the portable kernels: the rebuild reports its steps to an
//! observer, and the scanner's list shows which cells it took. This module adds the descriptions.

mod rebuild;
mod scan;

use serde::{Serialize, Serializer};

use super::bits::Group;
use super::look::View;
use nucleus_base::Rgb;
use nucleus_core::board::Board;
use nucleus_core::matrix::Nucleus;
use nucleus_core::matrix::{Matrix, Planes};
use nucleus_core::types::bitboard::squares;
use nucleus_core::types::{Bitboard, Color, Square};

nucleus_base::named_enum! {
    /// A kernel whose steps can be shown.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum TracedKernel {
        /// The rebuild: from the planes to the 64 cells, ray by ray.
        Rebuild = "rebuild",
        /// The scanner: from the cells to the lists of White's and Black's pieces.
        Scan = "scan",
        /// The scanner and routines of axon32 in assembly: in the page by single steps, elsewhere as `scan`.
        Scanner = "scanner",
    }
}

/// A set of squares that a step highlights.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mark {
    /// Name of the set.
    pub name: &'static str,
    /// Colour of the set.
    #[serde(serialize_with = "hex")]
    pub color: Rgb,
    /// Squares of the set.
    #[serde(serialize_with = "indices")]
    pub squares: Bitboard,
    /// Squares that this step added.
    #[serde(serialize_with = "indices")]
    pub fresh: Bitboard,
}

fn hex<S: Serializer>(color: &Rgb, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&color.hex())
}

fn indices<S: Serializer>(set: &Bitboard, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(squares(*set).map(Square::index))
}

fn values<S: Serializer>(cells: &Matrix, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(cells.0)
}

/// A step of the work.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Moment {
    /// The part of the work that the step belongs to, such as a direction.
    pub chapter: String,
    /// The step, in a few words.
    pub title: String,
    /// Explanation of the step.
    pub text: String,
    /// The kernel's line of code.
    pub code: String,
    /// The sets in use.
    pub marks: Vec<Mark>,
    /// The cells after the step.
    #[serde(serialize_with = "values")]
    pub cells: Matrix,
    /// The scanner's list so far, newest entry last; empty in a trace of the rebuild.
    pub list: Vec<String>,
}

/// The steps of a kernel on a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct KernelTrace {
    /// The traced kernel.
    #[serde(skip)]
    pub kernel: TracedKernel,
    /// FEN of the position.
    #[serde(skip)]
    pub fen: String,
    /// The steps in order.
    pub moments: Vec<Moment>,
}

impl KernelTrace {
    /// Traces a kernel on the view's position; the scanner reads the view's cells.
    pub fn of_view(view: &View, kernel: TracedKernel) -> Self {
        let board = view.board();
        let (planes, side) = (board.planes(), board.side());
        Self::new(kernel, view.timeline.fen(), planes, side, &view.look.nucleus)
    }

    /// Traces a kernel; `nucleus` is the scanner's input.
    pub fn new(
        kernel: TracedKernel,
        fen: String,
        planes: &Planes,
        side: Color,
        nucleus: &Nucleus,
    ) -> Self {
        let moments = match kernel {
            TracedKernel::Rebuild => rebuild::moments(planes, side),
            TracedKernel::Scan | TracedKernel::Scanner => scan::moments(nucleus),
        };
        Self { kernel, fen, moments }
    }

    /// Returns the trace as JSON.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers can be written as JSON")
    }
}

/// Colours of the six sets of squares (lanes) that the rebuild shifts together.
const LANE_COLORS: [Rgb; 6] = [
    Group::WhiteInfluence.color(),
    Rgb(0x6f, 0x4a, 0xd8),
    Group::BlackInfluence.color(),
    Rgb(0xb0, 0x8a, 0x00),
    Group::Sensors.color(),
    Group::Approaches.color(),
];
