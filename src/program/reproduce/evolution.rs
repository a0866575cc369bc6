//! The tuning paper's experiments on randomly drawn positions: evolution, Hooke-Jeeves, ranking.

use nucleus_base::text::named;
use nucleus_core::eval::paper29::{PAPER_COUNT, PAPER_ROWS, Paper29, PaperPreset, PaperWeights};
use nucleus_core::notation::ReadFaults;
use nucleus_core::notation::pgn::decode;
use nucleus_engine::book::OpeningBook;
use nucleus_engine::weights_file::paper29;
use nucleus_records::output::replace;
use nucleus_records::papers::PaperSample;
use nucleus_tuner::paper::{
    Climbed, DrawOptions, EvolutionOptions, EvolutionRun, Leaf, PatternOptions, PositionSets,
    RankingOptions, Refinement, RefinementOptions, SearchForest, Solved, all_readings, best_run,
    count_solved, evolve, first_best, rank, read_games, refine, score,
};

use super::unit::{StepFault, StepResult};
use super::workshop::StepContext;

/// The games of players above 2600.
const GAMES: [&str; 3] = ["gm2600_linares.pgn", "gm2600_wch.pgn", "gm2600_wijk.pgn"];
/// Penalties that are tried for the ranking support vector machine.
const PENALTIES: [f64; 3] = [1e-2, 1e-3, 1e-4];
/// The number of generations between two points of the curve of figure 1.
const EVERY: usize = 20;
/// The number of sets of positions for Hooke-Jeeves.
const SETS: u64 = 10;

/// Files of players. Of generation 0: best of all runs, best and mean of the best run; EP; EP+HJ.
const WEIGHT_FILES: [&str; 5] = [
    "generation-0.toml",
    "generation-0-run.toml",
    "generation-0-average.toml",
    "ep.toml",
    "ep-hj.toml",
];

/// A random selection of positions, and its samples so far.
struct Draw<'a> {
    step: &'a StepContext<'a>,
    draw: u64,
    leaf: Leaf,
    sets: PositionSets,
    result: StepResult,
}

impl<'a> Draw<'a> {
    /// Draws the positions of a step.
    fn new(step: &'a StepContext<'a>) -> Result<Self, StepFault> {
        let draw = step.number("n")?;
        let leaf = named("leaf", &Leaf::ALL, &step.text("leaf")?)?;
        let mut games = Vec::new();
        for name in GAMES {
            let path = step.data(&format!("pgn/{name}"))?;
            let bytes = nucleus_base::files::read(&path)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            games.extend(read_games(name, &decode(bytes), &mut ReadFaults::default()));
        }
        let name = step.text("book")?;
        let book = |name| {
            let path = step.data(&format!("books/{name}"))?;
            OpeningBook::read(&path).map_err(|error| error.to_string())
        };
        let book = (!name.is_empty()).then(|| book(&name)).transpose()?;
        let (from_ply, per_game) = (step.number("from-ply")?, step.number("per-game").ok());
        let options = DrawOptions { from_ply, per_game, seed: draw, ..DrawOptions::default() };
        let command = format!(
            "positions of {} from ply {from_ply}{}{}, seed {draw}; {} runs of {} players, {leaf}",
            GAMES.join(", "),
            if per_game.is_some() { ", one a game" } else { "" },
            if name.is_empty() { name } else { format!(", answered by {name}") },
            step.text("runs")?,
            step.text("population")?,
        );
        let sets = PositionSets::draw(games, &options, book.as_ref());
        Ok(Self { step, draw, leaf, sets, result: StepResult::new(command) })
    }

    fn add(&mut self, series: &str, run: u64, value: impl Into<f64>) {
        let sample = PaperSample { draw: self.draw, run, value: value.into(), trials: 0.0 };
        self.result.samples.push((series.to_owned(), sample));
    }

    fn evolve(&self) -> Result<Vec<EvolutionRun>, StepFault> {
        let forest = SearchForest::build(&self.sets.training, self.leaf);
        let options = EvolutionOptions {
            population: self.step.number("population")?,
            seed: self.draw,
            leaf: self.leaf,
            ..EvolutionOptions::default()
        };
        let run = |run| evolve(&forest, &options, run, &mut || !self.step.workshop.interrupted());
        let runs: usize = self.step.number("runs")?;
        (1..=runs).map(|number| run(number).ok_or(StepFault::Interrupted)).collect()
    }

    /// Refines the best player of the runs.
    fn refine(
        &self,
        runs: &[EvolutionRun],
        options: &RefinementOptions,
    ) -> Result<Refinement, StepFault> {
        let workshop = self.step.workshop;
        let refined = refine(&self.sets, self.leaf, runs, options, &mut || !workshop.interrupted());
        workshop.check_interrupt()?;
        Ok(refined?)
    }

    /// Returns the search trees of the training and of the test positions.
    fn forests(&self) -> [(&'static str, SearchForest); 2] {
        [("training", &self.sets.training), ("test", &self.sets.test)]
            .map(|(name, positions)| (name, SearchForest::build(positions, self.leaf)))
    }
}

/// Returns the default options of Hooke-Jeeves, but for the positions of `climbed`.
fn climb_on(climbed: Climbed) -> RefinementOptions {
    RefinementOptions { climbed, ..RefinementOptions::default() }
}

/// Writes the players of a draw as files of weights, unless they exist.
pub fn players(step: &StepContext<'_>) -> Result<(), StepFault> {
    let folder = step.path(&format!("players-{}", step.text("n")?));
    if WEIGHT_FILES.iter().all(|name| folder.join(name).exists()) {
        return Ok(());
    }
    let draw = Draw::new(step)?;
    let runs = draw.evolve()?;
    let refined = draw.refine(&runs, &climb_on(Climbed::Training))?;
    let (Some(best), Some(first)) = (best_run(&runs), first_best(&runs)) else {
        return Err(StepFault::Failed("no run".to_owned()));
    };
    let weights: [PaperWeights; 5] = [
        first.weights,
        best.first[0].weights,
        best.first_average(),
        best.best().weights,
        refined.end.weights,
    ];
    let failed = |error: std::io::Error| format!("cannot write {}: {error}", folder.display());
    std::fs::create_dir_all(&folder).map_err(failed)?;
    for (name, weights) in WEIGHT_FILES.iter().zip(&weights) {
        let text = paper29::write(weights, &format!("Draw {} of positions.", draw.draw));
        replace(&folder.join(name), &text).map_err(failed)?;
    }
    Ok(())
}

/// Samples the scores of the runs and of the refined best player; with `all` also refines on all positions.
pub fn evolved(step: &StepContext<'_>) -> Result<StepResult, StepFault> {
    let mut draw = Draw::new(step)?;
    let runs = draw.evolve()?;
    for (number, run) in (1..).zip(&runs) {
        for (generation, point) in [(0, run.curve.first()), (200, run.curve.last())] {
            let Some(point) = point else { continue };
            draw.add(&format!("generation {generation}, average"), number, point.average);
            draw.add(&format!("generation {generation}, best"), number, point.best);
        }
    }
    let refined = draw.refine(&runs, &RefinementOptions::default())?;
    let [training, test] = [refined.end.solved, refined.end_test].map(f64::from);
    let weights = refined.start.weights.iter().zip(&refined.end.weights);
    let changed = weights.filter(|(start, end)| start != end).count() as u32;
    draw.add("test", 0, refined.start_test);
    draw.add("Hooke-Jeeves, training", 0, training);
    draw.add("Hooke-Jeeves, test", 0, test);
    draw.add("Hooke-Jeeves, training less test", 0, training - test);
    draw.add("Hooke-Jeeves, solved of 20", 0, refined.solved_of_set);
    draw.add("Hooke-Jeeves, weights changed", 0, changed);
    if step.text("all").is_ok() {
        let climbed = draw.refine(&runs, &climb_on(Climbed::Training))?;
        draw.add("climb on all positions, training", 0, climbed.end.solved);
        draw.add("climb on all positions, test", 0, climbed.end_test);
        let best = best_run(&runs).ok_or_else(|| "no run".to_owned())?;
        for (generation, point) in best.curve.iter().enumerate().step_by(EVERY) {
            draw.add(&format!("best run, generation {generation:03}"), 0, point.best);
        }
        let weights = best.best().weights.into_iter().zip(climbed.end.weights);
        for (row, (ep, hj)) in PAPER_ROWS.iter().zip(weights) {
            draw.add(&format!("EP {}", row.name), 0, ep);
            draw.add(&format!("EP+HJ {}", row.name), 0, hj);
        }
    }
    Ok(draw.result)
}

/// Counts the positions solved by the printed weights.
pub fn printed(step: &StepContext<'_>) -> Result<StepResult, StepFault> {
    let mut draw = Draw::new(step)?;
    let players = [PaperPreset::Evolved, PaperPreset::Refined];
    let players = players.map(|preset| Paper29::new(preset.weights()));
    for (name, forest) in draw.forests() {
        for (player, solved) in ["EP", "EP+HJ"].into_iter().zip(&score(&forest, &players)) {
            draw.add(&format!("{player}, {name}"), 0, Solved::count(solved));
        }
    }
    Ok(draw.result)
}

/// Counts the positions solved by a linear ranking support vector machine, instead of evolution.
pub fn ranked(step: &StepContext<'_>) -> Result<StepResult, StepFault> {
    let mut draw = Draw::new(step)?;
    let forests = draw.forests();
    // The start weights contain the pieces' values alone.
    let mut start = [0; PAPER_COUNT];
    start[..5].copy_from_slice(&[100, 300, 300, 500, 900]);
    let [(_, training), _] = &forests;
    let of_penalty = |penalty| {
        let options = RankingOptions { penalty, seed: draw.draw, ..RankingOptions::default() };
        let weights = rank(training, start, &options);
        (count_solved(training, weights), weights)
    };
    let best = PENALTIES.map(of_penalty).into_iter().max_by_key(|&(count, _)| count);
    let (_, weights) = best.ok_or_else(|| "no penalty".to_owned())?;
    for (name, forest) in &forests {
        draw.add(name, 0, count_solved(forest, weights));
        draw.add(&format!("start, {name}"), 0, count_solved(forest, start));
    }
    Ok(draw.result)
}

/// Compares the paper's players and random ones under each interpretation of what the paper leaves open.
pub fn readings(step: &StepContext<'_>) -> Result<StepResult, StepFault> {
    let mut draw = Draw::new(step)?;
    for leaf in Leaf::PAPER {
        let forest = SearchForest::build(&draw.sets.training, leaf);
        for reading in all_readings() {
            step.workshop.check_interrupt()?;
            let solved = reading.score(&forest, draw.draw);
            let mobility = if reading.mobility_by_square { "squares" } else { "share" };
            let (king, queen) = (reading.king_units, reading.queen);
            let name = format!("{leaf}, mobility by {mobility}, king by {king}, queen {queen}");
            draw.add(&format!("{name}: random"), 0, solved.random);
            draw.add(&format!("{name}: best of 20"), 0, solved.random_best);
            draw.add(&format!("{name}: EP"), 0, solved.evolved);
            draw.add(&format!("{name}: EP+HJ"), 0, solved.refined);
        }
    }
    Ok(draw.result)
}

/// Runs Hooke-Jeeves on each set of positions, rejecting or accepting steps to an equal score.
pub fn objectives(step: &StepContext<'_>) -> Result<StepResult, StepFault> {
    let mut draw = Draw::new(step)?;
    let runs = draw.evolve()?;
    for (climbed, ties) in Climbed::ALL.into_iter().flat_map(|one| [(one, false), (one, true)]) {
        let pattern = PatternOptions { ties, ..PatternOptions::default() };
        let name = format!("{climbed}{}", if ties { " with ties" } else { "" });
        for seed in 1..=if climbed == Climbed::Training { 1 } else { SETS } {
            let options = RefinementOptions { seed, pattern, ..climb_on(climbed) };
            let refined = draw.refine(&runs, &options)?;
            draw.add(&format!("{name}, solved of the set"), seed, refined.solved_of_set);
            draw.add(&format!("{name}, training"), seed, refined.end.solved);
            draw.add(&format!("{name}, test"), seed, refined.end_test);
        }
    }
    Ok(draw.result)
}
