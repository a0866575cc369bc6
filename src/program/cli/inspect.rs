use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use nucleus_core::board::BoardType;
use nucleus_core::kernels::{Level, Variant};
use nucleus_core::types::Square;
use nucleus_inspect::drawing::Layer;
use nucleus_inspect::print::{self, Theme};
use nucleus_inspect::trace::TracedKernel;
use nucleus_inspect::{self, InspectOptions};
use terminal_size::terminal_size_of;

use super::CommandFailure;

/// Use of colours.
#[derive(Clone, Copy, ValueEnum)]
enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColorChoice {
    fn theme(self) -> Theme {
        match self {
            Self::Never => Theme::Plain,
            Self::Always => Theme::Full,
            Self::Auto if io::stdout().is_terminal() => Theme::of_environment(),
            Self::Auto => Theme::Plain,
        }
    }
}

/// See the matrix: 64 cells of 32 bits.
///
/// Prints it in the terminal; writes it as a page with --html, as a picture with --svg, for programs
/// with --json. --trace shows a kernel's work step by step.
#[derive(clap::Args)]
pub struct InspectArgs {
    /// The position in FEN, quoted or not; the start position (`startpos`) when left out.
    #[arg(value_name = "FEN", num_args = 0..)]
    fen: Vec<String>,
    /// Moves from the position, as in e2e4 or Nf3; numbers between them are passed over.
    #[arg(long, value_name = "MOVE", num_args = 1.., conflicts_with = "pgn")]
    moves: Vec<String>,
    /// Show a game of a PGN file.
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pgn: Option<PathBuf>,
    /// Number of the game in the file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pgn")]
    game: usize,
    /// Look at the position after this many plies; after the last of --moves, at the start of a
    /// PGN game when left out.
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// The board whose cells are shown: matrix, or axon32, the paper's record, as profile axon has it.
    #[arg(long, value_name = "BOARD")]
    board: Option<BoardType>,
    /// The kernel level; NUCLEUS_LEVEL or the CPU's best when left out.
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    /// The kernel variant.
    #[arg(long, value_name = "VARIANT")]
    variant: Option<Variant>,
    /// Mark the bits in which this level differs (reference, portable, popcnt, avx2, avx512, neon,
    /// or one with +asm; axon32-avx2 and the like for the record).
    #[arg(long, value_name = "LEVEL")]
    compare: Option<String>,
    /// Colour squares by how many pieces of this type reach them, dim the bits of the others, and
    /// print the numbers.
    #[arg(long, value_name = "KIND", value_parser = one_of(&Layer::ALL, Layer::name))]
    layer: Option<Layer>,
    /// Do not mark what the last move changed.
    #[arg(long)]
    no_changes: bool,
    /// Black at the bottom.
    #[arg(long)]
    flip: bool,
    /// Write the picture as SVG; - is standard output.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Refused: there is SVG alone.
    #[arg(long, value_name = "FILE", hide = true)]
    png: Option<PathBuf>,
    /// Draw only these squares, in close-up (d4,e4,d5,e5); the first is the one that is printed.
    #[arg(long, value_name = "SQUARES", value_delimiter = ',', value_parser = square)]
    squares: Vec<Square>,
    /// Print the matrix for programs.
    #[arg(long, conflicts_with = "trace")]
    json: bool,
    /// Show a kernel's work step by step: rebuild, from the planes to the 64 cells, ray by ray; or
    /// scan, from the cells to the list of White's pieces and of Black's.
    #[arg(long, value_name = "KERNEL", conflicts_with = "svg", value_parser = one_of(&TracedKernel::ALL, TracedKernel::name))]
    trace: Option<TracedKernel>,
    /// Write a page on which pieces are moved and all cells follow; it needs no other file. It has
    /// the cells that every kernel of this CPU makes of the line, and its own portable kernels for
    /// any other position. - is standard output.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Open the page in the browser.
    #[arg(long, requires = "html")]
    open: bool,
    /// Use of colours.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
    /// The default, and an option of version 0.2.
    #[arg(long = "print", hide = true)]
    _print: bool,
}

impl InspectArgs {
    fn options(&self) -> InspectOptions {
        InspectOptions {
            fen: self.fen.clone(),
            moves: self.moves.clone(),
            pgn: self.pgn.clone(),
            game: self.game,
            ply: self.ply,
            board: self.board,
            level: self.level,
            variant: self.variant,
            compare: self.compare.clone(),
            layer: self.layer,
            no_changes: self.no_changes,
            flip: self.flip,
            svg: self.svg.clone(),
            squares: self.squares.clone(),
            json: self.json,
            trace: self.trace,
            html: self.html.clone(),
            open: self.open,
            theme: self.color.theme(),
            width: terminal_size_of(io::stdout()).map_or(print::WIDTH, |(width, _)| width.0.into()),
        }
    }

    /// Refuses arguments that contradict each other.
    fn check(&self) -> Result<(), String> {
        if self.png.is_some() {
            return Err("a picture is SVG, which a browser shows and prints: --svg FILE".to_owned());
        }
        for (index, square) in self.squares.iter().enumerate() {
            if self.squares[..index].contains(square) {
                return Err(format!("--squares has {square} twice"));
            }
        }
        let stdout = Path::new("-");
        let outputs = [
            ("--svg", self.svg.as_deref()),
            ("--html", self.html.as_deref()),
            ("--json", self.json.then_some(stdout)),
        ];
        for (index, (name, path)) in outputs.iter().enumerate() {
            let Some(path) = path else { continue };
            let same = |other: &&(&str, Option<&Path>)| other.1 == Some(path);
            if let Some((other, _)) = outputs[..index].iter().find(same) {
                let place = match *path == stdout {
                    true => "standard output".to_owned(),
                    false => path.display().to_string(),
                };
                return Err(format!("{other} and {name} both write to {place}"));
            }
        }
        if let Some(path) = &self.svg
            && path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"))
        {
            return Err(format!("{}: the picture is SVG, not PNG", path.display()));
        }
        if self.open && self.html.as_deref() == Some(stdout) {
            return Err("--open needs a file: --html writes to standard output".to_owned());
        }
        Ok(())
    }
}

/// Shows the matrix.
pub fn run(args: &InspectArgs) -> Result<(), CommandFailure> {
    args.check().map_err(CommandFailure::usage)?;
    nucleus_inspect::run(&args.options()).map_err(CommandFailure::failed)
}

/// A parser of the names of `all`.
fn one_of<T: Copy + ToString + Send + Sync>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let names: Vec<&str> = all.iter().map(|&one| name(one)).collect();
    PossibleValuesParser::new(names).try_map(|text| nucleus_base::text::named("name", all, &text))
}

fn square(text: &str) -> Result<Square, String> {
    Square::parse(text).ok_or_else(|| format!("'{text}' is no square"))
}
