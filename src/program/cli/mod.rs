//! The command line: one file a subcommand, each a thin layer over the library.

mod bench;
mod book;
mod check;
#[cfg(feature = "cluster")]
mod cluster;
mod compare;
mod cpu;
mod eval;
mod inspect;
mod manual;
mod matches;
mod outputs;
mod perft;
mod progress;
mod rate;
mod report;
mod screen;
mod speedtest;
mod suite;
mod table;
#[cfg(feature = "techniques")]
mod techniques;
mod tune;
mod weights;

use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use nucleus_core::kernels::Choice;
use nucleus_core::lines::to_stdout;
use nucleus_harness::compare::INTERRUPTED;
use nucleus_records::output::replace;
use nucleus_search::EngineOptions;

/// What whoever starts the engine in a terminal reads first.
const GREETING: &str = concat!(
    "Nucleus ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine. Type help for what it understands, quit to end; nucleus --help for the rest."
);

/// How fast can a chess core go on this CPU?
#[derive(Parser)]
#[command(name = "nucleus", version, about, propagate_version = true)]
#[command(args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,
    #[command(flatten)]
    uci: UciArgs,
    /// Techniques of profile full to switch, as in +razoring,-null-move
    #[cfg(feature = "techniques")]
    #[arg(long, global = true, value_name = "LIST", allow_hyphen_values = true)]
    techniques: Option<String>,
}

/// How the engine speaks UCI.
#[derive(clap::Args)]
struct UciArgs {
    /// Play with the weights of a file, as `nucleus weights` writes it, or with preset:NAME
    #[arg(long, value_name = "FILE")]
    weights: Option<String>,
    /// The evaluation: additive, the engine's own, or paper29, the tuning paper's
    #[arg(long, value_name = "NAME", value_parser = ["additive", "paper29"])]
    evaluation: Option<String>,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    cluster: cluster::ClusterArgs,
}

#[derive(Subcommand)]
enum CliCommand {
    /// Speak UCI on standard input (what happens without a command, too)
    Uci(UciArgs),
    /// Compare engines: workloads × engines × rounds → record, table, charts
    Compare(Box<compare::CompareArgs>),
    /// Games between engines: score and Elo difference with intervals, SPRT, tournaments, PGN
    Match(Box<matches::MatchArgs>),
    /// Ratings of the players of any games
    Rate(rate::RateArgs),
    /// Opening books: made from games, shown, joined, extended by searching
    #[command(subcommand)]
    Book(book::BookCommand),
    /// Endgame tables: what they know of a position, and its moves by the distance to mate
    Table(table::TableArgs),
    /// Tables and charts again, from the records of one or many machines
    Report(report::ReportArgs),
    /// The matrix, in the terminal or as a picture
    Inspect(Box<inspect::InspectArgs>),
    /// The evaluation, term by term
    Eval(eval::EvalArgs),
    /// The weights of the evaluation as a file, to change and to play with
    Weights(weights::WeightsArgs),
    /// Count legal move paths
    Perft(perft::PerftArgs),
    /// Search the built-in positions: the signature, nodes and nps
    Bench(bench::BenchArgs),
    /// How fast with all threads: one figure to quote
    Speedtest(speedtest::SpeedtestArgs),
    /// Test suites: how many positions are solved
    Suite(Box<suite::SuiteArgs>),
    /// Weights of the evaluation: positions with results, weights fitted to them
    #[command(subcommand)]
    Tune(tune::TuneCommand),
    /// The machine record and the levels available
    Cpu(cpu::CpuArgs),
    /// A script that completes commands and options in a shell
    Completions(manual::CompletionsArgs),
    /// Pages for man, into a folder
    Man(manual::ManArgs),
    /// The switches that --techniques takes: + for what profile full has off, - for what it has on
    #[cfg(feature = "techniques")]
    Techniques,
}

/// The exit code that ends `git bisect run`.
const BISECT_STOP: u8 = 128;

/// Why a command ends early: what to tell the user, and the exit code.
pub struct CommandFailure {
    text: String,
    code: u8,
}

impl CommandFailure {
    /// Something went wrong.
    pub fn failed(text: impl Display) -> Self {
        Self { text: text.to_string(), code: 1 }
    }

    /// The command line asks for what cannot be.
    pub fn usage(text: impl Display) -> Self {
        Self { text: text.to_string(), code: 2 }
    }
}

impl From<String> for CommandFailure {
    fn from(text: String) -> Self {
        Self::failed(text)
    }
}

impl From<io::Error> for CommandFailure {
    fn from(error: io::Error) -> Self {
        Self::failed(error)
    }
}

/// Runs what the command line says: exit 0 done, 1 error, 2 usage, 3 regression.
pub fn main() -> ExitCode {
    let cli = Cli::try_parse().unwrap_or_else(|error| {
        let for_bisect = std::env::args().any(|word| word == "--bisect");
        if error.use_stderr() && for_bisect {
            // `git bisect run` would take 2 for a bad commit.
            let _ = error.print();
            std::process::exit(i32::from(BISECT_STOP));
        }
        error.exit()
    });
    #[cfg(feature = "techniques")]
    if let Err(fault) = nucleus_search::switch_techniques(cli.techniques.as_deref().unwrap_or("")) {
        nucleus_core::tell!("error: --techniques: {fault}");
        return ExitCode::from(2);
    }
    run(cli.command.unwrap_or(CliCommand::Uci(cli.uci))).unwrap_or_else(|failure| {
        nucleus_core::tell!("error: {}", failure.text);
        ExitCode::from(failure.code)
    })
}

fn run(command: CliCommand) -> Result<ExitCode, CommandFailure> {
    match command {
        CliCommand::Uci(args) => {
            let mut options = EngineOptions { choice: choice()?, ..EngineOptions::default() };
            let (evaluation, weights) = (args.evaluation.as_deref(), args.weights.as_deref());
            nucleus_engine::uci::configure(&mut options, evaluation, weights)?;
            #[cfg(feature = "cluster")]
            if args.cluster.cluster {
                return cluster::run(&args.cluster, options);
            }
            // A person, not a graphical interface.
            if io::stdin().is_terminal() {
                nucleus_core::tell!("{GREETING}");
            }
            nucleus_engine::uci::run(options, &crate::BUILD)?;
        }
        CliCommand::Weights(args) => print(&weights::run(&args)?)?,
        CliCommand::Compare(args) => return compare::run(&args),
        CliCommand::Match(args) => return matches::run(&args),
        CliCommand::Rate(args) => rate::run(&args)?,
        CliCommand::Book(command) => return book::run(&command, choice()?),
        CliCommand::Table(args) => table::run(&args)?,
        CliCommand::Report(args) => return report::run(&args),
        CliCommand::Inspect(args) => return inspect::run(&args),
        CliCommand::Eval(args) => eval::run(&args, choice()?)?,
        CliCommand::Perft(args) => perft::run(&args, choice()?)?,
        CliCommand::Bench(args) => bench::run(&args, choice()?)?,
        CliCommand::Speedtest(args) => return speedtest::run(&args, choice()?),
        CliCommand::Suite(args) => {
            return suite::run(&args, choice()?);
        }
        CliCommand::Tune(command) => return tune::run(&command, choice()?),
        CliCommand::Completions(args) => manual::completions(&args, Cli::command())?,
        CliCommand::Man(args) => manual::man(&args, Cli::command())?,
        CliCommand::Cpu(args) => print(&cpu::run(&args).map_err(CommandFailure::usage)?)?,
        #[cfg(feature = "techniques")]
        CliCommand::Techniques => techniques::run()?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The exit code of a run that can be cut short: done, ended by Ctrl-C, or an error.
fn code(whole: bool, interrupted: bool) -> ExitCode {
    ExitCode::from(code_number(whole, interrupted))
}

/// The same as a number.
fn code_number(whole: bool, interrupted: bool) -> u8 {
    match (whole, interrupted) {
        (true, _) => 0,
        (false, true) => INTERRUPTED,
        (false, false) => 1,
    }
}

/// Writes to standard output, where a reader that has seen enough is no fault.
fn print(text: &str) -> Result<(), String> {
    to_stdout(text.as_bytes()).map_err(|fault| format!("standard output: {fault}"))
}

/// Refuses to write over a file that is there.
fn refuse_existing(path: &Path) -> Result<(), CommandFailure> {
    if path.exists() {
        let text = format!("{} is there already: name another file", path.display());
        return Err(CommandFailure::usage(text));
    }
    Ok(())
}

/// Writes a file whole.
fn write(path: &Path, contents: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), CommandFailure> {
    replace(path, contents).map_err(|fault| {
        CommandFailure::failed(format!("cannot write {}: {fault}", path.display()))
    })
}

/// The level that the environment forces, or the best.
fn choice() -> Result<Choice, CommandFailure> {
    let (choice, notice) = Choice::from_environment().map_err(CommandFailure::usage)?;
    if let Some(notice) = notice {
        nucleus_core::tell!("warning: {notice}");
    }
    Ok(choice)
}
