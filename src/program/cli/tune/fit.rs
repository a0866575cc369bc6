use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use nucleus_core::eval;
use nucleus_core::types::Score;
use nucleus_engine::weights_file;
use nucleus_harness::compare::on_ctrl_c;
use nucleus_search::ProfileName;
use nucleus_tuner::fit::{FitModel, FitOptions, FitPositions, FitWeights, ReadOptions, fit_report};
use nucleus_tuner::train::{Checkpoint, PassOptions, TrainingContext, train};

use super::{TrainArgs, failure, in_threads, positive};
use crate::cli::progress::Bar;
use crate::cli::searcher::{PositionalBound, WeightsOption};
use crate::cli::{CommandFailure, claim, print, refuse_existing, write};

/// Fit weights to the results of games by logistic regression (Texel's method, with the analytic gradient and
/// AdamW in mini-batches)
///
/// Takes some quiet positions of each game. Of ten games, eight are for training, one selects the best pass,
/// and one is a test that influences nothing. Fits the logistic function's scale K for the start weights,
/// then the weights. The same input gives the same weights, for any number of threads.
///
/// Exit code 0 if weights were written, 1 if a file cannot be read or written or there are too few games, 2
/// for an invalid command line or an existing file, 130 after Ctrl-C; the best weights so far are then
/// written, and --resume continues.
#[derive(clap::Args)]
pub struct FitArgs {
    /// Games of `tune games` (a folder, .games), PGN games (.pgn), or EPD with results as c9 "1-0" and games
    /// as id
    #[arg(value_name = "PATH", required = true)]
    positions: Vec<PathBuf>,
    /// File of the fitted weights to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Passes over the training positions
    #[arg(long, value_name = "N", default_value_t = FitOptions::default().passes.epochs,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,
    /// Approximate maximum change of a weight in each of the first steps, in centipawns
    #[arg(long, value_name = "CP", default_value_t = FitOptions::default().passes.rate,
          value_parser = positive)]
    rate: f64,
    /// L2 regularisation: expected distance of a weight from its start value, in centipawns (a standard
    /// deviation), or `none`
    #[arg(long, value_name = "CP", default_value = "60", value_parser = spread)]
    spread: f64,
    /// Scale of the logistic function, instead of the fitted one: an advantage of 400 centipawns divided by K
    /// scores 10 of 11
    #[arg(long, value_name = "K", value_parser = positive)]
    k: Option<f64>,
    /// Weight to leave unchanged; a trailing * matches any ending; repeat for several
    #[arg(long, value_name = "NAME")]
    hold: Vec<String>,
    /// Bound of the positional part in centipawns, or `none` [default: that of profile full]
    #[arg(long, value_name = "CP")]
    bound: Option<FitBound>,
    /// Maximum number of positions of a game
    #[arg(long, value_name = "N", default_value_t = 24,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    per_game: u32,
    /// Maximum number of positions
    #[arg(long, value_name = "N", default_value_t = 4_000_000)]
    most: usize,
    #[command(flatten)]
    train: TrainArgs,
    #[command(flatten)]
    weights: WeightsOption,
}

/// A bound of the positional part, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FitBound(Option<Score>);

impl FromStr for FitBound {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse::<PositionalBound>()? {
            PositionalBound(0) => Err("a bound of 0 leaves nothing to fit".to_owned()),
            PositionalBound(bound) => Ok(Self::new(bound)),
        }
    }
}

impl FitBound {
    fn new(bound: Score) -> Self {
        Self((bound != eval::Options::UNBOUNDED).then_some(bound))
    }
}

fn spread(text: &str) -> Result<f64, String> {
    if text == "none" { Ok(f64::INFINITY) } else { positive(text) }
}

impl FitArgs {
    /// Reads the positions of all files, and prints the counts of those left out.
    fn read(&self, values: &eval::Values) -> Result<FitPositions, CommandFailure> {
        let FitBound(bound) = self.bound.unwrap_or(FitBound::new(ProfileName::Full.bound()));
        let (per_game, seed, most) = (self.per_game as usize, self.train.seed, self.most);
        let options = ReadOptions { values, bound, per_game, seed, most };
        let mut read = FitPositions::default();
        for path in &self.positions {
            read.read(path, &options).map_err(failure)?;
        }
        read.broken.warn();
        if read.nameless > 0 {
            let count = read.nameless;
            nucleus_base::tell!("warning: {count} positions name no game: each counts as a game");
        }
        if read.more {
            nucleus_base::tell!("warning: only the first {most} positions are taken (--most)");
        }
        nucleus_base::tell!("{} positions; {}", read.rows.len(), read.left_out());
        if read.rows.is_empty() {
            return Err(CommandFailure::failed("no position with a result in these files"));
        }
        Ok(read)
    }

    fn options(&self) -> FitOptions {
        let Self { train: TrainArgs { seed, batch, .. }, epochs, rate, spread, k, .. } = *self;
        let usual = FitOptions::default().passes;
        let passes = PassOptions { seed, epochs, batch: batch as usize, rate, ..usual };
        FitOptions { passes, spread, k }
    }
}

/// Fits the weights, writes them and prints the result.
pub fn run(args: &FitArgs) -> Result<ExitCode, CommandFailure> {
    let _lock = claim(&args.out)?;
    args.train.curve.as_deref().map_or(Ok(()), refuse_existing)?;
    let checkpoint = args.train.checkpoint()?;
    let interrupt = on_ctrl_c()?;
    let complete = in_threads(args.train.threads, || fitted(args, checkpoint, &interrupt))??;
    Ok(args.train.ended(complete, "the best weights are written"))
}

fn fitted(
    args: &FitArgs,
    checkpoint: Option<Checkpoint>,
    interrupt: &AtomicBool,
) -> Result<bool, CommandFailure> {
    let weights = args.weights.read()?;
    let values = weights.as_deref().unwrap_or(ProfileName::Full.values());
    let mut weights = FitWeights::new(values);
    weights.hold(&args.hold).map_err(CommandFailure::usage)?;
    let (read, options) = (args.read(values)?, args.options());
    let mut model =
        FitModel::new(&read.rows, &weights, &options).map_err(CommandFailure::failed)?;
    let mut bar = Bar::new();
    let context = TrainingContext { interrupt, progress: &mut bar, checkpoint };
    let trained = train(&mut model, &options.passes, context).map_err(failure)?;
    drop(bar);
    let state = &trained.state;
    let best = state.best.as_ref().map_or(&state.parameters, |(_, parameters)| parameters);
    let values = model.values(best);
    write(&args.out, &weights_file::write(&values))?;
    if let Some(curve) = &args.train.curve {
        write(curve, &state.curve_csv::<FitModel<'_>>())?;
    }
    print(&fit_report(&model, &weights, state, &values))?;
    Ok(trained.done)
}
