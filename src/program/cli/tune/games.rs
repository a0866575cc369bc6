use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use nucleus_core::kernels::Choice;
use nucleus_core::types::Score;
use nucleus_harness::compare::on_ctrl_c;
use nucleus_tuner::games::{
    GamesStore, GamesTally, SelfPlayOptions, SelfPlayRun, ShardsCheck, check_shards, find_shards,
    play_games,
};

use super::{failure, in_threads, threads};
use crate::build_info::BUILD;
use crate::cli::progress::Bar;
use crate::cli::searcher::{BoundOption, WeightsOption};
use crate::cli::{CommandFailure, code, print};

/// Play games of the engine against itself, to fit weights and train networks: random openings that a search
/// finds balanced, a number of nodes per move
///
/// Writes every move with its score, four bytes per position, in files of 8,192 games each; skips games that
/// exist already. The same options give the same files, for any number of threads and interruptions.
///
/// Exit code 0 if all games were played, 1 if a file cannot be read or written or is invalid, 2 for an
/// invalid command line or an existing file, 130 after Ctrl-C; finished games are kept, and --resume
/// continues.
#[derive(clap::Args)]
pub struct GamesArgs {
    /// Folder of games to write
    #[arg(long, value_name = "DIR", default_value = "data/games")]
    out: PathBuf,
    /// Format of the games, always binary; accepted because earlier versions had the option
    #[arg(long, hide = true, value_parser = ["binary"])]
    format: Option<String>,
    /// Replay every move of the games in a folder, or in single files, instead of playing
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with_all = ["out", "resume"])]
    check: Vec<PathBuf>,
    /// Total number of games; with --resume, including existing ones
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Number of positions after which no new game begins
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// Maximum nodes per move [default: ten times --soft-nodes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: Option<u64>,
    /// Nodes after which a search begins no new iteration [default: 1200; none with --nodes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    soft_nodes: Option<u64>,
    /// Seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games at a time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Transposition table of each game, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 2,
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Minimum random plies of an opening
    #[arg(long, value_name = "N", default_value_t = 6,
          value_parser = clap::value_parser!(u32).range(0..=40))]
    random_from: u32,
    /// Maximum random plies of an opening
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(0..=40))]
    random_to: u32,
    /// Random moves of a hundred after the opening, for positions in which a side has erred
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    random_moves: u32,
    /// Games of a hundred that begin with a Chess960 position
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=100))]
    chess960: u32,
    /// Maximum distance from zero, in centipawns, of a balanced opening
    #[arg(long, value_name = "CP", default_value_t = 120,
          value_parser = clap::value_parser!(i16).range(1..=1000))]
    balance: Score,
    #[command(flatten)]
    weights: WeightsOption,
    #[command(flatten)]
    bound: BoundOption,
    /// Continue the existing games
    #[arg(long)]
    resume: bool,
}

impl GamesArgs {
    /// Returns the options that determine the games.
    fn options(&self, choice: Choice) -> Result<SelfPlayOptions, CommandFailure> {
        // With --nodes, only --soft-nodes sets a soft limit.
        let usual = SelfPlayOptions::default().soft_nodes.filter(|_| self.nodes.is_none());
        let soft_nodes = self.soft_nodes.or(usual);
        if self.random_from > self.random_to {
            return Err(CommandFailure::usage("--random-from is more than --random-to"));
        }
        let nodes = self.nodes.or(soft_nodes.map(|soft| soft * 10));
        Ok(SelfPlayOptions {
            seed: self.seed,
            nodes: nodes.unwrap_or(SelfPlayOptions::default().nodes),
            soft_nodes,
            hash: self.hash as usize,
            random_plies: [self.random_from, self.random_to].map(|plies| plies as usize),
            random_moves: self.random_moves,
            chess960: self.chess960,
            balance: self.balance,
            weights: self.weights.read()?,
            bound: self.bound.get(),
            choice,
        })
    }
}

/// Plays the games and prints a summary.
pub fn run(args: &GamesArgs, choice: Choice) -> Result<ExitCode, CommandFailure> {
    if !args.check.is_empty() {
        return check(args);
    }
    let options = args.options(choice)?;
    if args.out.exists() && !args.out.is_dir() {
        let text = "is not a folder: games are written into a folder";
        return Err(CommandFailure::usage(format!("{} {text}", args.out.display())));
    }
    let interrupt = on_ctrl_c()?;
    let source = BUILD.commit.unwrap_or("unknown");
    let mut store = GamesStore::open(&args.out, &options, source, args.resume).map_err(failure)?;
    let before = store.tally().clone();
    let run = SelfPlayRun {
        games: args.games,
        positions: args.positions,
        threads: threads(args.threads),
    };
    let mut bar = Bar::new();
    let time = play_games(&options, run, &mut store, &interrupt, &mut bar)?;
    drop(bar);
    let interrupted = interrupt.load(Ordering::Relaxed);
    let GamesTally { games, results: [wins, draws, losses], plies, nodes, positions, .. } =
        *store.tally();
    let GamesTally { usable, duplicates, .. } = *store.tally();
    let seconds = time.as_secs_f64();
    let a_second = |now: u64, before: u64| (now - before) as f64 / seconds.max(1e-3);
    print(&format!(
        "{}: {positions} positions of {games} games (White won {wins}, drew {draws}, lost \
         {losses}; {:.0} plies per game); {usable} of {positions} to train on, {duplicates} \
         duplicate games skipped\n{seconds:.1} s, {:.1} games/s, {:.0} positions/s, {:.0} \
         nodes/s\n",
        args.out.display(),
        plies as f64 / f64::from(games).max(1.0),
        a_second(games.into(), before.games.into()),
        a_second(positions, before.positions),
        a_second(nodes, before.nodes),
    ))?;
    if interrupted {
        nucleus_base::tell!("the run was interrupted; the same command with --resume continues it");
    }
    Ok(code(!interrupted, interrupted))
}

/// Replays the games of folders and files.
fn check(args: &GamesArgs) -> Result<ExitCode, CommandFailure> {
    let interrupt = on_ctrl_c()?;
    let paths = find_shards(&args.check).map_err(failure)?;
    let mut bar = Bar::new();
    let checked = in_threads(args.threads, || check_shards(&paths, &interrupt, &mut bar))?;
    drop(bar);
    let ShardsCheck { shards, games, results: [wins, draws, losses], positions, usable, bytes } =
        checked.map_err(failure)?;
    print(&format!(
        "{games} games in {shards} files hold: {positions} positions, {usable} of them to train on \
         (White won {wins}, drew {draws}, lost {losses}; {:.2} bytes a position)\n",
        bytes as f64 / positions as f64
    ))?;
    let interrupted = interrupt.load(Ordering::Relaxed);
    Ok(code(!interrupted, interrupted))
}
