use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;
use nucleus_core::kernels::Choice;
use nucleus_core::types::Score;
use nucleus_harness::compare::on_ctrl_c;
use nucleus_tuner::data::{PositionFilter, ShardFolder, ShardsCheck, check_shards, find_shards};
use nucleus_tuner::games::{
    FileFault, GamesStore, GamesTally, PositionsFile, SampleOptions, SelfPlayOptions, SelfPlayRun,
    play_games,
};

use super::{all_processors, use_threads};
use crate::cli::command::BUILD;
use crate::cli::progress::Bar;
use crate::cli::weights::{BoundOption, WeightsOption};
use crate::cli::{CommandFailure, code, print};

/// The form in which games are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum GamesFormat {
    /// The quiet positions of each game as EPD, for `tune fit`
    Epd,
    /// Every move and its score, four bytes a position, for `tune net`
    Binary,
}

/// Games of the engine against itself, for positions with results: random openings that a search
/// calls balanced, a fixed number of nodes a move.
///
/// As EPD the quiet positions are written, a game after the other: the result (c9), the search's score
/// for the side to move (ce), the game (id). A position that is in the file already is left out. As
/// binary whole games are written into a folder, in files of 8,192 games each; a game that is there
/// already is left out. The same options give the same files, in any number of threads and with any
/// number of breaks.
///
/// Exit code 0 when all was played, 1 when a file cannot be read or written or does not hold, 2 for a
/// wrong command line or a file that is there already, 130 after Ctrl-C; what was played is kept, and
/// --resume goes on.
#[derive(clap::Args)]
pub struct GamesArgs {
    /// The file of positions; the folder of games with --format binary [default: data/games with it]
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// The format of what is written
    #[arg(long, value_name = "FORMAT", default_value = "epd")]
    format: GamesFormat,
    /// Replay every move of the games in a folder, or in single files, and play none
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with_all = ["out", "resume"])]
    check: Vec<PathBuf>,
    /// Games in all, with --resume those that are there included
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// No further game from so many positions on
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// Nodes a move, at most [default: 5000, with --soft-nodes ten times these]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: Option<u64>,
    /// Nodes after which a search begins no new iteration [default: with --format binary 1200]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    soft_nodes: Option<u64>,
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
    /// Random plies of an opening, at least [default: 6, with --format binary 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=40))]
    random_from: Option<u32>,
    /// Random plies of an opening, at most
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(0..=40))]
    random_to: u32,
    /// Centipawns from zero up to which a search calls an opening balanced
    #[arg(long, value_name = "CP", default_value_t = 120,
          value_parser = clap::value_parser!(i16).range(1..=1000))]
    balance: Score,
    /// Positions of a game in an EPD, at most
    #[arg(long, value_name = "N", default_value_t = 24,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    per_game: u32,
    #[command(flatten)]
    weights: WeightsOption,
    #[command(flatten)]
    bound: BoundOption,
    /// Go on with what is there
    #[arg(long)]
    resume: bool,
}

impl GamesArgs {
    /// The options that decide the games.
    fn options(&self, choice: Choice) -> Result<SelfPlayOptions, CommandFailure> {
        let binary = self.format == GamesFormat::Binary;
        // A hard limit alone stays one.
        let usual = (binary && self.nodes.is_none()).then_some(1_200);
        let soft_nodes = self.soft_nodes.or(usual);
        let random_from = self.random_from.unwrap_or(if binary { 8 } else { 6 });
        if random_from > self.random_to {
            return Err(CommandFailure::usage("--random-from is more than --random-to"));
        }
        Ok(SelfPlayOptions {
            seed: self.seed,
            nodes: self.nodes.or(soft_nodes.map(|soft| soft * 10)).unwrap_or(5_000),
            soft_nodes,
            hash: self.hash as usize,
            random_plies: [random_from, self.random_to].map(|plies| plies as usize),
            balance: self.balance,
            sample: SampleOptions { per_game: self.per_game as usize, ..SampleOptions::default() },
            weights: self.weights.read()?,
            bound: self.bound.get(),
            choice,
        })
    }

    /// The file or folder of the games.
    fn out(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| PathBuf::from("data/games"))
    }
}

/// Plays the games and prints a summary.
pub fn run(args: &GamesArgs, choice: Choice) -> Result<ExitCode, CommandFailure> {
    if !args.check.is_empty() {
        return check(args);
    }
    let options = args.options(choice)?;
    let interrupt = on_ctrl_c()?;
    if args.out.is_none() && args.format == GamesFormat::Epd {
        return Err(CommandFailure::usage("--out FILE is missing: where positions are written"));
    }
    let out = args.out();
    match args.format {
        GamesFormat::Epd => {
            let opened = PositionsFile::open(&out, &options, args.resume);
            played(args, &options, opened, &interrupt)
        }
        GamesFormat::Binary => {
            let source = BUILD.commit.unwrap_or("unknown");
            let opened = ShardFolder::open(&out, &options, source, args.resume);
            played(args, &options, opened, &interrupt)
        }
    }
}

/// Plays games into what was opened.
fn played<S: GamesStore>(
    args: &GamesArgs,
    options: &SelfPlayOptions,
    opened: Result<S, FileFault>,
    interrupt: &Arc<AtomicBool>,
) -> Result<ExitCode, CommandFailure> {
    let mut store = opened.map_err(|fault| match fault {
        FileFault::There(_) | FileFault::OtherRun { .. } => CommandFailure::usage(fault),
        _ => CommandFailure::failed(fault),
    })?;
    let before = store.tally().clone();
    let threads = args.threads.map_or_else(all_processors, |threads| threads as usize);
    let run = SelfPlayRun { games: args.games, positions: args.positions, threads };
    let mut bar = Bar::timed();
    let time = play_games(options, run, &mut store, interrupt, &mut bar)?;
    drop(bar);
    let interrupted = interrupt.load(Ordering::Relaxed);
    let tally = store.tally();
    let seconds = time.as_secs_f64();
    let a_second = |now: u64, before: u64| (now - before) as f64 / seconds.max(1e-3);
    print(&format!(
        "{}: {}\n{seconds:.1} s, {:.1} games/s, {:.0} positions/s, {:.0} nodes/s\n",
        args.out().display(),
        told(tally, args.format),
        a_second(tally.games.into(), before.games.into()),
        a_second(tally.positions, before.positions),
        a_second(tally.nodes, before.nodes),
    ))?;
    if interrupted {
        nucleus_base::tell!("the run was cut short; the same command with --resume goes on");
    }
    Ok(code(!interrupted, interrupted))
}

/// Replays the games of folders and files.
fn check(args: &GamesArgs) -> Result<ExitCode, CommandFailure> {
    use_threads(args.threads)?;
    let interrupt = on_ctrl_c()?;
    let mut shards = Vec::new();
    for path in &args.check {
        if path.is_dir() {
            shards.extend(find_shards(path).map_err(CommandFailure::failed)?);
        } else {
            shards.push(path.clone());
        }
    }
    let mut bar = Bar::timed();
    let checked = check_shards(&shards, PositionFilter::default(), &interrupt, &mut bar);
    drop(bar);
    let ShardsCheck { shards, games, results: [wins, draws, losses], positions, usable, .. } =
        checked.as_ref().map_err(CommandFailure::failed)?;
    let bytes = checked.as_ref().map_or(0, |checked| checked.bytes);
    print(&format!(
        "{games} games in {shards} files hold: {positions} positions, {usable} of them to train on \
         (White won {wins}, drew {draws}, lost {losses}; {:.2} bytes a position)\n",
        bytes as f64 / *positions as f64
    ))?;
    let interrupted = interrupt.load(Ordering::Relaxed);
    Ok(code(!interrupted, interrupted))
}

/// Describes what is there.
fn told(tally: &GamesTally, format: GamesFormat) -> String {
    let GamesTally { games, results: [wins, draws, losses], plies, .. } = tally;
    let [seen, quiet] = tally.seen;
    let rest = match format {
        GamesFormat::Epd => {
            format!("{quiet} of {seen} were quiet, {} drawn twice left out", tally.duplicates)
        }
        GamesFormat::Binary => format!(
            "{quiet} of {seen} to train on, {} games played twice left out",
            tally.duplicates
        ),
    };
    format!(
        "{} positions of {games} games (White won {wins}, drew {draws}, lost {losses}; {:.0} plies a \
         game); {rest}",
        tally.positions,
        *plies as f64 / f64::from(*games).max(1.0),
    )
}
