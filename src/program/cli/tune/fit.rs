use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use nucleus_core::eval;
use nucleus_core::types::Score;
use nucleus_engine::weights_file;
use nucleus_harness::compare::on_ctrl_c;
use nucleus_search::ProfileName;
use nucleus_tuner::fit::{
    FitCheckpoint, FitContext, FitError, FitMethod, FitOptions, LinearModel, PositionsRead,
    ResultLoss, TraceRows, WeightPairs, curve_csv, fit, fit_directly, fit_report, per_centipawn,
    read_binary, read_csv, read_positions, read_start, rounded, write_weights,
};

use super::{in_threads, positive};
use crate::cli::progress::Bar;
use crate::cli::weights::{PositionalBound, WeightsOption};
use crate::cli::{CommandFailure, claim, code, print, refuse_existing, write};

/// Weights fitted to the results of games by logistic regression (Texel's method, with the analytic
/// gradient and Adam in mini-batches).
///
/// Of each ten games eight are for training, one tells which pass over them is the best, one is the
/// test that nothing depends on. First the logistic function's scale K is fitted to the weights as
/// they are, then the weights. The same input gives the same weights, in any number of threads.
///
/// With --features the positions are of any engine whose evaluation is linear in its weights.
///
/// Exit code 0 when weights were written, 1 when a file cannot be read or written or the games are too
/// few, 2 for a wrong command line or a file that is there already, 130 after Ctrl-C; the best weights
/// until then are written, and --resume goes on.
#[derive(clap::Args)]
pub struct FitArgs {
    /// Positions with results, as `tune games` and `tune positions` write them
    #[arg(value_name = "POSITIONS.epd", required_unless_present = "features")]
    positions: Vec<PathBuf>,
    /// Positions of another evaluation: CSV (a name that ends in .csv), or our binary trace format
    #[arg(long, value_name = "FILE", conflicts_with_all = ["positions", "file", "bound"])]
    features: Option<PathBuf>,
    /// The weights that a fit of --features begins with, as CSV [default: all zero]
    #[arg(long, value_name = "FILE.csv", requires = "features")]
    start: Option<PathBuf>,
    /// The fitted weights: a file of weights, or CSV with --features
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The learning curve as CSV
    #[arg(long, value_name = "FILE.csv")]
    curve: Option<PathBuf>,
    /// File that keeps the fit's state after each pass
    #[arg(long, value_name = "FILE.json")]
    checkpoint: Option<PathBuf>,
    /// Go on with the fit of the checkpoint
    #[arg(long, requires = "checkpoint")]
    resume: bool,
    /// Splits games and orders positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Method of optimisation: adam (the gradient), or to compare ep (evolution, from weights
    /// uniform within their bounds), hj (Hooke-Jeeves, from the weights as they are), ep+hj
    #[arg(long, value_name = "METHOD", default_value = "adam", conflicts_with_all = ["checkpoint"])]
    method: FitMethod,
    /// Passes over the training positions; with ep generations
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,
    /// Positions of a step
    #[arg(long, value_name = "N", default_value_t = 16_384,
          value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// About the most that a weight moves in a step of the first pass, centipawns
    #[arg(long, value_name = "CP", default_value = "0.6", value_parser = positive)]
    rate: f64,
    /// L2: how far a weight is thought to be from where it begins, centipawns (a standard deviation),
    /// or `none`
    #[arg(long, value_name = "CP", default_value = "60", value_parser = spread)]
    spread: f64,
    /// The logistic function's scale, in place of the one that fits best: an advantage of 400
    /// centipawns over K is won 10 times of 11
    #[arg(long, value_name = "K", value_parser = positive)]
    k: Option<f64>,
    /// Write the weights of the last step, not those of the step that the validation games choose
    #[arg(long)]
    last: bool,
    /// A weight that stays as it is; with a * at its end, all that begin so; repeat for several
    #[arg(long, value_name = "NAME")]
    hold: Vec<String>,
    /// The bound of the positional part that is played with, centipawns, or `none` [default: that of
    /// profile full]
    #[arg(long, value_name = "CP")]
    bound: Option<FitBound>,
    /// Decimals of the weights with --features
    #[arg(long, value_name = "N", default_value_t = 2, requires = "features",
          value_parser = clap::value_parser!(u8).range(0..=9))]
    decimals: u8,
    /// Positions, at most
    #[arg(long, value_name = "N", default_value_t = 4_000_000)]
    most: usize,
    /// Threads [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
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
            PositionalBound(bound) => Ok(Self::of(bound)),
        }
    }
}

impl FitBound {
    fn of(bound: Score) -> Self {
        Self((bound != eval::Options::UNBOUNDED).then_some(bound))
    }
}

impl Default for FitBound {
    /// Returns the default weights: those of the profile that is fitted.
    fn default() -> Self {
        Self::of(ProfileName::Full.bound())
    }
}

fn spread(text: &str) -> Result<f64, String> {
    if text == "none" { Ok(f64::INFINITY) } else { positive(text) }
}

fn failure(fault: FitError) -> CommandFailure {
    match fault {
        FitError::Asked(text) => CommandFailure::usage(text),
        other => CommandFailure::failed(other),
    }
}

/// Reads the positions of all files, and reports those left out.
pub fn of_positions(
    files: &[PathBuf],
    FitBound(bound): FitBound,
    most: usize,
) -> Result<PositionsRead, CommandFailure> {
    let mut read = PositionsRead::default();
    for file in files {
        read_positions(file, bound, most, &mut read).map_err(failure)?;
    }
    read.broken.warn();
    if read.nameless > 0 {
        let count = read.nameless;
        nucleus_base::tell!(
            "warning: {count} positions name no game: each is taken for one of its own"
        );
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

/// Positions and weights, ours or another engine's.
fn input(args: &FitArgs) -> Result<(TraceRows, LinearModel), CommandFailure> {
    let Some(path) = &args.features else {
        let weights = args.weights.read()?;
        let values = weights.as_deref().unwrap_or(ProfileName::Full.values());
        let read = of_positions(&args.positions, args.bound.unwrap_or_default(), args.most)?;
        return Ok((read.rows, LinearModel::of_table(values)));
    };
    let csv = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    let read = if csv { read_csv } else { read_binary };
    let (rows, mut model, more) = read(path, args.most).map_err(failure)?;
    if more {
        nucleus_base::tell!("warning: only the first {} positions are taken (--most)", args.most);
    }
    if let Some(start) = &args.start {
        read_start(start, &mut model).map_err(failure)?;
    }
    Ok((rows, model))
}

/// Fits, writes the weights and prints the result.
pub fn run(args: &FitArgs) -> Result<ExitCode, CommandFailure> {
    let _lock = claim(&args.out)?;
    args.curve.as_deref().map_or(Ok(()), refuse_existing)?;
    let checkpoint = |path: &PathBuf| FitCheckpoint::new(path, args.resume).map_err(failure);
    let checkpoint = args.checkpoint.as_ref().map(checkpoint).transpose()?;
    let interrupt = on_ctrl_c()?;
    let whole = in_threads(args.threads, || fitted(args, checkpoint, &interrupt))??;
    if !whole {
        let hint = match &args.checkpoint {
            Some(_) => "the same command with --resume and another --out goes on",
            None => "with --checkpoint FILE it could be resumed",
        };
        nucleus_base::tell!(
            "the run was cut short; the best weights until then are written; {hint}"
        );
    }
    Ok(code(whole, !whole))
}

fn fitted(
    args: &FitArgs,
    checkpoint: Option<FitCheckpoint>,
    interrupt: &AtomicBool,
) -> Result<bool, CommandFailure> {
    let (rows, mut model) = input(args)?;
    model.hold(&args.hold).map_err(failure)?;
    let options = FitOptions {
        seed: args.seed,
        epochs: args.epochs,
        batch: args.batch as usize,
        rate: args.rate,
        spread: args.spread,
        k: args.k,
    };
    let mut bar = Bar::timed();
    let context = FitContext { interrupt, progress: &mut bar, checkpoint };
    let outcome = match args.method {
        FitMethod::Adam => fit(&rows, &model, &options, context),
        method => fit_directly(&rows, &model, &options, method, context),
    };
    let outcome = outcome.map_err(failure)?;
    drop(bar);
    let weights = if args.last { &outcome.last } else { &outcome.weights };
    let written = written(args, &model, weights, &args.out)?;
    if let Some(curve) = &args.curve {
        write(curve, &curve_csv(&outcome))?;
    }
    let loss = ResultLoss::new(&rows, &model, per_centipawn(outcome.k));
    print(&fit_report(&loss, &model, &outcome, &written))?;
    Ok(outcome.whole)
}

/// Writes the weights; returns them as they were written, rounded.
fn written(
    args: &FitArgs,
    model: &LinearModel,
    weights: &WeightPairs,
    path: &Path,
) -> Result<WeightPairs, CommandFailure> {
    if args.features.is_some() {
        let decimals = usize::from(args.decimals);
        write(path, &write_weights(model, weights, decimals))?;
        return Ok(weights.iter().map(|pair| pair.map(|n| rounded(n, decimals))).collect());
    }
    let values = model.to_values(weights).map_err(failure)?;
    write(path, &weights_file::write(&values))?;
    Ok(values.rows().iter().map(|pair| pair.map(f64::from)).collect())
}
