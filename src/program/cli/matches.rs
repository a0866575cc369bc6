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

/// Number of games of an SPRT without --games.
const SPRT_GAMES: u32 = 20_000;

/// Play games between engines: score and Elo difference with 95 % intervals, ratings for more than two
///
/// An engine is a command, NAME=COMMAND, or `nucleus` for this program, optionally with a profile, a level, a
/// variant and a board: `nucleus:axon`, `new=nucleus:full,avx2`. A command alone is named after its file, or
/// after its folder if two files have the same name. Every opening is played twice, with colours exchanged.
/// Every move is checked; a crash, a stall, an illegal move and a loss on time lose the game and are counted
/// separately. Engines' own books are switched off unless set by --option.
///
/// More than two engines play a round robin, or with --gauntlet the first one plays each other one. With
/// --sprt the match ends when a hypothesis is accepted: exit code 0 for H1, 3 for H0, 4 if all games were
/// played without a decision.
///
/// Exit code 0 if all games were played, 1 if an engine could not be started or the run ended early (finished
/// games are kept), 2 for an invalid command line, including an option that an engine does not have, 130
/// after Ctrl-C.
#[derive(clap::Args)]
pub struct MatchArgs {
    /// Engines; of two, the score is the first one's
    #[arg(value_name = "ENGINE", required = true)]
    engines: Vec<String>,
    /// With more than two engines: the first plays each other one, and the others do not meet
    #[arg(long)]
    gauntlet: bool,
    /// UCI option for one engine, as --option toga:OwnBook=true; repeat for several
    #[arg(long, value_name = "ENGINE:K=V")]
    option: Vec<String>,
    /// Limit of one engine in place of the common one, as --own-limit toga:depth=6 or toga:nodes=5000;
    /// repeat for several
    #[arg(long, value_name = "ENGINE:LIMIT", conflicts_with_all = ["ponder", "tc"])]
    own_limit: Vec<String>,
    /// Games of each pair of engines, two for each opening [default: 100; with --sprt up to 20000]
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_GAMES)))]
    games: Option<u32>,
    /// Stop when the log-likelihood ratio of the two Elo differences, over pairs of games, reaches a bound;
    /// ALPHA and BETA are the error rates, as in --sprt 0 5 0.05 0.05
    #[arg(long, num_args = 4, value_names = ["ELO0", "ELO1", "ALPHA", "BETA"],
          allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Model of --sprt's Elo differences: normalized (in units of a game's standard deviation) or logistic
    #[arg(long, value_name = "MODEL", default_value = "normalized", requires = "sprt")]
    sprt_model: SprtModel,
    #[command(flatten)]
    moves: MoveArgs,
    /// Seed of the openings' order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Let engines think on the opponent's time, about the expected reply
    #[arg(long, conflicts_with_all = ["depth", "nodes"])]
    ponder: bool,
    #[command(flatten)]
    play: PlayArgs,
    /// Search threads of every engine that has the option
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Seconds beyond its time (with --depth and --nodes, overall) after which an engine without a move has
    /// stalled [default: 10; 300 with --depth and --nodes]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    stall: Option<u64>,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
    /// Adjudicate a game by the Syzygy tables in these folders (separated by ; and on Unix by :) once they
    /// have its position. A win too late for the fifty-move rule is a draw; a win that may be too late is
    /// played on
    #[arg(long, value_name = "FOLDERS", value_parser = syzygy_folders)]
    syzygy: Option<SyzygyFolders>,
    /// Write the games to this PGN file, one by one
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write the record to this file; FILE.journal has the games that are not yet in it
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Continue the match of the record and keep its games; --games may be larger
    #[arg(long, requires = "json")]
    resume: bool,
}

/// Folders of tables; at least one.
#[derive(Clone)]
struct SyzygyFolders(Vec<PathBuf>);

fn syzygy_folders(text: &str) -> Result<SyzygyFolders, String> {
    let named = folders(text);
    if named.is_empty() { Err("no folder is named".to_owned()) } else { Ok(SyzygyFolders(named)) }
}

impl MatchArgs {
    /// Returns the requested test, if any.
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
            own_limits: self.own_limit.clone(),
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
            "the same command with --resume continues it"
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
