use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use nucleus_core::eval::network::InputSet;
use nucleus_core::types::Score;
use nucleus_harness::compare::on_ctrl_c;
use nucleus_report::draw::svg;
use nucleus_tuner::games::PositionFilter;
use nucleus_tuner::net::{
    LoadOptions, NetworkModel, NetworkOptions, NetworkShape, TrainingSet, curve_chart, quantised,
    quantised_loss,
};
use nucleus_tuner::train::{Checkpoint, PassOptions, Trained, TrainingContext, train};

use super::{TrainArgs, failure, in_threads, positive};
use crate::cli::progress::Bar;
use crate::cli::{CommandFailure, claim, print, refuse_existing, write};

/// Train a network on positions of games: inputs from pieces or cells, a hidden layer for each side, one
/// output (docs/TUNING.md)
///
/// The target is a mix of the game's result and the search's score. The first games are held out; prints the
/// loss of their positions, −ln p of the result, after each pass and, at the end, that of the hand-written
/// evaluation. The same input gives the same network, for any number of threads.
///
/// Exit code 0 if the network was written, 1 if a file cannot be read or written or no position is left, 2
/// for an invalid command line or an existing file, 130 after Ctrl-C; the current network is then written,
/// and --resume continues.
#[derive(clap::Args)]
pub struct NetArgs {
    /// Folders or files of games, as `tune games` writes them
    #[arg(required = true, value_name = "PATH")]
    data: Vec<PathBuf>,
    /// File of the network to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write the losses of each pass as a chart
    #[arg(long, value_name = "FILE.svg")]
    chart: Option<PathBuf>,
    /// Inputs: 768 (piece and square), 3072 (the same, with attacked and defended pieces apart) or 1664
    /// (piece and influence bits of the cells)
    #[arg(long, value_name = "N", default_value_t, value_parser = input_set)]
    inputs: InputSet,
    /// Mirror the board for a side while its king is on the files e to h
    #[arg(long)]
    mirrored_king: bool,
    /// Hidden units
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = hidden)]
    hidden: usize,
    /// Passes over the positions
    #[arg(long, value_name = "N", default_value_t = NetworkOptions::default().passes.epochs,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,
    /// Size of the first step
    #[arg(long, value_name = "RATE", default_value_t = NetworkOptions::default().passes.rate,
          value_parser = positive)]
    rate: f64,
    /// Weight decay
    #[arg(long, value_name = "SHARE", default_value_t = NetworkOptions::default().passes.decay,
          value_parser = share)]
    decay: f64,
    /// Share of the game's result in the target; the rest is the search's score
    #[arg(long, value_name = "SHARE", default_value_t = NetworkOptions::default().result_share,
          value_parser = share)]
    result_share: f64,
    /// Centipawns per unit of the logistic function [default: fitted to the results]
    #[arg(long, value_name = "CP", value_parser = positive)]
    scale: Option<f64>,
    /// Do not mirror positions left to right
    #[arg(long)]
    no_mirror: bool,
    /// Also take positions in check
    #[arg(long)]
    in_check: bool,
    /// Also take positions whose best move captures or promotes
    #[arg(long)]
    noisy: bool,
    /// Leave out scores at least this far from zero, in centipawns
    #[arg(long, value_name = "CP", default_value_t = PositionFilter::default().score_below,
          value_parser = clap::value_parser!(i16).range(1..))]
    score_below: Score,
    /// Leave out positions in which captures and promotions gain more centipawns
    #[arg(long, value_name = "CP", default_value_t = PositionFilter::default().most_gain,
          value_parser = clap::value_parser!(i16).range(0..))]
    most_gain: Score,
    /// Number of games to hold out
    #[arg(long, value_name = "N", default_value_t = LoadOptions::default().held_out)]
    held_out: usize,
    /// Maximum number of training positions
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    #[command(flatten)]
    train: TrainArgs,
}

fn input_set(text: &str) -> Result<InputSet, String> {
    let set = text.parse().ok().and_then(|inputs| InputSet::from_inputs(inputs, false));
    set.ok_or_else(|| format!("`{text}` is not a number of inputs: expected 768, 3072 or 1664"))
}

fn hidden(text: &str) -> Result<usize, String> {
    let fits = |number: &usize| number.is_multiple_of(32) && (32..=256).contains(number);
    let number = text.parse().ok().filter(fits);
    number.ok_or_else(|| format!("`{text}` is not a multiple of 32 up to 256"))
}

fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|share: &f64| (0.0..=1.0).contains(share));
    number.ok_or_else(|| format!("`{text}` is not a share from 0 to 1"))
}

impl NetArgs {
    fn options(&self) -> NetworkOptions {
        let TrainArgs { seed, batch, .. } = self.train;
        let Self { epochs, rate, decay, hidden, result_share, scale, .. } = *self;
        let NetworkOptions { passes, shape, .. } = NetworkOptions::default();
        let input_set = InputSet::from_inputs(self.inputs.inputs(), self.mirrored_king);
        let input_set = input_set.unwrap_or(shape.input_set);
        NetworkOptions {
            passes: PassOptions { seed, epochs, batch: batch as usize, rate, decay, ..passes },
            shape: NetworkShape { input_set, hidden },
            result_share,
            scale,
            mirror: !self.no_mirror,
        }
    }
}

/// Trains a network, writes it and prints the result.
pub fn run(args: &NetArgs) -> Result<ExitCode, CommandFailure> {
    let _lock = claim(&args.out)?;
    for path in [&args.train.curve, &args.chart].into_iter().flatten() {
        refuse_existing(path)?;
    }
    let checkpoint = args.train.checkpoint()?;
    let interrupt = on_ctrl_c()?;
    let complete = in_threads(args.train.threads, || trained(args, checkpoint, &interrupt))??;
    Ok(args.train.ended(complete, "the network is written"))
}

fn trained(
    args: &NetArgs,
    checkpoint: Option<Checkpoint>,
    interrupt: &AtomicBool,
) -> Result<bool, CommandFailure> {
    let NetArgs { in_check, noisy, score_below, most_gain, held_out, most, .. } = *args;
    let filter = PositionFilter { in_check, noisy, score_below, most_gain };
    let load = LoadOptions { filter, held_out, most: most.unwrap_or(usize::MAX) };
    let mut bar = Bar::new();
    let set = TrainingSet::load(&args.data, &load, &mut bar).map_err(failure)?;
    drop(bar);
    let TrainingSet { training, held_out, games, duplicates, .. } = &set;
    if training.is_empty() || held_out.is_empty() {
        return Err(CommandFailure::failed("no position remains to train on or to test with"));
    }
    let options = args.options();
    let mut model = NetworkModel::new(&set, &options);
    let hand = model.by_hand;
    nucleus_base::tell!(
        "{} positions to train on, {} held out, {duplicates} were there already; {games} games; by \
         hand the loss of those held out is {hand:.6}",
        training.len(),
        held_out.len()
    );
    let mut bar = Bar::new();
    let context = TrainingContext { interrupt, progress: &mut bar, checkpoint };
    let Trained { state, done } = train(&mut model, &options.passes, context).map_err(failure)?;
    drop(bar);
    let network = quantised(options.shape, &state.parameters, model.scale);
    let network = network.map_err(CommandFailure::failed)?;
    write(&args.out, &network.to_bytes())?;
    if let Some(path) = &args.train.curve {
        write(path, &state.curve_csv::<NetworkModel<'_>>())?;
    }
    if let Some(path) = &args.chart {
        write(path, &svg::write(&curve_chart(&state.curve)))?;
    }
    let float = model.held_out_loss(&state.parameters);
    let integer = quantised_loss(&network, model.scale, held_out);
    print(&format!(
        "{}: {} inputs, {} hidden units, hash {:016x}\n{} passes over {} positions; scale {:.1}\n\
         loss of {} positions held out: {float:.6}, in integers {integer:.6}, by hand {hand:.6}\n",
        args.out.display(),
        network.input_set(),
        network.hidden(),
        network.hash(),
        state.passes,
        training.len(),
        model.scale,
        held_out.len(),
    ))?;
    Ok(done)
}
