//! `nucleus tune`: plays games, fits weights, trains networks, and tunes options of engines.

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

/// Tune weights of the evaluation by experiment (docs/TUNING.md)
#[derive(Subcommand)]
pub enum TuneCommand {
    /// Play games of the engine against itself, to fit weights and train networks
    Games(Box<games::GamesArgs>),
    /// Fit weights to the results of games
    Fit(Box<fit::FitArgs>),
    /// Train a network on games of `tune games`
    Net(Box<net::NetArgs>),
    /// Tune integer options of any UCI engine by SPSA over games
    Spsa(Box<spsa::SpsaArgs>),
    /// Print weights as source code of the compiled set
    Rows(rows::RowsArgs),
}

/// Runs a subcommand of `nucleus tune`.
pub fn run(command: &TuneCommand, choice: Choice) -> Result<ExitCode, CommandFailure> {
    match command {
        TuneCommand::Games(args) => games::run(args, choice),
        TuneCommand::Fit(args) => fit::run(args),
        TuneCommand::Net(args) => net::run(args),
        TuneCommand::Spsa(args) => spsa::run(args),
        TuneCommand::Rows(args) => rows::run(args).map(|()| ExitCode::SUCCESS),
    }
}

/// Options of a training: files of its losses and its state, batch size, seed, threads.
#[derive(clap::Args)]
struct TrainArgs {
    /// Write the losses of each pass as CSV
    #[arg(long, value_name = "FILE.csv")]
    curve: Option<PathBuf>,
    /// File to keep the state in after each pass
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Continue from the state of the checkpoint
    #[arg(long, requires = "checkpoint")]
    resume: bool,
    /// Positions per step
    #[arg(long, value_name = "N", default_value_t = 16_384,
          value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Seed of the order of positions and of other draws
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
}

impl TrainArgs {
    /// Opens the checkpoint, if requested.
    fn checkpoint(&self) -> Result<Option<Checkpoint>, CommandFailure> {
        let path = self.checkpoint.as_ref();
        path.map(|path| Checkpoint::new(path, self.resume).map_err(failure)).transpose()
    }

    /// Returns the exit code; prints how to continue an interrupted training.
    fn ended(&self, complete: bool, written: &str) -> ExitCode {
        if !complete {
            let hint = match &self.checkpoint {
                Some(_) => "the same command with --resume and another --out continues it",
                None => "with --checkpoint FILE it could be resumed",
            };
            nucleus_base::tell!("the run was cut short; {written} until then; {hint}");
        }
        code(complete, !complete)
    }
}

/// Returns a usage failure for an existing output or one of another run, otherwise a general
/// failure.
fn failure(error: FileFault) -> CommandFailure {
    match error {
        FileFault::There(_) | FileFault::OtherRun { .. } => CommandFailure::usage(error),
        _ => CommandFailure::failed(error),
    }
}

/// Returns the number of threads; by default, one for each processor that may be used.
fn threads(threads: Option<u32>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    threads.map_or_else(all, |threads| threads as usize)
}

/// Runs a closure in a pool of this number of threads.
fn in_threads<T: Send>(
    number: Option<u32>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, CommandFailure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads(number)).build();
    Ok(pool.map_err(CommandFailure::failed)?.install(work))
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&number: &f64| number > 0.0 && number.is_finite());
    number.ok_or_else(|| format!("`{text}` is not a number above 0"))
}
