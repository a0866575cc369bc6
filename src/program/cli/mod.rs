//! The command line: a file for each subcommand, and files for what several commands share.

mod bench;
mod book;
mod check;
#[cfg(feature = "cluster")]
mod cluster;
mod command;
mod compare;
mod cpu;
mod eval;
mod help;
mod inspect;
mod manual;
mod matches;
mod moves;
mod outputs;
mod perft;
mod progress;
mod rate;
mod report;
mod reproduce;
mod screen;
mod searcher;
mod speedtest;
mod suite;
mod table;
mod tune;
mod weights;

use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use command::{CommandFailure, code, print};
use nucleus_core::board::Setup;
use nucleus_core::kernels::Choice;
use nucleus_records::output::{OutputLock, lock, replace};
use nucleus_search::EngineOptions;

/// Greeting for a user who starts the engine in a terminal.
const GREETING: &str = concat!(
    "Nucleus ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine. Type help for what it understands, quit to end; nucleus --help for the rest."
);

/// Measure how fast a chess core can run on this CPU
#[derive(Parser)]
#[command(name = "nucleus", version, about, propagate_version = true)]
#[command(args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,
    #[command(flatten)]
    uci: UciArgs,
}

/// Options of the UCI engine.
#[derive(clap::Args)]
struct UciArgs {
    /// Play with the weights of a file, as `nucleus weights` writes it, or with preset:NAME
    #[arg(long, value_name = "FILE")]
    weights: Option<String>,
    /// Evaluation: network (profile full), classical (hand-written) or paper29 (the tuning paper's) [default:
    /// network; classical with --weights]
    #[arg(long, value_name = "NAME", value_parser = ["network", "classical", "additive", "paper29"])]
    evaluation: Option<String>,
    #[command(flatten)]
    techniques: searcher::TechniquesOption,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    cluster: cluster::ClusterArgs,
}

#[derive(Subcommand)]
enum CliCommand {
    /// Speak UCI on standard input (the default without a command)
    Uci(UciArgs),
    /// Compare engines: workloads × engines × rounds → record, table, charts
    Compare(Box<compare::CompareArgs>),
    /// Play games between engines: score and Elo difference with intervals, SPRT, tournaments, PGN
    Match(Box<matches::MatchArgs>),
    /// Rate the players of any games
    Rate(rate::RateArgs),
    /// Make opening books from games; show and merge them
    #[command(subcommand)]
    Book(book::BookCommand),
    /// Look up a position in endgame tables: its result, and its moves by the distance to mate
    Table(table::TableArgs),
    /// Make tables and charts from the records of one or many machines
    Report(report::ReportArgs),
    /// Show the matrix, in the terminal, in the browser or as a picture
    Inspect(Box<inspect::InspectArgs>),
    /// Show the evaluation, term by term
    Eval(eval::EvalArgs),
    /// Write the weights of the evaluation as a file, to change and to play with
    Weights(weights::WeightsArgs),
    /// Count legal move paths
    Perft(perft::PerftArgs),
    /// Search the built-in positions: the signature, nodes and nps
    Bench(bench::BenchArgs),
    /// Measure the speed of all threads: one figure to quote
    Speedtest(speedtest::SpeedtestArgs),
    /// Search the positions of test suites and count those solved
    Suite(Box<suite::SuiteArgs>),
    /// Compare every published figure with ours, with interval and verdict
    Reproduce(reproduce::ReproduceArgs),
    /// Tune the evaluation: play games, fit weights, train networks, tune options
    #[command(subcommand)]
    Tune(tune::TuneCommand),
    /// Show the machine record and the levels available
    Cpu(cpu::CpuArgs),
    /// Print a script that completes commands and options in a shell
    Completions(manual::CompletionsArgs),
    /// Write manual pages of all commands into a folder
    Man(manual::ManArgs),
    /// List the switches of --techniques: + for techniques that are off in profile full, - for those that are
    /// on
    Techniques,
}

/// Runs a command. Exit codes: 0 done, 1 error, 2 usage, 3 regression, 4 undecided, 130 Ctrl-C.
pub fn main() -> ExitCode {
    let cli = help::parse::<Cli>();
    run(cli.command.unwrap_or(CliCommand::Uci(cli.uci))).unwrap_or_else(|failure| failure.report())
}

fn run(command: CliCommand) -> Result<ExitCode, CommandFailure> {
    match command {
        CliCommand::Uci(args) => {
            let techniques = args.techniques.techniques;
            let mut options =
                EngineOptions { choice: choice()?, techniques, ..EngineOptions::default() };
            let (evaluation, weights) = (args.evaluation.as_deref(), args.weights.as_deref());
            // Networks are not sent to other ranks.
            #[cfg(feature = "cluster")]
            let evaluation = evaluation.or(args.cluster.cluster.then_some("classical"));
            nucleus_engine::uci::configure(&mut options, evaluation, weights)?;
            #[cfg(feature = "cluster")]
            if args.cluster.cluster {
                return cluster::run(&args.cluster, options);
            }
            // Standard input is a terminal for a person, but a pipe for a graphical interface.
            if io::stdin().is_terminal() {
                nucleus_base::tell!("{GREETING}");
            }
            nucleus_engine::uci::run(options, &crate::build_info::BUILD)?;
        }
        CliCommand::Weights(args) => print(&weights::run(&args)?)?,
        CliCommand::Compare(args) => return compare::run(&args),
        CliCommand::Match(args) => return matches::run(&args),
        CliCommand::Rate(args) => rate::run(&args)?,
        CliCommand::Book(command) => return book::run(&command),
        CliCommand::Table(args) => table::run(&args)?,
        CliCommand::Report(args) => return report::run(&args),
        CliCommand::Inspect(args) => inspect::run(&args)?,
        CliCommand::Eval(args) => eval::run(&args, choice()?)?,
        CliCommand::Perft(args) => perft::run(&args, choice()?)?,
        CliCommand::Bench(args) => bench::run(&args, choice()?)?,
        CliCommand::Speedtest(args) => return speedtest::run(&args, choice()?),
        CliCommand::Suite(args) => return suite::run(&args, choice()?),
        CliCommand::Reproduce(args) => return reproduce::run(&args, choice()?),
        CliCommand::Tune(command) => return tune::run(&command, choice()?),
        CliCommand::Completions(args) => manual::completions(&args, help::command::<Cli>())?,
        CliCommand::Man(args) => manual::man(&args, help::command::<Cli>())?,
        CliCommand::Cpu(args) => print(&cpu::run(&args).map_err(CommandFailure::usage)?)?,
        CliCommand::Techniques => searcher::techniques()?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a FEN or `startpos`, and prints each correction after the word `notice`.
fn position(text: &str, notice: &str) -> Result<Setup, String> {
    let setup = Setup::named(text).map_err(|error| error.to_string())?;
    for correction in &setup.corrections {
        nucleus_base::tell!("{notice}: {correction}");
    }
    Ok(setup)
}

fn refuse_existing(path: &Path) -> Result<(), CommandFailure> {
    if path.exists() {
        let text = format!("{} already exists: name another file", path.display());
        return Err(CommandFailure::usage(text));
    }
    Ok(())
}

/// Locks an output file for this run; fails if the file exists.
fn claim(path: &Path) -> Result<OutputLock, CommandFailure> {
    let lock = lock(path)?;
    refuse_existing(path).map(|()| lock)
}

/// Replaces a file in one step.
fn write(path: &Path, contents: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), CommandFailure> {
    replace(path, contents).map_err(|error| {
        CommandFailure::failed(format!("cannot write {}: {error}", path.display()))
    })
}

/// Returns the level and variant that the environment sets, or the best ones.
fn choice() -> Result<Choice, CommandFailure> {
    let (choice, notice) = Choice::from_environment().map_err(CommandFailure::usage)?;
    if let Some(notice) = notice {
        nucleus_base::tell!("warning: {notice}");
    }
    Ok(choice)
}
