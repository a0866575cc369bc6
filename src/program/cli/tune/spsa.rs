use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use nucleus_base::text::escape::markdown;
use nucleus_harness::compare::on_ctrl_c;
use nucleus_matches::{MatchOptions, Tournament};
use nucleus_report::draw::svg;
use nucleus_tuner::FileFault;
use nucleus_tuner::spsa::{
    IntegerOption, SpsaError, SpsaGames, SpsaOptions, SpsaRun, StepsFile, read_options, tune,
    values_chart,
};

use super::{failure, positive};
use crate::cli::moves::{AdjudicationArgs, MoveArgs, PlayArgs};
use crate::cli::progress::Bar;
use crate::cli::{CommandFailure, code, print, write};

/// Tune integer options of any UCI engine by SPSA, over games of the engine against itself (docs/TUNING.md)
///
/// In each step two players, whose values lie a step to either side of the current ones in a random direction
/// of all options at once, play some games; the values move towards the winner's. The file of options has a
/// line `NAME, START, MIN, MAX, STEP` for each. Each step adds its values to a CSV file when it ends.
///
/// Exit code 0 if all steps were taken, 1 if an engine could not be started or a file not be written, 2 for
/// an invalid command line or file of options, an option that the engine does not have, or an existing file,
/// 130 after Ctrl-C; completed steps are kept, and --resume continues.
#[derive(clap::Args)]
#[command(
    mut_arg("tc", |arg| arg.help("A clock, in seconds, as in 10+0.1 or 40/60")),
    mut_arg("openings", |arg| arg.help(
        "Openings: positions (.epd), games (.pgn) or a book (.bin, .openx) [default: built-in lines]"
    ))
)]
pub struct SpsaArgs {
    /// Engine: its command, or `nucleus` with arguments as in `nucleus match`
    #[arg(value_name = "ENGINE")]
    engine: String,
    /// File of the options to tune
    #[arg(value_name = "OPTIONS")]
    options: PathBuf,
    /// File of the values after each step
    #[arg(long, value_name = "FILE.csv")]
    out: PathBuf,
    /// Continue the steps of the file
    #[arg(long)]
    resume: bool,
    /// Write the values as a chart at the end
    #[arg(long, value_name = "FILE.svg")]
    chart: Option<PathBuf>,
    /// Number of steps
    #[arg(long, value_name = "N", default_value_t = 1_000,
          value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    steps: u32,
    /// Games per step, two for each opening
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = even)]
    games: u32,
    /// Movement of a value in the last step for each game that one player wins more than the other, as a
    /// share of the option's step
    #[arg(long, value_name = "SHARE", default_value_t = 0.01, value_parser = positive)]
    rate: f64,
    /// UCI option of both players, as --option OwnBook=false; repeat for several
    #[arg(long, value_name = "K=V", value_parser = fixed)]
    option: Vec<String>,
    #[command(flatten)]
    moves: MoveArgs,
    /// Seed of the directions and the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
}

fn even(text: &str) -> Result<u32, String> {
    let number = text
        .parse()
        .ok()
        .filter(|games: &u32| games.is_multiple_of(2) && (2..=100_000).contains(games));
    number.ok_or_else(|| format!("`{text}` is not an even number of games from 2 to 100000"))
}

fn fixed(text: &str) -> Result<String, String> {
    let named = text.split_once('=').is_some_and(|(name, _)| !name.trim().is_empty());
    if named { Ok(text.to_owned()) } else { Err(format!("`{text}` is not K=V")) }
}

impl SpsaArgs {
    /// Returns the options of a step's match; each step sets engines, their options and the seed.
    fn settings(&self) -> MatchOptions {
        MatchOptions {
            engines: Vec::new(),
            tournament: Tournament::RoundRobin,
            sprt: None,
            ponder: false,
            oversubscribe: self.play.oversubscribe,
            option: Vec::new(),
            own_limits: Vec::new(),
            games: self.games,
            stall: self.moves.stall(),
            limit: self.moves.limit(),
            openings: self.moves.openings.clone(),
            plies: self.moves.plies,
            seed: self.seed,
            concurrency: self.play.concurrency,
            hash: self.play.hash,
            threads: 1,
            margin: self.play.margin,
            adjudication: self.adjudication.rules(),
            syzygy: Vec::new(),
            pgn: None,
            json: None,
            resume: false,
        }
    }
}

/// Tunes the options and prints the values.
pub fn run(args: &SpsaArgs) -> Result<ExitCode, CommandFailure> {
    let options = read_options(&args.options).map_err(|error| match error {
        FileFault::System { .. } => CommandFailure::failed(error),
        _ => CommandFailure::usage(error),
    })?;
    if let Some(path) = args.chart.as_deref().filter(|_| !args.resume) {
        crate::cli::refuse_existing(path)?;
    }
    let mut file = StepsFile::open(&args.out, &options, args.resume).map_err(failure)?;
    let interrupt = on_ctrl_c()?;
    let program = std::env::current_exe()?;
    let mut games = SpsaGames {
        engine: args.engine.clone(),
        fixed: args.option.clone(),
        options: options.clone(),
        settings: args.settings(),
        program,
        interrupt: Arc::clone(&interrupt),
        reported: HashSet::new(),
    };
    let settings = SpsaOptions { steps: args.steps, rate: args.rate, seed: args.seed };
    let mut bar = Bar::new();
    let run = SpsaRun { options: &options, file: &mut file, games: &mut games, progress: &mut bar };
    let tuned = tune(&settings, run);
    drop(bar);
    if let Some(path) = &args.chart {
        write(path, &svg::write(&values_chart(&options, file.steps())))?;
    }
    let complete = match tuned {
        Ok(complete) => complete,
        Err(SpsaError::Match(error)) => return Err(error.into()),
        Err(SpsaError::Steps(error)) => return Err(failure(error)),
    };
    print(&table(&options, &file, args.steps))?;
    if !complete {
        nucleus_base::tell!("interrupted; the same command with --resume continues it");
    }
    Ok(code(complete, !complete))
}

/// Returns the values as a table, and as UCI commands.
fn table(options: &[IntegerOption], file: &StepsFile, steps: u32) -> String {
    let games: u32 = file.steps().iter().map(|step| step.score.games()).sum();
    let last = file.last();
    let mut text = format!("{} of {steps} steps, {games} games.\n\n", last.step);
    text += "| option | start | value | min | max |\n|---|---:|---:|---:|---:|\n";
    let mut commands = String::new();
    for (option, &value) in options.iter().zip(&last.values) {
        let IntegerOption { name, start, least, most, .. } = option;
        let rounded = option.rounded(value);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {} | {start} | {value:.2} | {least} | {most} |", markdown(name));
        let _ = writeln!(commands, "setoption name {name} value {rounded}");
    }
    format!("{text}\n{commands}")
}
