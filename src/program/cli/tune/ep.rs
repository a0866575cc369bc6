use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use nucleus_harness::compare::on_ctrl_c;
use nucleus_harness::progress::RunProgress;
use nucleus_records::output::lock;
use nucleus_tuner::paper::{
    DataSet, EVOLVED_FILE, EvolutionOptions, EvolutionRun, EvolutionSettings, FIRST_FILE, Leaf,
    SearchForest, best_run, evolution_page, evolve, read_json, run_file, weights_table, write_json,
    write_weights,
};

use super::pages::write_page;
use super::use_threads;
use crate::cli::progress::Bar;
use crate::cli::{CommandFailure, code, print};

/// Evolve the 29 weights of the tuning paper: evolutionary programming on grandmasters' moves.
///
/// A player's score is how many positions of DIR/training.epd a 1-ply search solves, that is,
/// plays the grandmaster's move. The better half survives, each survivor makes one offspring by
/// non-uniform mutation of all weights. Each run's record (ep-01.json …) is replaced after every
/// generation; --resume goes on with what is there. Same seed, same result, whatever the number of
/// threads.
///
/// Exit code 0 when all runs are complete, 1 for files that cannot be read or written or runs of
/// other settings, 2 for a wrong command line, 130 after Ctrl-C (everything is kept).
#[derive(clap::Args)]
pub struct EpArgs {
    /// The folder of `tune data`
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The folder of the runs
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Number of runs, each with random players of its own; the paper has 30
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=99))]
    runs: u32,
    /// Virtual players, an even number
    #[arg(long, value_name = "N", default_value_t = EvolutionOptions::default().population,
          value_parser = population)]
    population: usize,
    /// Generations after the first one
    #[arg(long, value_name = "N", default_value_t = EvolutionOptions::default().generations,
          value_parser = generations)]
    generations: usize,
    /// Decay rate of the mutations
    #[arg(long, value_name = "B", default_value_t = EvolutionOptions::default().b,
          value_parser = shrinking)]
    b: f64,
    /// The seed of all runs
    #[arg(long, value_name = "N", default_value_t = EvolutionOptions::default().seed)]
    seed: u64,
    /// Evaluation of the leaves of a 1-ply search: static, quiescence, or checks (quiescence with
    /// checks at its first ply)
    #[arg(long, value_name = "WHAT", default_value_t = Leaf::default())]
    leaf: Leaf,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Go on with the runs that are there
    #[arg(long)]
    resume: bool,
    /// Be one rank of several that share the runs: mpirun -n 2 nucleus tune ep … --cluster. Rank 0
    /// keeps the records; all read the same data
    #[cfg(feature = "cluster")]
    #[arg(long)]
    cluster: bool,
}

fn population(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (2..=1000).contains(number) && number % 2 == 0);
    number.ok_or_else(|| format!("`{text}` is no even number from 2 to 1000"))
}

fn generations(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=100_000).contains(number));
    number.ok_or_else(|| format!("`{text}` is no number from 1 to 100000"))
}

fn shrinking(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=100.0).contains(number));
    number.ok_or_else(|| format!("`{text}` is no number from 0 to 100"))
}

impl EpArgs {
    fn settings(&self, data: &DataSet) -> EvolutionSettings {
        EvolutionSettings {
            population: self.population,
            generations: self.generations,
            b: self.b,
            seed: self.seed,
            leaf: self.leaf,
            positions: data.training.len(),
            positions_sha256: data.training_sha256.clone(),
        }
    }
}

/// The run that is there and goes on, if one is.
fn begun(
    args: &EpArgs,
    settings: &EvolutionSettings,
    path: &Path,
) -> Result<Option<EvolutionRun>, CommandFailure> {
    if !path.exists() {
        return Ok(None);
    }
    let named = path.display();
    if !args.resume {
        let text = format!("{named} is there already: go on with --resume, or name another folder");
        return Err(CommandFailure::usage(text));
    }
    let run: EvolutionRun = read_json(path)?;
    if run.settings != *settings || run.schema != EvolutionRun::SCHEMA {
        return Err(CommandFailure::failed(format!(
            "{named} is of other settings: {:?}, not {settings:?}",
            run.settings
        )));
    }
    if run.curve.is_empty() || run.players.len() != settings.population {
        return Err(CommandFailure::failed(format!("{named}: not a run that was begun")));
    }
    Ok(Some(run))
}

pub fn run(args: &EpArgs) -> Result<ExitCode, CommandFailure> {
    let data = DataSet::read(&args.data)?;
    let settings = args.settings(&data);
    // One pool for the program: with ranks the thread that speaks with them has to stay this one.
    use_threads(args.threads)?;
    #[cfg(feature = "cluster")]
    if args.cluster {
        return Ok(nucleus_cluster::mpi::run_ranks(|transport| {
            at_rank(args, &data, &settings, transport).map_err(|failure| failure.text)
        })?);
    }
    let evolve_all = |forest: &SearchForest, begun: Vec<Option<EvolutionRun>>, each: &mut Each| {
        for (index, begun) in begun.into_iter().enumerate() {
            let mut goes_on = true;
            evolve(forest, &settings, index + 1, begun, &mut |run| {
                goes_on = each(run)?;
                Ok(goes_on)
            })?;
            if !goes_on {
                break;
            }
        }
        Ok(())
    };
    lead(args, &data, &settings, evolve_all)
}

/// Callback for every run after every generation; returns true to go on.
type Each<'a> = dyn FnMut(&EvolutionRun) -> Result<bool, String> + 'a;

/// One rank of several: rank 0 leads.
#[cfg(feature = "cluster")]
fn at_rank(
    args: &EpArgs,
    data: &DataSet,
    settings: &EvolutionSettings,
    transport: &mut impl nucleus_cluster::ranks::RankTransport,
) -> Result<ExitCode, CommandFailure> {
    use nucleus_cluster::evolution::evolve_at_ranks;
    if transport.rank() == 0 {
        return lead(args, data, settings, |forest, begun, each| {
            evolve_at_ranks(transport, forest, settings, begun, each)
        });
    }
    let forest = SearchForest::build(&data.training, args.leaf);
    evolve_at_ranks(transport, &forest, settings, Vec::new(), &mut |_| Ok(true))?;
    Ok(ExitCode::SUCCESS)
}

/// Evolves all runs by a function that takes the searches, the runs so far, and a callback for
/// every generation; keeps the records and reports.
fn lead(
    args: &EpArgs,
    data: &DataSet,
    settings: &EvolutionSettings,
    evolve_all: impl FnOnce(
        &SearchForest,
        Vec<Option<EvolutionRun>>,
        &mut Each<'_>,
    ) -> Result<(), String>,
) -> Result<ExitCode, CommandFailure> {
    std::fs::create_dir_all(&args.out)
        .map_err(|fault| format!("{}: {fault}", args.out.display()))?;
    let _lock = lock(&args.out.join("ep"))?;
    let files: Vec<PathBuf> =
        (1..=args.runs as usize).map(|run| run_file(&args.out, run)).collect();
    let mut runs: Vec<Option<EvolutionRun>> =
        files.iter().map(|path| begun(args, settings, path)).collect::<Result<_, _>>()?;
    let interrupt = on_ctrl_c()?;
    let mut bar = Bar::timed();
    bar.state("1-ply searches of all positions");
    let all = args.runs as usize * (args.generations + 1);
    let forest = SearchForest::build(&data.training, args.leaf);
    let begun = runs.clone();
    evolve_all(&forest, begun, &mut |run| {
        let index = run.run.wrapping_sub(1);
        let (Some(slot), Some(path)) = (runs.get_mut(index), files.get(index)) else {
            return Err(format!("there is no run {}", run.run));
        };
        write_json(path, run)?;
        *slot = Some(run.clone());
        let done: usize = runs.iter().flatten().map(|run| run.curve.len()).sum();
        bar.reached(done, all);
        if let Some(point) = run.curve.last() {
            let (best, average) = (point.best, point.average);
            bar.state(&format!("run {}: best {best}, average {average:.1}", run.run));
        }
        Ok(!interrupt.load(Ordering::Relaxed))
    })?;
    drop(bar);
    let whole = runs.iter().all(|run| run.as_ref().is_some_and(EvolutionRun::is_complete));
    let runs: Vec<EvolutionRun> = runs.into_iter().flatten().collect();
    report(args, &runs)?;
    if !whole {
        nucleus_base::tell!("the run was cut short; the same command with --resume goes on");
    }
    Ok(code(whole, !whole))
}

/// Writes the weights and the page, and prints the tables.
fn report(args: &EpArgs, runs: &[EvolutionRun]) -> Result<(), CommandFailure> {
    let Some(best) = best_run(runs) else { return Ok(()) };
    let first = runs.iter().map(|run| &run.first_best);
    let first = first.reduce(|best, next| if next.solved > best.solved { next } else { best });
    let first = first.unwrap_or(&best.first_best);
    let positions = best.settings.positions;
    for (file, player, what) in [
        (FIRST_FILE, first, "The best player of generation 0"),
        (EVOLVED_FILE, best.best(), "The best player that was evolved"),
    ] {
        let origin = format!(
            "{what}: {} of {positions} positions solved, seed {}.",
            player.solved, best.settings.seed
        );
        write_weights(&args.out.join(file), &player.weights, &origin)?;
    }
    if let Some((table, scene)) = evolution_page(runs) {
        let weights = weights_table(&best.best().weights, None);
        let text = format!("{}\n{}", table.markdown(), weights.markdown());
        write_page(&args.out.join("ep"), "Evolution", &text, &scene)?;
        print(&text)?;
    }
    Ok(())
}
