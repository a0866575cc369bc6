use std::path::PathBuf;
use std::process::ExitCode;

use nucleus_engine::book::OpeningBook;
use nucleus_harness::progress::RunProgress;
use nucleus_tuner::paper::{
    DataSet, Leaf, SearchForest, all_readings, readings_chart, readings_table,
};

use super::in_threads;
use super::pages::write_page;
use crate::cli::progress::Bar;
use crate::cli::{CommandFailure, print};

/// Measure the questions that the tuning paper leaves open: the number of positions that the
/// paper's own players and random ones solve under each reading.
///
/// Exit code 0 when the table was printed, 1 when the data cannot be read, 2 for a wrong command
/// line.
#[derive(clap::Args)]
pub struct ReadingsArgs {
    /// The folder of `tune data`
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// An opening book, Polyglot or OPENX, that answers before the players do; in the place of that of
    /// the data, if they have one
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// A folder for the table with a chart: readings.md, .svg, .png
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The seed of the random players
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
}

pub fn run(args: &ReadingsArgs) -> Result<ExitCode, CommandFailure> {
    let mut data = DataSet::read(&args.data)?;
    if let Some(path) = &args.book {
        let book = OpeningBook::read(path).map_err(CommandFailure::failed)?;
        data.training.iter_mut().for_each(|position| position.ask(&book));
    }
    let readings = all_readings();
    let mut bar = Bar::timed();
    let scores = in_threads(args.threads, || {
        let mut scores = Vec::new();
        for leaf in Leaf::PAPER {
            let forest = SearchForest::build(&data.training, leaf);
            for reading in &readings {
                bar.reached(scores.len(), Leaf::PAPER.len() * readings.len());
                scores.push(reading.score(&forest, leaf, args.seed));
            }
        }
        scores
    })?;
    drop(bar);
    let positions = data.training.len();
    let table = readings_table(&scores, positions).markdown();
    if let Some(out) = &args.out {
        std::fs::create_dir_all(out).map_err(|fault| format!("{}: {fault}", out.display()))?;
        let chart = readings_chart(&scores, positions);
        write_page(&out.join("readings"), "Readings of the paper", &table, &chart)?;
    }
    print(&table)?;
    Ok(ExitCode::SUCCESS)
}
