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

#[derive(Clone, Copy, ValueEnum)]
enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
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

/// Show the matrix: 64 cells of 32 bits
///
/// Prints it in the terminal; --html writes a page, --svg a picture, --json machine-readable output. --trace
/// shows a kernel's work step by step.
#[derive(clap::Args)]
pub struct InspectArgs {
    /// FEN, quoted or not, or `startpos` [default: the start position]
    #[arg(value_name = "FEN", num_args = 0..)]
    fen: Vec<String>,
    /// Moves from the position, as in e2e4 or Nf3; move numbers are ignored
    #[arg(long, value_name = "MOVE", num_args = 1.., conflicts_with = "pgn")]
    moves: Vec<String>,
    /// Show a game of a PGN file
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pgn: Option<PathBuf>,
    /// Number of the game in the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pgn")]
    game: usize,
    /// Show the position after this many plies [default: after the last of --moves; the start of a PGN game]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Board whose cells are shown: matrix, or axon32, the paper's record, as in profile axon
    #[arg(long, value_name = "BOARD")]
    board: Option<BoardType>,
    /// Kernel level [default: NUCLEUS_LEVEL or the CPU's best]
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    /// Kernel variant
    #[arg(long, value_name = "VARIANT")]
    variant: Option<Variant>,
    /// Mark the bits that differ at this level (reference, portable, popcnt, avx2, avx512, neon, or one with
    /// +asm; axon32-avx2 and so on for the record)
    #[arg(long, value_name = "LEVEL")]
    compare: Option<String>,
    /// Colour squares by the number of pieces of this type that reach them, print the numbers, and dim the
    /// bits of other types
    #[arg(long, value_name = "KIND", value_parser = one_of(&Layer::ALL, Layer::name))]
    layer: Option<Layer>,
    /// Do not mark the bits that the last move changed
    #[arg(long)]
    no_changes: bool,
    /// Show Black at the bottom
    #[arg(long)]
    flip: bool,
    /// Write the picture as SVG; - is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Not supported: pictures are SVG
    #[arg(long, value_name = "FILE", hide = true)]
    png: Option<PathBuf>,
    /// Draw only these squares, in close-up (d4,e4,d5,e5); the printed output shows the first
    #[arg(long, value_name = "SQUARES", value_delimiter = ',', value_parser = square)]
    squares: Vec<Square>,
    /// Print the matrix as JSON
    #[arg(long, conflicts_with = "trace")]
    json: bool,
    /// Show a kernel's work step by step: rebuild, from the planes to the 64 cells, ray by ray; scan, from
    /// the cells to the lists of White's and Black's pieces; or scanner, the assembly of the scanner and of
    /// axon32's routines, which a page replays instruction by instruction
    #[arg(long, value_name = "KERNEL", conflicts_with = "svg", value_parser = one_of(&TracedKernel::ALL, TracedKernel::name))]
    trace: Option<TracedKernel>,
    /// Write a self-contained page on which you can move pieces and see all cells change. The page
    /// has the cells that every kernel of this CPU writes for the given position and moves; for any
    /// other position, it has portable kernels. - is standard output
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long, requires = "html")]
    open: bool,
    /// When to use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
    /// No effect; an option of version 0.2
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

    /// Refuses contradictory arguments.
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

/// Runs the command.
pub fn run(args: &InspectArgs) -> Result<(), CommandFailure> {
    args.check().map_err(CommandFailure::usage)?;
    nucleus_inspect::run(&args.options()).map_err(CommandFailure::failed)
}

/// Returns a parser of the names of `all`.
fn one_of<T: Copy + ToString + Send + Sync>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let names: Vec<&str> = all.iter().map(|&one| name(one)).collect();
    PossibleValuesParser::new(names).try_map(|text| nucleus_base::text::named("name", all, &text))
}

fn square(text: &str) -> Result<Square, String> {
    Square::parse(text).ok_or_else(|| format!("'{text}' is not a square"))
}
