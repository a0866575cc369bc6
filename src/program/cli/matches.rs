use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use nucleus_engine::tablebase::folders;
use nucleus_harness::compare::on_ctrl_c;
use nucleus_harness::progress::RunContext;
use nucleus_matches::{self, Hypothesis, MAX_GAMES, MatchOptions, Sprt, SprtModel, Tournament};

use super::moves::{AdjudicationArgs, MoveArgs, PlayArgs};
use super::progress::Bar;
use super::{CommandFailure, print};

/// Games of a test that is not decided before, unless --games says otherwise.
const SPRT_GAMES: u32 = 20_000;

/// Games between engines: score and Elo difference with their 95 % intervals, ratings of more than
/// two.
///
/// An engine is a command or NAME=COMMAND, or `nucleus` for this program, with a profile, a level,
/// a variant and a board if need be: `nucleus:axon`, `new=nucleus:full,avx2`. A command alone has
/// the name of its file, or of its folder where two files are called the same. Openings are played twice, colours
/// exchanged. Every move is checked; a crash, a stall, a move that is not legal and a loss on time
/// lose the game and are counted apart. Engines' own books are switched off unless --option says
/// otherwise.
///
/// More than two engines play a round robin, or with --gauntlet the first one plays each other.
/// With --sprt the match ends when a hypothesis is accepted: exit code 0 for H1, 3 for H0, 4 when
/// all games were played without.
///
/// Exit code 0 when all games were played, 1 when an engine could not be started or the run ended
/// early (what was played is kept), 2 for a command line that asks for what cannot be, an option
/// that an engine does not have among it, 130 after Ctrl-C.
#[derive(clap::Args)]
pub struct MatchArgs {
    /// The engines; of two the score is the first one's
    #[arg(value_name = "ENGINE", required = true)]
    engines: Vec<String>,
    /// Of more than two engines the first plays each other one, and those not each other
    #[arg(long)]
    gauntlet: bool,
    /// A UCI option for one engine, as --option toga:OwnBook=true; repeat for several
    #[arg(long, value_name = "ENGINE:K=V")]
    option: Vec<String>,
    /// Games of each two engines that play, two for each opening [default: 100; with --sprt as many
    /// as 20000]
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_GAMES)))]
    games: Option<u32>,
    /// Stop when the log-likelihood ratio of the two Elo differences, over pairs of games, reaches
    /// a bound; ALPHA and BETA are the shares of wrong verdicts, as in --sprt 0 5 0.05 0.05
    #[arg(long, num_args = 4, value_names = ["ELO0", "ELO1", "ALPHA", "BETA"],
          allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Meaning of the Elo differences of --sprt: normalized (in units of a game's spread) or
    /// logistic
    #[arg(long, value_name = "MODEL", default_value = "normalized", requires = "sprt")]
    sprt_model: SprtModel,
    #[command(flatten)]
    moves: MoveArgs,
    /// The seed of the openings' order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Engines think while the other one does, about the reply that they expect
    #[arg(long, conflicts_with_all = ["depth", "nodes"])]
    ponder: bool,
    #[command(flatten)]
    play: PlayArgs,
    /// Search threads of every engine that offers them
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Seconds beyond its time (with --depth and --nodes, in all) after which an engine without a
    /// move has stalled [default: 10; 300 with --depth and --nodes]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    stall: Option<u64>,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
    /// Decide a game by the Syzygy tables of these folders (separated by ; and on Unix by :) as soon
    /// as they have its position. A win that comes too late for the fifty-move rule is a draw; one
    /// that may come too late is played on
    #[arg(long, value_name = "FOLDERS", value_parser = syzygy_folders)]
    syzygy: Option<SyzygyFolders>,
    /// The games, written one by one
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// The record; games that it does not have yet stand in FILE.journal
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Go on with the match of the record; its games are kept, --games may be more
    #[arg(long, requires = "json")]
    resume: bool,
}

/// Folders of tables, one at least.
#[derive(Clone)]
struct SyzygyFolders(Vec<PathBuf>);

fn syzygy_folders(text: &str) -> Result<SyzygyFolders, String> {
    let named = folders(text);
    if named.is_empty() { Err("no folder is named".to_owned()) } else { Ok(SyzygyFolders(named)) }
}

impl MatchArgs {
    /// The test, if one is asked for.
    fn sprt(&self) -> Option<Sprt> {
        let &[elo0, elo1, alpha, beta] = self.sprt.as_deref()? else { return None };
        Some(Sprt { elo0, elo1, alpha, beta, model: self.sprt_model })
    }

    fn options(&self) -> MatchOptions {
        MatchOptions {
            engines: self.engines.clone(),
            tournament: if self.gauntlet { Tournament::Gauntlet } else { Tournament::RoundRobin },
            sprt: self.sprt(),
            ponder: self.ponder,
            oversubscribe: self.play.oversubscribe,
            option: self.option.clone(),
            games: self.games.unwrap_or(if self.sprt.is_some() { SPRT_GAMES } else { 100 }),
            limit: self.moves.limit(),
            openings: self.moves.openings.clone(),
            plies: self.moves.plies,
            seed: self.seed,
            concurrency: self.play.concurrency,
            hash: self.play.hash,
            threads: self.threads,
            margin: self.play.margin,
            stall: self.stall.unwrap_or_else(|| self.moves.stall()),
            adjudication: self.adjudication.rules(),
            syzygy: self.syzygy.clone().map_or_else(Vec::new, |folders| folders.0),
            pgn: self.pgn.clone(),
            json: self.json.clone(),
            resume: self.resume,
        }
    }
}

/// Plays the match and prints its table.
pub fn run(args: &MatchArgs) -> Result<ExitCode, CommandFailure> {
    let program = std::env::current_exe()?;
    let interrupt = on_ctrl_c()?;
    let mut progress = Bar::new();
    let pressed = Arc::clone(&interrupt);
    let context = RunContext { program, interrupt, progress: &mut progress };
    let outcome = nucleus_matches::run(&args.options(), context);
    drop(progress);
    let outcome = outcome?;
    print(&nucleus_matches::table(&outcome.record))?;
    if let Some(why) = &outcome.stopped {
        let hint = if args.json.is_some() {
            "the same command with --resume goes on where it ended"
        } else {
            "with --json FILE it could be resumed"
        };
        nucleus_base::tell!("error: {why}; {hint}");
    }
    if let (None, Some(test)) = (&outcome.stopped, outcome.record.sprt) {
        return Ok(ExitCode::from(match test.accepted {
            Some(Hypothesis::H1) => 0,
            Some(Hypothesis::H0) => 3,
            None => 4,
        }));
    }
    Ok(super::code(outcome.stopped.is_none(), pressed.load(Ordering::Relaxed)))
}
