use std::io::Write;

use nucleus::board::{Board, MatrixBoard, Setup};
use nucleus::eval::explain::explain;
use nucleus::eval::{MaterialSet, Options, Values};
use nucleus::kernels::Choice;
use nucleus::lines::Output;
use nucleus::with_token;

use super::weights::WeightsOption;

/// The evaluation of a position, term by term: White, Black and their difference in middlegame
/// and endgame, in centipawns.
#[derive(clap::Args)]
pub struct EvalArgs {
    /// The position, quoted or not; the start position (`startpos`) by default.
    #[arg(value_name = "FEN", num_args = 0..=6)]
    fen: Vec<String>,
    /// The values of the men: axon (100, 300, 300, 500, 900), chess45 (100, 325, 350, 500, 900)
    /// or modern (100, 300, 325, 500, 900).
    #[arg(long, default_value = "axon", value_parser = MaterialSet::named)]
    material: MaterialSet,
    /// Lift the bound of two pawns on the positional part.
    #[arg(long)]
    unbounded: bool,
    /// Every weight in place of every term.
    #[arg(long)]
    show_weights: bool,
    #[command(flatten)]
    weights: WeightsOption,
    /// JSON in place of tables.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &EvalArgs, choice: Choice) -> Result<(), String> {
    write(args, choice, &mut Output::lock())
}

/// Writes the explanation that the arguments ask for.
fn write(args: &EvalArgs, choice: Choice, out: &mut impl Write) -> Result<(), String> {
    let setup = match args.fen[..] {
        [] => Setup::start(),
        ref words => Setup::named(&words.join(" ")).map_err(|fault| fault.to_string())?,
    };
    for correction in &setup.corrections {
        nucleus::tell!("corrected: {correction}");
    }
    let weights = args.weights.read()?;
    let values = weights.as_deref().unwrap_or(Values::compiled());
    let bound = if args.unbounded { Options::UNBOUNDED } else { Options::BOUND };
    let options = Options { material: args.material, bound };
    let explanation = with_token!(choice, token => {
        explain(values, &MatrixBoard::new(&setup, token), &options)
    });
    let text = if args.json {
        serde_json::to_string_pretty(&explanation).map_err(|fault| fault.to_string())?
    } else {
        format!("{}\n{explanation}", explanation.table(args.show_weights))
    };
    writeln!(out, "{text}").map_err(|fault| format!("cannot write the evaluation: {fault}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus::eval::weights::NAMED;

    #[test]
    fn every_term_is_printed() {
        let args = |fen: &str, show_weights, json| EvalArgs {
            fen: fen.split_whitespace().map(str::to_owned).collect(),
            material: MaterialSet::Chess45,
            unbounded: true,
            show_weights,
            weights: WeightsOption::default(),
            json,
        };
        let printed = |args: &EvalArgs| {
            let mut out = Vec::new();
            write(args, Choice::best(), &mut out).expect("a valid FEN");
            String::from_utf8(out).expect("text")
        };
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let terms = printed(&args(fen, false, false));
        for term in ["Material", "Mobility", "King", "Pawn structure", "Threats", "Evaluation"] {
            assert!(terms.contains(term), "{term} is missing:\n{terms}");
        }
        assert!(printed(&args(fen, true, false)).contains("mobility.knight"));
        let json: serde_json::Value =
            serde_json::from_str(&printed(&args(fen, false, true))).expect("JSON");
        assert_eq!(json["weights"].as_array().map(Vec::len), Some(NAMED + 6));
        let no_king = args("8/8/8/8/8/8/8/8 w - - 0 1", false, false);
        let error = write(&no_king, Choice::best(), &mut Vec::new());
        assert!(error.is_err_and(|e| e.to_lowercase().contains("king")));
    }
}
