//! `nucleus eval [FEN]`.

use std::io::{self, Write};

use super::explain::explain;
use super::{MaterialSet, Options};
use crate::board::{Board, FenError, MatrixBoard, Setup};
use crate::kernels::Choice;

/// The evaluation of a position, term by term: White, Black and their difference in middlegame
/// and endgame, in centipawns.
#[derive(Debug, Clone, clap::Args)]
pub struct EvalArgs {
    /// The position, quoted or not; the start position (`startpos`) by default.
    #[arg(value_name = "FEN", num_args = 0..=6)]
    pub fen: Vec<String>,
    /// The values of the men: axon (100, 300, 300, 500, 900), chess45 (100, 325, 350, 500, 900)
    /// or modern (100, 300, 325, 500, 900).
    #[arg(long, default_value = "axon", value_parser = MaterialSet::named)]
    pub material: MaterialSet,
    /// Lift the bound of two pawns on the positional part.
    #[arg(long)]
    pub unbounded: bool,
    /// Every weight in place of every term.
    #[arg(long)]
    pub weights: bool,
    /// JSON in place of tables.
    #[arg(long)]
    pub json: bool,
}

/// Why a position could not be explained.
#[derive(Debug, thiserror::Error)]
pub enum EvalError {
    /// The position was refused.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The answer could not be written.
    #[error("cannot write the evaluation: {0}")]
    Output(#[from] io::Error),
}

impl EvalArgs {
    /// The evaluation's options that the arguments ask for.
    pub fn options(&self) -> Options {
        let bound = if self.unbounded { Options::UNBOUNDED } else { Options::BOUND };
        Options { material: self.material, bound }
    }
}

/// Writes the explanation that the arguments ask for.
pub fn run(args: &EvalArgs, choice: Choice, out: &mut impl Write) -> Result<(), EvalError> {
    let setup = match args.fen[..] {
        [] => Setup::start(),
        ref words => Setup::named(&words.join(" "))?,
    };
    for correction in &setup.corrections {
        crate::tell!("corrected: {correction}");
    }
    let explanation = crate::with_token!(choice, token => {
        explain(&MatrixBoard::new(&setup, token), &args.options())
    });
    if args.json {
        let text = serde_json::to_string_pretty(&explanation).map_err(io::Error::from)?;
        writeln!(out, "{text}")?;
    } else {
        writeln!(out, "{}\n{explanation}", explanation.table(args.weights))?;
    }
    Ok(())
}
