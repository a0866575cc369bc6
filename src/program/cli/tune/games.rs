use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use nucleus_core::kernels::Choice;
use nucleus_core::types::Score;
use nucleus_harness::compare::on_ctrl_c;
use nucleus_tuner::games::{
    FileFault, GamesTally, PositionsFile, SampleOptions, SelfPlayOptions, SelfPlayRun, play_games,
};

use super::all_processors;
use crate::cli::progress::Bar;
use crate::cli::weights::{BoundOption, WeightsOption};
use crate::cli::{CommandFailure, code, print};

/// Games of the engine against itself, for positions with results: random openings that a search
/// calls balanced, a fixed number of nodes a move, the quiet positions of each game.
///
/// Positions are written as EPD, a game after the other: the result (c9), the search's score for the
/// side to move (ce), the game (id). A position that is in the file already is left out. The same
/// options give the same file, in any number of threads and with any number of breaks.
///
/// Exit code 0 when all was played, 1 when the file cannot be read or written, 2 for a wrong command
/// line or a file that is there already, 130 after Ctrl-C; what was played is kept, and --resume goes
/// on.
#[derive(clap::Args)]
pub struct GamesArgs {
    /// The positions
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games in all, with --resume those in the file included
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// No further game from so many positions on
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 5000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Chooses openings and positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games at a time [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Transposition table of each game, MiB
    #[arg(long, value_name = "MIB", default_value_t = 2,
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Random plies of an opening, at least
    #[arg(long, value_name = "N", default_value_t = 6,
          value_parser = clap::value_parser!(u32).range(0..=40))]
    random_from: u32,
    /// Random plies of an opening, at most
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(0..=40))]
    random_to: u32,
    /// Centipawns from zero up to which a search calls an opening balanced
    #[arg(long, value_name = "CP", default_value_t = 120,
          value_parser = clap::value_parser!(i16).range(1..=1000))]
    balance: Score,
    /// Positions of a game, at most
    #[arg(long, value_name = "N", default_value_t = 24,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    per_game: u32,
    #[command(flatten)]
    weights: WeightsOption,
    #[command(flatten)]
    bound: BoundOption,
    /// Go on with the file
    #[arg(long)]
    resume: bool,
}

/// Plays the games and prints a summary.
pub fn run(args: &GamesArgs, choice: Choice) -> Result<ExitCode, CommandFailure> {
    if args.random_from > args.random_to {
        return Err(CommandFailure::usage("--random-from is more than --random-to"));
    }
    let options = SelfPlayOptions {
        seed: args.seed,
        nodes: args.nodes,
        hash: args.hash as usize,
        random_plies: [args.random_from, args.random_to].map(|plies| plies as usize),
        balance: args.balance,
        sample: SampleOptions { per_game: args.per_game as usize, ..SampleOptions::default() },
        weights: args.weights.read()?,
        bound: args.bound.get(),
        choice,
    };
    let interrupt = on_ctrl_c()?;
    let opened = PositionsFile::open(&args.out, &options, args.resume);
    let mut file = opened.map_err(|fault| match fault {
        FileFault::There(_) | FileFault::OtherRun { .. } => CommandFailure::usage(fault),
        _ => CommandFailure::failed(fault),
    })?;
    let before = file.tally().clone();
    let threads = args.threads.map_or_else(all_processors, |threads| threads as usize);
    let run = SelfPlayRun { games: args.games, positions: args.positions, threads };
    let mut bar = Bar::timed();
    let time = play_games(&options, run, &mut file, &interrupt, &mut bar)?;
    drop(bar);
    let interrupted = interrupt.load(Ordering::Relaxed);
    let tally = file.tally();
    let seconds = time.as_secs_f64();
    let a_second = |now: u64, before: u64| (now - before) as f64 / seconds.max(1e-3);
    print(&format!(
        "{}: {}\n{seconds:.1} s, {:.1} games/s, {:.0} positions/s, {:.0} nodes/s\n",
        args.out.display(),
        told(tally),
        a_second(tally.games.into(), before.games.into()),
        a_second(tally.positions, before.positions),
        a_second(tally.nodes, before.nodes),
    ))?;
    if interrupted {
        nucleus_core::tell!("the run was cut short; the same command with --resume goes on");
    }
    Ok(code(!interrupted, interrupted))
}

/// Describes the file's contents.
fn told(tally: &GamesTally) -> String {
    let GamesTally { games, results: [wins, draws, losses], plies, .. } = tally;
    let [seen, quiet] = tally.seen;
    format!(
        "{} positions of {games} games (White won {wins}, drew {draws}, lost {losses}; {:.0} plies a \
         game); {quiet} of {seen} were quiet, {} drawn twice left out",
        tally.positions,
        *plies as f64 / f64::from(*games).max(1.0),
        tally.duplicates,
    )
}
