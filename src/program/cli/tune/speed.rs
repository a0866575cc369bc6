use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use nucleus_tuner::paper::{
    DataSet, EvolutionOptions, Leaf, SearchForest, random_population, score,
};

use super::in_threads;
use crate::cli::{CommandFailure, print};

/// Measure the scoring of a population: 1-ply searches a second by one thread and by more.
///
/// Exit code 0 when the figures were printed, 1 when the data cannot be read, 2 for a wrong command
/// line.
#[derive(clap::Args)]
pub struct SpeedArgs {
    /// The folder of `tune data`
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Evaluation of the leaves of a 1-ply search: static, quiescence, or checks
    #[arg(long, value_name = "WHAT", default_value_t = Leaf::default())]
    leaf: Leaf,
    /// Number of times that each is timed; the median counts
    #[arg(long, value_name = "N", default_value_t = 15,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// Threads, beside one alone [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
}

pub fn run(args: &SpeedArgs) -> Result<ExitCode, CommandFailure> {
    let data = DataSet::read(&args.data)?;
    let start = Instant::now();
    let forest = SearchForest::build(&data.training, args.leaf);
    let planted = start.elapsed().as_secs_f64();
    let players = random_population(EvolutionOptions::default().population, 1);
    let searches = (players.len() * forest.len()) as f64;
    let timed = |threads: Option<u32>| {
        in_threads(threads, || {
            let mut seconds: Vec<f64> = (0..args.rounds)
                .map(|_| {
                    let start = Instant::now();
                    std::hint::black_box(score(&forest, &players));
                    start.elapsed().as_secs_f64()
                })
                .collect();
            seconds.sort_by(f64::total_cmp);
            (rayon::current_num_threads(), seconds[seconds.len() / 2])
        })
    };
    let (_, one) = timed(Some(1))?;
    let (threads, more) = timed(args.threads)?;
    print(&format!(
        "{} players, {} positions, {} nodes, 1-ply search: {}; made in {planted:.3} s\n\
         1 thread: {one:.4} s, {:.0} searches a second\n\
         {threads} threads: {more:.4} s, {:.0} searches a second, {:.2} times as fast\n",
        players.len(),
        forest.len(),
        forest.nodes(),
        args.leaf,
        searches / one,
        searches / more,
        one / more,
    ))?;
    Ok(ExitCode::SUCCESS)
}
