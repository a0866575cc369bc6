use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use clap::ArgGroup;
use nucleus_core::kernels::{Choice, Level, Variant};
use nucleus_harness::compare::on_ctrl_c;
use nucleus_matches::suite::{self, SuiteLimit, SuiteOptions, SuiteWeights};
use nucleus_search::EngineOptions;

use super::progress::Bar;
use super::searcher::SearcherOptions;
use super::{CommandFailure, print};

/// Test suites in EPD: how many positions are solved within a limit.
///
/// A position is solved when the move chosen at the end is among `bm`, is not among `am`, or, where
/// `dm` stands, when the mate reported at the end is exactly that long. Each position is searched
/// from a cleared state. The tables go to standard output; exit code 0 when all positions were
/// searched, whatever was solved, 130 when Ctrl-C cut the run short.
#[derive(clap::Args)]
#[command(group(ArgGroup::new("limit").required(true).args(["movetime", "depth", "nodes"])))]
pub struct SuiteArgs {
    /// The suites
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Milliseconds a position
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Plies a position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=120))]
    depth: Option<u64>,
    /// Nodes a position; the same on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Only this position of the file, 1 the first, iteration by iteration
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    position: Option<u64>,
    /// The record: written after each position, and resumed from when it is there
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the tables to a file, too
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    #[command(flatten)]
    searcher: SearcherOptions,
    /// The kernels' level [default: the best the CPU has]
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
}

impl SuiteArgs {
    /// The limit of each position.
    fn limit(&self) -> SuiteLimit {
        match (self.movetime, self.depth, self.nodes) {
            (Some(milliseconds), _, _) => SuiteLimit::Movetime { milliseconds },
            (_, Some(plies), _) => SuiteLimit::Depth { plies },
            (_, _, nodes) => SuiteLimit::Nodes { nodes: nodes.unwrap_or(1) },
        }
    }

    fn options(&self) -> Result<SuiteOptions, String> {
        let searcher = &self.searcher;
        let weights = searcher.weights.read()?;
        Ok(SuiteOptions {
            files: self.files.clone(),
            limit: self.limit(),
            position: self.position,
            json: self.json.clone(),
            profile: searcher.profile,
            board: searcher.board,
            weights: weights.zip(searcher.weights.file()).map(|(values, file)| SuiteWeights {
                name: file.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
                values,
            }),
            bound: searcher.bound.get(),
            network: searcher.network(searcher.profile),
            techniques: searcher.techniques.get(),
            hash: searcher.hash,
            threads: searcher.threads,
        })
    }
}

/// Searches the suites and prints their tables.
pub fn run(args: &SuiteArgs, choice: Choice) -> Result<ExitCode, CommandFailure> {
    let choice = match args.level {
        None => choice,
        Some(level) => {
            let clamped = Choice::clamped(level, Variant::Intrinsics);
            if let Some(notice) = clamped.clamp_notice(level) {
                nucleus_base::tell!("warning: {notice}");
            }
            clamped
        }
    };
    let options = args.options()?;
    let SearcherOptions { profile, board, .. } = args.searcher;
    let engine = EngineOptions { profile, board, ..EngineOptions::default() };
    engine.check_board().map_err(CommandFailure::usage)?;
    let interrupt = on_ctrl_c()?;
    let mut progress = Bar::new();
    let record = suite::run(&options, choice, &interrupt, &mut progress);
    drop(progress);
    let record = record?;
    let text = match args.position {
        None => suite::overview(&record),
        Some(number) => record.suites[0]
            .positions
            .iter()
            .find(|p| p.number == number as usize)
            .map_or_else(String::new, suite::analysis),
    };
    print(&text)?;
    if let Some(path) = &args.markdown {
        nucleus_base::files::write(path, &text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    let whole = !interrupt.load(Ordering::Relaxed);
    if !whole {
        let hint = if args.json.is_some() {
            "the same command goes on where it ended"
        } else {
            "with --json FILE it could be resumed"
        };
        nucleus_base::tell!("the run was cut short; {hint}");
    }
    // Nothing else ends a run early without an error.
    Ok(super::code(whole, !whole))
}
