//! `nucleus tune`: weights of the evaluation, found by experiment.

mod fit;
mod games;
mod net;
mod rows;
mod spsa;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use nucleus_core::kernels::Choice;
use nucleus_tuner::FileFault;
use nucleus_tuner::train::Checkpoint;

use super::{CommandFailure, code};

/// Weights of the evaluation, found by experiment (docs/TUNING.md).
#[derive(Subcommand)]
pub enum TuneCommand {
    /// Play games of the engine against itself, to fit weights to and to train networks on
    Games(Box<games::GamesArgs>),
    /// Fit weights to the results of games
    Fit(Box<fit::FitArgs>),
    /// Train a network on games of `tune games`
    Net(Box<net::NetArgs>),
    /// Tune integer options of any UCI engine by SPSA over games
    Spsa(Box<spsa::SpsaArgs>),
    /// Print weights as source code of the set that is compiled in
    Rows(rows::RowsArgs),
}

/// Runs a subcommand.
pub fn run(command: &TuneCommand, choice: Choice) -> Result<ExitCode, CommandFailure> {
    match command {
        TuneCommand::Games(args) => games::run(args, choice),
        TuneCommand::Fit(args) => fit::run(args),
        TuneCommand::Net(args) => net::run(args),
        TuneCommand::Spsa(args) => spsa::run(args),
        TuneCommand::Rows(args) => rows::run(args).map(|()| ExitCode::SUCCESS),
    }
}

/// Options of a training: the files of its losses and of its state, the passes, the threads.
#[derive(clap::Args)]
struct TrainArgs {
    /// Losses of each pass as CSV
    #[arg(long, value_name = "FILE.csv")]
    curve: Option<PathBuf>,
    /// File that keeps the state after each pass
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Go on from the state of the checkpoint
    #[arg(long, requires = "checkpoint")]
    resume: bool,
    /// Positions of a step
    #[arg(long, value_name = "N", default_value_t = 16_384,
          value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Chooses the order of positions, and what else is drawn
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
}

impl TrainArgs {
    /// Opens the checkpoint, if there is to be one.
    fn checkpoint(&self) -> Result<Option<Checkpoint>, CommandFailure> {
        let path = self.checkpoint.as_ref();
        path.map(|path| Checkpoint::new(path, self.resume).map_err(failure)).transpose()
    }

    /// The exit code; with a hint on how an interrupted training goes on.
    fn ended(&self, whole: bool, written: &str) -> ExitCode {
        if !whole {
            let hint = match &self.checkpoint {
                Some(_) => "the same command with --resume and another --out goes on",
                None => "with --checkpoint FILE it could be resumed",
            };
            nucleus_base::tell!("the run was cut short; {written} until then; {hint}");
        }
        code(whole, !whole)
    }
}

/// Outputs of others are a wrong command line, all else is a failure.
fn failure(fault: FileFault) -> CommandFailure {
    match fault {
        FileFault::There(_) | FileFault::OtherRun { .. } => CommandFailure::usage(fault),
        _ => CommandFailure::failed(fault),
    }
}

/// Threads, where no number is given: one for each processor that may be used.
fn threads(threads: Option<u32>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    threads.map_or_else(all, |threads| threads as usize)
}

/// Runs something in a number of threads.
fn in_threads<T: Send>(
    number: Option<u32>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, CommandFailure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads(number)).build();
    Ok(pool.map_err(CommandFailure::failed)?.install(work))
}

/// A number above 0 on the command line.
fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&number: &f64| number > 0.0 && number.is_finite());
    number.ok_or_else(|| format!("`{text}` is no number above 0"))
}
