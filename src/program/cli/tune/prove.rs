use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use nucleus_harness::compare::on_ctrl_c;
use nucleus_matches::{self, Adjudication, DrawRule, MAX_GAMES, MatchContext, ResignRule};
use nucleus_tuner::paper::{FirstPlayer, ProveOptions, proof_page, prove};

use super::pages::write_page;
use crate::cli::progress::Bar;
use crate::cli::{CommandFailure, code, print};

/// Matches between the players of a run: EP+HJ, EP, and the best of generation 0, at fixed depth.
///
/// They play a round robin, each two so many games, colours swapped, profile axon with the paper's
/// evaluation; with --reference each plays that engine in the place of the others. Games and record
/// are written beside the run (proof-depth-4.pgn, .json), ratings and a chart of wins, draws and losses
/// (the paper's figure 2) as proof-depth-4.md, .svg and .png. Depth limits every engine, so that other
/// work on the machine changes nothing; --resign and --draw make games shorter.
///
/// Exit code 0 when all games were played, 1 when an engine or a file failed, 2 for a wrong command
/// line, 130 after Ctrl-C (the games are kept; --resume goes on).
#[derive(clap::Args)]
pub struct ProveArgs {
    /// The folder of `tune ep` and `tune hj`
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Plies a move; the paper has 4, and 6 against a reference
    #[arg(long, value_name = "N", default_value_t = 4,
          value_parser = clap::value_parser!(u64).range(1..=60))]
    depth: u64,
    /// Games of each two players
    #[arg(long, value_name = "N", default_value_t = 200,
          value_parser = clap::value_parser!(u32).range(2..=i64::from(MAX_GAMES / 3)))]
    games: u32,
    /// The command of an engine that each player plays; it must have UCI_LimitStrength
    #[arg(long, value_name = "COMMAND")]
    reference: Option<String>,
    /// Elo rating that the reference is limited to, the anchor of the ratings
    #[arg(long, value_name = "ELO", default_value_t = 2500)]
    reference_elo: u32,
    /// Player of generation 0: best (of all runs), run (the best of it in the run whose evolved
    /// player is taken) or average (the mean of the weights of that generation)
    #[arg(long, value_name = "WHICH", default_value_t = FirstPlayer::default())]
    first: FirstPlayer,
    /// Openings: positions (.epd), games (.pgn) or a book (.bin, .openx) [default: built-in lines]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Plies of an opening
    #[arg(long, value_name = "N", default_value_t = 16)]
    plies: u64,
    /// The seed of their order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Without quiet checks in the quiescence search
    #[arg(long)]
    no_checks: bool,
    /// Adjudicate a loss when an engine's own score is CP below zero for MOVES of its moves
    #[arg(long, value_name = "CP,MOVES", value_parser = ResignRule::parse)]
    resign: Option<ResignRule>,
    /// Adjudicate a draw when both scores are within CP of zero for MOVES moves of each, from move
    /// FROM on
    #[arg(long, value_name = "CP,MOVES,FROM", value_parser = DrawRule::parse)]
    draw: Option<DrawRule>,
    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: u32,
    /// Go on with the games that are there
    #[arg(long)]
    resume: bool,
}

pub fn run(args: &ProveArgs) -> Result<ExitCode, CommandFailure> {
    let options = ProveOptions {
        folder: args.folder.clone(),
        first: args.first,
        depth: args.depth,
        games: args.games,
        reference: args.reference.clone(),
        reference_elo: args.reference_elo,
        openings: args.openings.clone(),
        plies: args.plies,
        seed: args.seed,
        checks: !args.no_checks,
        adjudication: Adjudication { resign: args.resign, draw: args.draw, max_plies: None },
        concurrency: args.concurrency,
        resume: args.resume,
    };
    let program = std::env::current_exe()?;
    let interrupt = on_ctrl_c()?;
    let mut progress = Bar::counting();
    let pressed = Arc::clone(&interrupt);
    let context = MatchContext { program, interrupt, progress: &mut progress };
    let outcome = prove(&options, context);
    drop(progress);
    let outcome = outcome.map_err(super::super::matches::failure)?;
    let mut text = nucleus_matches::table(&outcome.record);
    if !outcome.record.games.is_empty() {
        let (ratings, chart) = proof_page(&options)?;
        text += &format!("\n## Ratings beside the paper's\n\n{ratings}");
        write_page(&options.stem(), "Proof", &text, &chart)?;
    }
    print(&text)?;
    if let Some(why) = &outcome.stopped {
        nucleus_base::tell!("error: {why}; the same command with --resume goes on where it ended");
    }
    Ok(code(outcome.stopped.is_none(), pressed.load(Ordering::Relaxed)))
}
