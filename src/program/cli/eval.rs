use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use nucleus_base::lines::Output;
use nucleus_core::board::{Board, MatrixBoard, Setup};
use nucleus_core::eval::explain::{Explanation, explain};
use nucleus_core::eval::network::{self, NetworkExplanation, PieceWorth};
use nucleus_core::eval::{MaterialSet, Options};
use nucleus_core::kernels::Choice;
use nucleus_core::types::{Color, Score};
use nucleus_core::with_token;
use nucleus_engine::networks;
use nucleus_search::{EngineOptions, ProfileName, draw_score};

use super::searcher::{BoundOption, WeightsOption};

/// The evaluation of a position, term by term: White, Black and their difference in middlegame
/// and endgame, in centipawns.
#[derive(clap::Args)]
pub struct EvalArgs {
    /// The position, quoted or not; the start position (`startpos`) by default.
    #[arg(value_name = "FEN", num_args = 0..=6)]
    fen: Vec<String>,
    /// The values of the pieces: axon (100, 300, 300, 500, 900, or those of a weights file),
    /// chess45 (25 more for a knight, 50 for a bishop) or modern (25 for a bishop).
    #[arg(long, default_value = "axon", value_parser = MaterialSet::named)]
    material: MaterialSet,
    #[command(flatten)]
    bound: BoundOption,
    /// Every weight in place of every term.
    #[arg(long)]
    show_weights: bool,
    /// Cost of a draw for the side to move, in centipawns, as the UCI option Contempt: the search
    /// counts it, the evaluation does not.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = EngineOptions::default().contempt,
          value_parser = clap::value_parser!(i16).range(-100..=100), allow_negative_numbers = true)]
    contempt: Score,
    /// Whose weights, where no file is given: axon and umko have the paper's, full has those that are
    /// fitted to games.
    #[arg(long, value_name = "PROFILE", default_value_t)]
    profile: ProfileName,
    #[command(flatten)]
    weights: WeightsOption,
    /// A network's file, or built-in, in the place of the evaluation by hand: its value, and each
    /// piece's worth to it, which is how far the value falls without the piece.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["show_weights", "material", "bound", "file"])]
    network: Option<PathBuf>,
    /// JSON in place of tables.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &EvalArgs, choice: Choice) -> Result<(), String> {
    write(args, choice, &mut Output::lock())
}

/// Value of a draw in a search from the position; the evaluation leaves it out.
#[derive(serde::Serialize)]
struct Contempt {
    /// The option.
    contempt: Score,
    /// A draw by repetition, by fifty moves or by want of material, in centipawns, White positive.
    draw_in_search: Score,
}

impl Contempt {
    fn of(contempt: Score, side: Color) -> Self {
        let value = draw_score(contempt, 0);
        let draw_in_search = if side == Color::White { value } else { -value };
        Self { contempt, draw_in_search }
    }
}

impl fmt::Display for Contempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { contempt, draw_in_search: draw } = self;
        write!(f, "Contempt    {contempt:+}, not in the evaluation: a search from here counts a ")?;
        write!(f, "draw as {draw:+} for White")
    }
}

/// An explanation, and its value in the search.
#[derive(serde::Serialize)]
struct Printed {
    #[serde(flatten)]
    explanation: Explanation,
    #[serde(flatten)]
    contempt: Contempt,
}

/// A network's value of a position.
#[derive(serde::Serialize)]
struct PrintedNetwork {
    /// Centipawns, White positive.
    value: i32,
    pieces: Vec<PrintedPiece>,
}

/// A piece and its worth to the network.
#[derive(serde::Serialize)]
struct PrintedPiece {
    square: String,
    piece: char,
    /// Centipawns, White positive.
    worth: i32,
}

impl PrintedNetwork {
    fn of(explanation: &NetworkExplanation) -> Self {
        let pieces = explanation.pieces.iter().map(|&PieceWorth { square, piece, worth }| {
            PrintedPiece { square: square.to_string(), piece: piece.letter(), worth }
        });
        Self { value: explanation.value, pieces: pieces.collect() }
    }
}

/// Returns a network's value of a position as it is printed.
fn by_network(path: &std::path::Path, setup: &Setup, json: bool) -> Result<String, String> {
    let built_in = path.as_os_str() == networks::BUILT_IN_NAME;
    let network = if built_in { networks::built_in() } else { Arc::new(networks::read(path)?) };
    let explanation = network::explain(&network, &setup.planes, setup.state.side);
    if !json {
        return Ok(explanation.to_string());
    }
    let printed = PrintedNetwork::of(&explanation);
    serde_json::to_string_pretty(&printed).map_err(|fault| fault.to_string())
}

/// Writes the explanation that the arguments ask for.
fn write(args: &EvalArgs, choice: Choice, out: &mut impl Write) -> Result<(), String> {
    let setup = match args.fen[..] {
        [] => Setup::start(),
        ref words => Setup::named(&words.join(" ")).map_err(|fault| fault.to_string())?,
    };
    for correction in &setup.corrections {
        nucleus_base::tell!("corrected: {correction}");
    }
    if let Some(path) = &args.network {
        let text = by_network(path, &setup, args.json)?;
        return writeln!(out, "{text}")
            .map_err(|fault| format!("cannot write the evaluation: {fault}"));
    }
    let weights = args.weights.read()?;
    let values = weights.as_deref().unwrap_or(args.profile.values());
    let bound = args.bound.get().unwrap_or(args.profile.bound());
    let options = Options { material: args.material, bound };
    let explanation = with_token!(choice, token => {
        explain(values, &MatrixBoard::new(&setup, token), &options)
    });
    let contempt = Contempt::of(args.contempt, setup.state.side);
    let text = if args.json {
        let printed = Printed { explanation, contempt };
        serde_json::to_string_pretty(&printed).map_err(|fault| fault.to_string())?
    } else {
        format!("{}\n{explanation}\n{contempt}", explanation.table(args.show_weights))
    };
    writeln!(out, "{text}").map_err(|fault| format!("cannot write the evaluation: {fault}"))
}
