use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use nucleus_core::board::BoardType;
use nucleus_core::kernels::{Level, Variant};
use nucleus_core::types::{PieceType, Square};
use nucleus_inspect::look::Layer;
use nucleus_inspect::terminal::Theme;
use nucleus_inspect::trace::TracedKernel;
use nucleus_inspect::{self, InspectOptions, PngFile, web};

use super::CommandFailure;

/// Whose influence a heat map counts.
#[derive(Clone, Copy, ValueEnum)]
enum LayerName {
    /// Every piece.
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
    const fn layer(self) -> Layer {
        match self {
            Self::All => Layer::All,
            Self::Pawn => Layer::Only(PieceType::Pawn),
            Self::Knight => Layer::Only(PieceType::Knight),
            Self::Bishop => Layer::Only(PieceType::Bishop),
            Self::Rook => Layer::Only(PieceType::Rook),
            Self::Queen => Layer::Only(PieceType::Queen),
            Self::King => Layer::Only(PieceType::King),
        }
    }
}

/// Whose work to step through.
#[derive(Clone, Copy, ValueEnum)]
enum TraceName {
    /// From the planes to the 64 cells, ray by ray.
    Rebuild,
    /// From the cells to the list of White's pieces and of Black's.
    Scan,
}

impl TraceName {
    const fn kernel(self) -> TracedKernel {
        match self {
            Self::Rebuild => TracedKernel::Rebuild,
            Self::Scan => TracedKernel::Scan,
        }
    }
}

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
/// On a terminal an interactive view, elsewhere (or with --print) the same printed; as a picture
/// with --svg or --png, in the browser with --web, for programs with --json. --trace steps through
/// a kernel's work.
#[derive(clap::Args)]
pub struct InspectArgs {
    /// The position in FEN, quoted or not; the start position (`startpos`) when left out.
    #[arg(value_name = "FEN", num_args = 0..)]
    fen: Vec<String>,
    /// Moves from the position, as in e2e4 or Nf3; numbers between them are passed over.
    #[arg(long, value_name = "MOVE", num_args = 1.., conflicts_with = "pgn")]
    moves: Vec<String>,
    /// Step through a game of a PGN file.
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
    /// Colour squares by how many pieces of this kind reach them; dim the bits of the others.
    #[arg(long, value_name = "KIND")]
    layer: Option<LayerName>,
    /// Do not mark what the last move changed.
    #[arg(long)]
    no_changes: bool,
    /// Black at the bottom.
    #[arg(long)]
    flip: bool,
    /// Write the picture as SVG; - is standard output.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the picture as PNG; - is standard output.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Draw only these squares, in close-up (d4,e4,d5,e5); the first is the one that is printed.
    #[arg(long, value_name = "SQUARES", value_delimiter = ',', value_parser = square)]
    squares: Vec<Square>,
    /// Print the matrix for programs.
    #[arg(long, conflicts_with = "trace")]
    json: bool,
    /// Step through a kernel's work.
    #[arg(long, value_name = "KERNEL", conflicts_with_all = ["svg", "png"])]
    trace: Option<TraceName>,
    /// Write the board as a page of its own, which needs no server: its portable kernels run in the page;
    /// with --trace the trace. - is standard output.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Say on standard error how long it took until the first drawing was done.
    #[arg(long)]
    timing: bool,
    /// Print the view even on a terminal.
    #[arg(long)]
    print: bool,
    /// Serve the view as a page to this machine's browser: pieces are moved with the mouse or the
    /// keys and all cells follow. The address is printed; Ctrl-C ends it.
    #[arg(long, conflicts_with_all = ["svg", "png", "json", "html", "trace", "print", "squares", "layer",
        "no_changes", "flip", "timing"])]
    web: bool,
    /// Only print the page's address.
    #[arg(long, requires = "web")]
    no_open: bool,
    /// Use of colours.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
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
            layer: self.layer.map(LayerName::layer),
            no_changes: self.no_changes,
            flip: self.flip,
            svg: self.svg.clone(),
            png: self.png.clone().map(|path| PngFile { path, render: nucleus_raster::write }),
            squares: self.squares.clone(),
            json: self.json,
            trace: self.trace.map(TraceName::kernel),
            html: self.html.clone(),
            timing: self.timing,
            print: self.print,
            theme: self.color.theme(),
        }
    }

    /// Refuses arguments that contradict each other.
    fn check(&self) -> Result<(), String> {
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

/// Shows the matrix.
pub fn run(args: &InspectArgs) -> Result<ExitCode, CommandFailure> {
    args.check().map_err(CommandFailure::usage)?;
    let options = args.options();
    let done = if args.web {
        web::run(&options, !args.no_open).map(|never| match never {})
    } else {
        nucleus_inspect::run(&options)
    };
    done.map_err(CommandFailure::failed)
}

fn square(text: &str) -> Result<Square, String> {
    Square::parse(text).ok_or_else(|| format!("'{text}' is no square"))
}
