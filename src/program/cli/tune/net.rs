use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use nucleus_core::eval::network::InputSet;
use nucleus_core::types::Score;
use nucleus_draw::svg;
use nucleus_harness::compare::on_ctrl_c;
use nucleus_tuner::data::{LoadOptions, PositionFilter, TrainingSet, load};
use nucleus_tuner::net::{
    CheckpointFault, TrainOptions, Trained, TrainingCheckpoint, TrainingContext, curve_chart,
    curve_csv, hand_loss, held_out_loss, quantised, quantised_loss, train,
};

use super::{in_threads, positive};
use crate::cli::progress::Bar;
use crate::cli::{CommandFailure, claim, code, print, refuse_existing, write};

/// A network trained on positions of games: inputs read from pieces or cells, one hidden layer seen
/// from both sides, one output (docs/NETWORK.md).
///
/// Learnt is a mixture of the game's result and the search's score. The first games are held out, and
/// the loss of their positions, −ln p of the result, is told after each pass beside that of the
/// evaluation by hand. The same input gives the same network, in any number of threads.
///
/// Exit code 0 when the network was written, 1 when a file cannot be read or written or no position is
/// left, 2 for a wrong command line or a file that is there already, 130 after Ctrl-C; what it was
/// until then is written, and --resume goes on.
#[derive(clap::Args)]
pub struct NetArgs {
    /// Folders of games or single files of them, as `tune games --format binary` writes them (.games),
    /// and files of bulletformat's 32-byte records (any other name)
    #[arg(required = true, value_name = "PATH")]
    data: Vec<PathBuf>,
    /// The network
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Losses of each pass as CSV
    #[arg(long, value_name = "FILE.csv")]
    curve: Option<PathBuf>,
    /// Losses of each pass as a chart
    #[arg(long, value_name = "FILE.svg")]
    chart: Option<PathBuf>,
    /// The file that keeps the training after each pass
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Go on with the training of the checkpoint
    #[arg(long, requires = "checkpoint")]
    resume: bool,
    /// Inputs: 768 (piece and square), 3072 (the same, apart for attacked and defended pieces) or 1664
    /// (piece and influence bits of the cells)
    #[arg(long, value_name = "N", default_value_t, value_parser = input_set)]
    inputs: InputSet,
    /// Each side sees the board mirrored while its king stands on the files e to h
    #[arg(long)]
    mirrored_king: bool,
    /// Hidden units
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = hidden)]
    hidden: usize,
    /// Passes over the positions
    #[arg(long, value_name = "N", default_value_t = TrainOptions::default().epochs,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,
    /// Positions of a step
    #[arg(long, value_name = "N", default_value_t = TrainOptions::default().batch as u32,
          value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The size of the first step
    #[arg(long, value_name = "RATE", default_value_t = TrainOptions::default().rate,
          value_parser = positive)]
    rate: f64,
    /// Weight decay
    #[arg(long, value_name = "SHARE", default_value_t = TrainOptions::default().decay,
          value_parser = share)]
    decay: f64,
    /// The share of the game's result in what is learnt; the rest is the search's score
    #[arg(long, value_name = "SHARE", default_value_t = TrainOptions::default().result_share,
          value_parser = share)]
    result_share: f64,
    /// Centipawns that are one unit of the logistic function, in place of what fits the results
    #[arg(long, value_name = "CP", value_parser = positive)]
    scale: Option<f64>,
    /// Show no position mirrored left to right
    #[arg(long)]
    no_mirror: bool,
    /// Take positions in check, too
    #[arg(long)]
    in_check: bool,
    /// Take positions whose best move captures or promotes, too
    #[arg(long)]
    noisy: bool,
    /// Leave out scores from here on, centipawns from zero
    #[arg(long, value_name = "CP", default_value_t = PositionFilter::default().score_below,
          value_parser = clap::value_parser!(i16).range(1..))]
    score_below: Score,
    /// Games that are held out
    #[arg(long, value_name = "N", default_value_t = LoadOptions::default().held_out)]
    held_out: usize,
    /// Positions to train on, at most
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Chooses the first weights and the order of positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
}

fn input_set(text: &str) -> Result<InputSet, String> {
    let set = text.parse().ok().and_then(|inputs| InputSet::of(inputs, false));
    set.ok_or_else(|| format!("`{text}` is no number of inputs: expected 768, 3072 or 1664"))
}

fn hidden(text: &str) -> Result<usize, String> {
    let fits = |number: &usize| number.is_multiple_of(32) && (32..=256).contains(number);
    let number = text.parse().ok().filter(fits);
    number.ok_or_else(|| format!("`{text}` is no multiple of 32 up to 256"))
}

fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|share: &f64| (0.0..=1.0).contains(share));
    number.ok_or_else(|| format!("`{text}` is no share, 0 to 1"))
}

impl NetArgs {
    fn load_options(&self) -> LoadOptions {
        let Self { in_check, noisy, score_below, held_out, most, .. } = *self;
        let filter = PositionFilter { in_check, noisy, score_below };
        LoadOptions { filter, held_out, most: most.unwrap_or(usize::MAX) }
    }

    fn train_options(&self) -> TrainOptions {
        TrainOptions {
            seed: self.seed,
            input_set: InputSet::of(self.inputs.inputs(), self.mirrored_king).unwrap_or_default(),
            hidden: self.hidden,
            epochs: self.epochs,
            batch: self.batch as usize,
            rate: self.rate,
            decay: self.decay,
            result_share: self.result_share,
            scale: self.scale,
            mirror: !self.no_mirror,
            ..TrainOptions::default()
        }
    }
}

fn failure(fault: CheckpointFault) -> CommandFailure {
    match fault {
        CheckpointFault::There(_) | CheckpointFault::Other { .. } => CommandFailure::usage(fault),
        _ => CommandFailure::failed(fault),
    }
}

/// Trains a network, writes it and prints what came of it.
pub fn run(args: &NetArgs) -> Result<ExitCode, CommandFailure> {
    let _lock = claim(&args.out)?;
    for path in [&args.curve, &args.chart].into_iter().flatten() {
        refuse_existing(path)?;
    }
    let checkpoint = |path: &PathBuf| TrainingCheckpoint::new(path, args.resume).map_err(failure);
    let checkpoint = args.checkpoint.as_ref().map(checkpoint).transpose()?;
    let interrupt = on_ctrl_c()?;
    let whole = in_threads(args.threads, || trained(args, checkpoint, &interrupt))??;
    if !whole {
        let hint = match &args.checkpoint {
            Some(_) => "the same command with --resume and another --out goes on",
            None => "with --checkpoint FILE it could be resumed",
        };
        nucleus_base::tell!("the run was cut short; the network until then is written; {hint}");
    }
    Ok(code(whole, !whole))
}

fn trained(
    args: &NetArgs,
    checkpoint: Option<TrainingCheckpoint>,
    interrupt: &AtomicBool,
) -> Result<bool, CommandFailure> {
    let mut bar = Bar::timed();
    let set = load(&args.data, &args.load_options(), &mut bar).map_err(CommandFailure::failed)?;
    drop(bar);
    let TrainingSet { training, held_out, by_hand, games, duplicates } = &set;
    if training.is_empty() || held_out.is_empty() {
        return Err(CommandFailure::failed("no position is left to train on or to test with"));
    }
    let hand = hand_loss(held_out, by_hand);
    nucleus_base::tell!(
        "{} positions to train on, {} held out, {duplicates} were there already; {games} games; by \
         hand the loss of those held out is {hand:.6}",
        training.len(),
        held_out.len()
    );
    let mut bar = Bar::timed();
    let context = TrainingContext { interrupt, progress: &mut bar, checkpoint };
    let Trained { state, whole } = train(&set, &args.train_options(), context).map_err(failure)?;
    drop(bar);
    let network = quantised(&state.parameters, state.scale).map_err(CommandFailure::failed)?;
    write(&args.out, &network.to_bytes())?;
    if let Some(path) = &args.curve {
        write(path, &curve_csv(&state.curve, hand))?;
    }
    if let Some(path) = &args.chart {
        write(path, &svg::write(&curve_chart(&state.curve, hand)))?;
    }
    let [float, integer] = [
        held_out_loss(&state.parameters, held_out),
        quantised_loss(&network, state.scale, held_out),
    ];
    print(&format!(
        "{}: {} inputs, {} hidden units, hash {:016x}\n{} passes over {} positions; scale {:.1}\n\
         loss of {} positions held out: {float:.6}, in integers {integer:.6}, by hand {hand:.6}\n",
        args.out.display(),
        network.input_set(),
        network.hidden(),
        network.hash(),
        state.epoch,
        training.len(),
        state.scale,
        held_out.len(),
    ))?;
    Ok(whole)
}
