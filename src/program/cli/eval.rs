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

use super::position;
use super::searcher::{BoundOption, WeightsOption};

/// Print the evaluation of a position, term by term: White, Black and their difference, in middlegame and
/// endgame, in centipawns
#[derive(clap::Args)]
pub struct EvalArgs {
    /// FEN, quoted or not, or `startpos` [default: the start position]
    #[arg(value_name = "FEN", num_args = 0..=6)]
    fen: Vec<String>,
    /// Values of the pieces: axon (100, 300, 300, 500, 900, or those of a weights file), chess45 (25 more for
    /// a knight, 50 for a bishop) or modern (25 for a bishop)
    #[arg(long, default_value = "axon", value_parser = MaterialSet::named)]
    material: MaterialSet,
    #[command(flatten)]
    bound: BoundOption,
    /// Print every weight instead of every term
    #[arg(long)]
    show_weights: bool,
    /// Cost of a draw for the side to move, in centipawns, as the UCI option Contempt; part of the search's
    /// value, not of the evaluation
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = EngineOptions::default().contempt,
          value_parser = clap::value_parser!(i16).range(-100..=100), allow_negative_numbers = true)]
    contempt: Score,
    /// Profile whose weights to use if no file is given: axon has its paper's, full and umko have fitted ones
    #[arg(long, value_name = "PROFILE", default_value_t)]
    profile: ProfileName,
    #[command(flatten)]
    weights: WeightsOption,
    /// Network to evaluate with instead, a file or `built-in`: prints the value, and each piece's worth, the
    /// amount by which the value falls without it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["show_weights", "material", "bound", "file"])]
    network: Option<PathBuf>,
    /// Print JSON instead of tables
    #[arg(long)]
    json: bool,
}

/// JSON output: an explanation, and the value of a draw, which only a search uses.
#[derive(serde::Serialize)]
struct Printed {
    #[serde(flatten)]
    explanation: Explanation,
    /// Value of `--contempt`, in centipawns.
    contempt: Score,
    /// Value of a draw by repetition, fifty moves or insufficient material, in centipawns for White.
    draw_in_search: Score,
}

/// A network's value of a position.
#[derive(serde::Serialize)]
struct PrintedNetwork {
    /// Value in centipawns, for White.
    value: i32,
    pieces: Vec<PrintedPiece>,
}

#[derive(serde::Serialize)]
struct PrintedPiece {
    square: String,
    piece: char,
    /// Worth in centipawns, for White.
    worth: i32,
}

impl PrintedNetwork {
    fn new(explanation: &NetworkExplanation) -> Self {
        let pieces = explanation.pieces.iter().map(|&PieceWorth { square, piece, worth }| {
            PrintedPiece { square: square.to_string(), piece: piece.letter(), worth }
        });
        Self { value: explanation.value, pieces: pieces.collect() }
    }
}

/// Returns the printed form of a network's value of a position.
fn by_network(path: &std::path::Path, setup: &Setup, json: bool) -> Result<String, String> {
    let built_in = path.as_os_str() == networks::BUILT_IN_NAME;
    let network = if built_in { networks::built_in() } else { Arc::new(networks::read(path)?) };
    let explanation = network::explain(&network, &setup.planes, setup.state.side);
    if !json {
        return Ok(explanation.to_string());
    }
    let printed = PrintedNetwork::new(&explanation);
    serde_json::to_string_pretty(&printed).map_err(|error| error.to_string())
}

/// Prints the requested explanation.
pub fn run(args: &EvalArgs, choice: Choice) -> Result<(), String> {
    let fen = if args.fen.is_empty() { "startpos".to_owned() } else { args.fen.join(" ") };
    let setup = position(&fen, "corrected")?;
    let text = match &args.network {
        Some(path) => by_network(path, &setup, args.json)?,
        None => by_hand(args, &setup, choice)?,
    };
    writeln!(Output::lock(), "{text}")
        .map_err(|error| format!("cannot write the evaluation: {error}"))
}

/// Returns the printed form of the hand-written evaluation.
fn by_hand(args: &EvalArgs, setup: &Setup, choice: Choice) -> Result<String, String> {
    let weights = args.weights.read()?;
    let values = weights.as_deref().unwrap_or(args.profile.values());
    let bound = args.bound.get().unwrap_or(args.profile.bound());
    let options = Options { material: args.material, bound };
    let explanation = with_token!(choice, token => {
        explain(values, &MatrixBoard::new(setup, token), &options)
    });
    let (contempt, draw) = (args.contempt, draw_score(args.contempt, 0));
    let draw_in_search = if setup.state.side == Color::White { draw } else { -draw };
    if args.json {
        let printed = Printed { explanation, contempt, draw_in_search };
        return serde_json::to_string_pretty(&printed).map_err(|error| error.to_string());
    }
    Ok(format!(
        "{}\n{explanation}\n\
         Contempt    {contempt:+}, not in the evaluation: a search from here counts a draw as \
         {draw_in_search:+} for White",
        explanation.table(args.show_weights)
    ))
}
