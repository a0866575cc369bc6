//! The command line of `nucleus inspect`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::trace::Kernel;
use crate::kernels::{Level, Variant};
use crate::types::{PieceType, Square};

/// Whose influence a heat map counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum LayerName {
    /// Every man.
    All,
    /// Pawns only.
    Pawn,
    /// Knights only.
    Knight,
    /// Bishops only.
    Bishop,
    /// Rooks only.
    Rook,
    /// Queens only.
    Queen,
    /// Kings only.
    King,
}

impl LayerName {
    /// The kind of man, none for all.
    pub const fn kind(self) -> Option<PieceType> {
        match self {
            Self::All => None,
            Self::Pawn => Some(PieceType::Pawn),
            Self::Knight => Some(PieceType::Knight),
            Self::Bishop => Some(PieceType::Bishop),
            Self::Rook => Some(PieceType::Rook),
            Self::Queen => Some(PieceType::Queen),
            Self::King => Some(PieceType::King),
        }
    }
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// See the matrix: 64 cells of 32 bits.
///
/// On a terminal an interactive view, elsewhere (or with --print) the same printed; as a picture
/// with --svg or --png, for programs with --json. --trace steps through a kernel's work.
#[derive(Args, Clone, Debug, Default)]
pub struct InspectArgs {
    /// The position in FEN, quoted or not; the start position (`startpos`) when left out.
    #[arg(value_name = "FEN", num_args = 0..)]
    pub fen: Vec<String>,
    /// Moves from the position, as in e2e4 or Nf3; numbers between them are passed over.
    #[arg(long, value_name = "MOVE", num_args = 1.., conflicts_with = "pgn")]
    pub moves: Vec<String>,
    /// Step through a game of a PGN file.
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pub pgn: Option<PathBuf>,
    /// Which game of the file, 1 being the first.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pgn")]
    pub game: usize,
    /// Look at the position after this many plies; after the last of --moves, at the start of a
    /// PGN game when left out.
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
    /// The kernel level; NUCLEUS_LEVEL or the CPU's best when left out.
    #[arg(long, value_name = "LEVEL")]
    pub level: Option<Level>,
    /// The kernel variant.
    #[arg(long, value_name = "VARIANT")]
    pub variant: Option<Variant>,
    /// Mark the bits in which this level differs (reference, portable, popcnt, avx2, avx512, or
    /// one with +asm).
    #[arg(long, value_name = "LEVEL")]
    pub compare: Option<String>,
    /// Colour squares by how many men of this kind reach them; dim the bits of the others.
    #[arg(long, value_name = "KIND")]
    pub layer: Option<LayerName>,
    /// Do not mark what the last move changed.
    #[arg(long)]
    pub no_changes: bool,
    /// Black at the bottom.
    #[arg(long)]
    pub flip: bool,
    /// Write the picture as SVG; - is standard output.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write the picture as PNG; - is standard output.
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// Draw only these squares, in close-up (d4,e4,d5,e5); the first is the one that is printed.
    #[arg(long, value_name = "SQUARES", value_delimiter = ',', value_parser = square)]
    pub squares: Vec<Square>,
    /// Print the matrix for programs.
    #[arg(long, conflicts_with = "trace")]
    pub json: bool,
    /// Step through a kernel's work.
    #[arg(long, value_name = "KERNEL", conflicts_with_all = ["svg", "png"])]
    pub trace: Option<Kernel>,
    /// Write the trace as a page of its own; - is standard output.
    #[arg(long, value_name = "FILE", requires = "trace")]
    pub html: Option<PathBuf>,
    /// Say on standard error how long it took until the first drawing was done.
    #[arg(long)]
    pub timing: bool,
    /// Print the view even on a terminal.
    #[arg(long)]
    pub print: bool,
    /// When to use colours.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub color: ColorChoice,
}

impl InspectArgs {
    /// What is asked for and cannot be, though each argument alone could.
    ///
    /// # Errors
    /// In words for the user.
    pub fn check(&self) -> Result<(), String> {
        for (index, square) in self.squares.iter().enumerate() {
            if self.squares[..index].contains(square) {
                return Err(format!("--squares has {square} twice"));
            }
        }
        let json = PathBuf::from("-");
        let outputs = [
            ("--svg", self.svg.as_ref()),
            ("--png", self.png.as_ref()),
            ("--html", self.html.as_ref()),
            ("--json", self.json.then_some(&json)),
        ];
        for (index, (name, path)) in outputs.iter().enumerate() {
            let Some(path) = path else { continue };
            let same = |other: &&(&str, Option<&PathBuf>)| other.1 == Some(path);
            if let Some((other, _)) = outputs[..index].iter().find(same) {
                let place = if *path == &json {
                    "standard output".to_owned()
                } else {
                    path.display().to_string()
                };
                return Err(format!("{other} and {name} both write to {place}"));
            }
        }
        Ok(())
    }
}

fn square(text: &str) -> Result<Square, String> {
    Square::parse(text).ok_or_else(|| format!("'{text}' is no square"))
}
