use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use clap::ArgGroup;
use nucleus_core::kernels::{Choice, Level, Variant};
use nucleus_harness::compare::on_ctrl_c;
use nucleus_matches::suite::{self, SuiteLimit, SuiteOptions};

use super::progress::Bar;
use super::searcher::SearcherOptions;
use super::{CommandFailure, print};

/// Search test suites in EPD and count the positions solved within a limit
///
/// A position is solved if the final move is among `bm` and not among `am` or, with `dm`, if the
/// final mate has exactly that length. Each position is searched from a cleared state. Prints
/// tables on standard output; exit code 0 if all positions were searched, solved or not, 130 if
/// Ctrl-C ended the run.
#[derive(clap::Args)]
#[command(group(ArgGroup::new("limit").required(true).args(["movetime", "depth", "nodes"])))]
pub struct SuiteArgs {
    /// EPD files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Milliseconds per position
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Plies per position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=120))]
    depth: Option<u64>,
    /// Nodes per position; gives the same result on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search only this position of the file, from 1, and print every iteration
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    position: Option<u64>,
    /// Search no position of a file after this one, from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    last: Option<u64>,
    /// Write the record to this file after each position; continue it if it exists
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Also write the tables to a file
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    #[command(flatten)]
    searcher: SearcherOptions,
    /// Level of the kernels [default: the best of the CPU]
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
}

impl SuiteArgs {
    fn limit(&self) -> SuiteLimit {
        match (self.movetime, self.depth, self.nodes) {
            (Some(milliseconds), _, _) => SuiteLimit::Movetime { milliseconds },
            (_, Some(plies), _) => SuiteLimit::Depth { plies },
            (_, _, nodes) => SuiteLimit::Nodes { nodes: nodes.unwrap_or(1) },
        }
    }

    fn options(&self, choice: Choice) -> Result<SuiteOptions, String> {
        let searcher = &self.searcher;
        let weights_name = searcher.weights.file.as_ref().and_then(|file| file.file_stem());
        Ok(SuiteOptions {
            files: self.files.clone(),
            limit: self.limit(),
            position: self.position,
            last: self.last,
            json: self.json.clone(),
            engine: searcher.engine(choice)?,
            weights_name: weights_name.unwrap_or_default().to_string_lossy().into_owned(),
            hash: searcher.hash,
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
    let options = args.options(choice)?;
    options.engine.check_board().map_err(CommandFailure::usage)?;
    let interrupt = on_ctrl_c()?;
    let mut progress = Bar::new();
    let record = suite::run(&options, &interrupt, &mut progress);
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
    let complete = !interrupt.load(Ordering::Relaxed);
    if !complete {
        let hint = if args.json.is_some() {
            "the same command continues it"
        } else {
            "with --json FILE it could be resumed"
        };
        nucleus_base::tell!("the run was cut short; {hint}");
    }
    // Only Ctrl-C ends a run early without an error.
    Ok(super::code(complete, !complete))
}
