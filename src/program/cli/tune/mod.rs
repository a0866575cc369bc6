//! `nucleus tune`: weights of the evaluation, found by experiment.

mod data;
mod ep;
mod features;
mod fit;
mod games;
mod hj;
mod net;
mod pages;
mod positions;
mod prove;
mod readings;
mod rows;
mod speed;
mod spsa;

use std::process::ExitCode;

use clap::Subcommand;
use nucleus_core::kernels::Choice;

use super::CommandFailure;

/// Weights of the evaluation, found by experiment (docs/TUNING.md).
#[derive(Subcommand)]
pub enum TuneCommand {
    /// Play games of the engine against itself, for positions with results
    Games(Box<games::GamesArgs>),
    /// Take positions with results from other people's games
    Positions(positions::PositionsArgs),
    /// Fit weights to results, of this evaluation or of any other
    Fit(Box<fit::FitArgs>),
    /// Train a network on games of `tune games --format binary`
    Net(Box<net::NetArgs>),
    /// Tune integer options of any UCI engine by SPSA over games
    Spsa(Box<spsa::SpsaArgs>),
    /// Write the evaluation's features of positions as a feature file
    Features(features::FeaturesArgs),
    /// Print weights as source code of the set that is compiled in
    Rows(rows::RowsArgs),
    /// Tuning paper: take positions with the grandmaster's move from games
    Data(data::DataArgs),
    /// Tuning paper: evolve its 29 weights
    Ep(ep::EpArgs),
    /// Tuning paper: refine evolved players by Hooke-Jeeves
    Hj(hj::HjArgs),
    /// Tuning paper: play matches between the players of a run
    Prove(prove::ProveArgs),
    /// Tuning paper: measure the questions that it leaves open
    Readings(readings::ReadingsArgs),
    /// The tuning paper: how fast players are scored
    Speed(speed::SpeedArgs),
}

/// Runs a subcommand.
pub fn run(command: &TuneCommand, choice: Choice) -> Result<ExitCode, CommandFailure> {
    match command {
        TuneCommand::Games(args) => return games::run(args, choice),
        TuneCommand::Positions(args) => return positions::run(args),
        TuneCommand::Fit(args) => return fit::run(args),
        TuneCommand::Net(args) => return net::run(args),
        TuneCommand::Spsa(args) => return spsa::run(args),
        TuneCommand::Features(args) => features::run(args)?,
        TuneCommand::Rows(args) => rows::run(args)?,
        TuneCommand::Data(args) => return data::run(args),
        TuneCommand::Ep(args) => return ep::run(args),
        TuneCommand::Hj(args) => return hj::run(args),
        TuneCommand::Prove(args) => return prove::run(args),
        TuneCommand::Readings(args) => return readings::run(args),
        TuneCommand::Speed(args) => return speed::run(args),
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
    let pool = pool.map_err(CommandFailure::failed)?;
    Ok(pool.install(work))
}

/// Lets all that follows use so many threads. The work stays in the thread that it is called from.
fn use_threads(threads: Option<u32>) -> Result<(), CommandFailure> {
    let threads = threads.map_or_else(all_processors, |threads| threads as usize);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    pool.map_err(CommandFailure::failed)
}

/// A number above 0 on the command line.
fn positive(text: &str) -> Result<f64, String> {
    above(0.0, text)
}

/// A number above `least` on the command line.
fn above(least: f64, text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&number: &f64| number > least && number.is_finite());
    number.ok_or_else(|| format!("`{text}` is no number above {least}"))
}
