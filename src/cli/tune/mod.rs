//! `nucleus tune`: weights of the evaluation, found by experiment.

mod features;
mod fit;
mod games;
mod positions;
mod rows;

use std::path::Path;
use std::process::ExitCode;

use clap::Subcommand;
use nucleus::kernels::Choice;

use super::CommandFailure;

/// Weights of the evaluation, found by experiment (docs/TUNING.md).
#[derive(Subcommand)]
pub enum TuneCommand {
    /// Games of the engine against itself, for positions with results
    Games(games::GamesArgs),
    /// Positions with results out of other people's games
    Positions(positions::PositionsArgs),
    /// Weights fitted to results, of this evaluation or of any other
    Fit(Box<fit::FitArgs>),
    /// What the evaluation counts in positions, as a feature file
    Features(features::FeaturesArgs),
    /// Weights as the source of the set that is compiled in
    Rows(rows::RowsArgs),
}

/// Runs a subcommand.
pub fn run(command: &TuneCommand, choice: Choice) -> Result<ExitCode, CommandFailure> {
    match command {
        TuneCommand::Games(args) => return games::run(args, choice),
        TuneCommand::Positions(args) => return positions::run(args),
        TuneCommand::Fit(args) => return fit::run(args),
        TuneCommand::Features(args) => features::run(args)?,
        TuneCommand::Rows(args) => rows::run(args)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Threads, where none are asked for: one for each processor that may be used.
fn all_processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Runs something in so many threads.
fn in_threads<T: Send>(
    threads: Option<u32>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, CommandFailure> {
    let threads = threads.map_or_else(all_processors, |threads| threads as usize);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|fault| CommandFailure::failed(fault.to_string()))?;
    Ok(pool.install(work))
}

/// No file is written over by chance.
fn refuse_what_is_there(path: &Path) -> Result<(), CommandFailure> {
    if path.exists() {
        let text = format!("{} is there already: name another file", path.display());
        return Err(CommandFailure::usage(text));
    }
    Ok(())
}

/// Writes a file whole.
fn write(path: &Path, contents: &str) -> Result<(), CommandFailure> {
    nucleus::harness::output::replace(path, contents).map_err(|fault| {
        CommandFailure::failed(format!("cannot write {}: {fault}", path.display()))
    })
}
