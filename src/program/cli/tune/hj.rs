use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use nucleus_harness::compare::on_ctrl_c;
use nucleus_harness::progress::RunProgress;
use nucleus_records::output::lock;
use nucleus_tuner::paper::{
    Climbed, DataSet, PatternOptions, REFINED_FILE, Refinement, RefinementOptions, best_run,
    load_runs, refine, refinement_page, weights_table, write_json, write_weights,
};

use super::pages::write_page;
use super::{above, in_threads, positive};
use crate::cli::progress::Bar;
use crate::cli::{CommandFailure, code, print};

/// Refine the players of `tune ep` by the method of Hooke and Jeeves.
///
/// The objective is how many are solved of some positions that no player of any generation solved
/// (--objective never, the paper's words), that no player of the last generation solves (last), or
/// of all training positions (training), or of positions of the training games that evolution was not
/// shown (games). A step is taken when it is better; with --ties exploratory
/// steps that are as good are, too, which crosses plateaus (files hj-never-ties.md …). With --sets it is done as often, each time with other
/// positions; the weights that are written (ep-hj.toml) are those that solve most of the training
/// set.
///
/// Exit code 0 when all was done, 1 for files that cannot be read or written, 2 for a wrong command
/// line, 130 after Ctrl-C (what was done is kept).
#[derive(clap::Args)]
pub struct HjArgs {
    /// The folder of `tune data`
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The folder of `tune ep`
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Positions of the objective
    #[arg(long, value_name = "N", default_value_t = RefinementOptions::default().positions)]
    positions: usize,
    /// Number of repetitions, each with other positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    sets: usize,
    /// The seed of their choice
    #[arg(long, value_name = "N", default_value_t = RefinementOptions::default().seed)]
    seed: u64,
    /// Selection of the positions: never, last, training, games
    #[arg(long, value_name = "WHICH", default_value_t = Climbed::default())]
    objective: Climbed,
    /// The first step of every weight, Δ
    #[arg(long, value_name = "STEP", default_value_t = PatternOptions::default().step,
          value_parser = positive)]
    step: f64,
    /// Divisor of the steps, α
    #[arg(long, value_name = "FACTOR", default_value_t = PatternOptions::default().reduction,
          value_parser = factor)]
    reduction: f64,
    /// The search ends when the step is below this, ε
    #[arg(long, value_name = "STEP", default_value_t = PatternOptions::default().least,
          value_parser = positive)]
    least: f64,
    /// Take exploratory steps that are as good, not only those that are better
    #[arg(long)]
    ties: bool,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
}

fn factor(text: &str) -> Result<f64, String> {
    above(1.0, text)
}

pub fn run(args: &HjArgs) -> Result<ExitCode, CommandFailure> {
    let mut data = DataSet::read(&args.data)?;
    if args.objective == Climbed::Games {
        data.read_rest(&args.data)?;
    }
    let runs = load_runs(&args.out)?;
    let options = RefinementOptions {
        positions: args.positions,
        sets: args.sets.max(1),
        seed: args.seed,
        climbed: args.objective,
        pattern: PatternOptions {
            step: args.step,
            reduction: args.reduction,
            least: args.least,
            ties: args.ties,
        },
    };
    let interrupt = on_ctrl_c()?;
    let ties = if args.ties { "-ties" } else { "" };
    let stem = args.out.join(format!("hj-{}{ties}", args.objective));
    let _lock = lock(&stem)?;
    let mut bar = Bar::timed();
    bar.reached(0, options.sets);
    let mut done: Vec<Refinement> = Vec::new();
    in_threads(args.threads, || {
        let each = &mut |refinement: &Refinement| {
            done.push(refinement.clone());
            bar.reached(done.len(), options.sets);
            write_json(&stem.with_extension("json"), &done)
        };
        refine(&data, &runs, &options, each, &mut || !interrupt.load(Ordering::Relaxed))
    })??;
    drop(bar);
    let best = done.iter().reduce(|a, b| if b.end.solved > a.end.solved { b } else { a });
    if let (Some(best), Some((table, scene))) = (best, refinement_page(&runs, &done)) {
        let origin = format!(
            "The best player that was evolved, after Hooke-Jeeves on positions {}: {} of {} \
             training positions solved, seed {}.",
            args.objective.words(),
            best.end.solved,
            data.training.len(),
            args.seed
        );
        write_weights(&args.out.join(REFINED_FILE), &best.end.weights, &origin)?;
        let evolved = best_run(&runs).map_or(&best.start, |run| run.best());
        let weights = weights_table(&evolved.weights, Some(&best.end.weights));
        let text = format!("{}\n{}", table.markdown(), weights.markdown());
        write_page(&stem, "Hooke-Jeeves", &text, &scene)?;
        print(&text)?;
    }
    let whole = done.len() == options.sets && done.iter().all(|refinement| refinement.complete);
    if !whole {
        nucleus_base::tell!("the search was cut short; what was done is kept");
    }
    Ok(code(whole, !whole))
}
