use std::path::PathBuf;

use nucleus_core::eval::paper29::{PAPER_COUNT, PAPER_ROWS, Paper29, PaperPreset, PaperWeights};
use nucleus_core::notation::ReadFaults;
use nucleus_core::notation::pgn::decode;
use nucleus_engine::book::OpeningBook;
use nucleus_engine::weights_file::paper29;
use nucleus_records::output::replace;
use nucleus_records::papers::PaperSample;
use nucleus_report::papers::PaperName;
use nucleus_tuner::paper::{
    Climbed, DrawOptions, EvolutionOptions, EvolutionRun, Leaf, PatternOptions, PositionSets,
    RankingOptions, Refinement, RefinementOptions, SearchForest, Solved, all_readings, best_run,
    count_solved, evolve, first_best, rank, read_games, refine, score,
};

use super::fault::Fault;
use super::unit::{Step, StepResult, Unit};
use super::workshop::Workshop;

/// Draws of positions.
pub const DRAWS: u64 = 8;
/// The games of players above 2600.
const GAMES: [&str; 3] = ["gm2600_linares.pgn", "gm2600_wch.pgn", "gm2600_wijk.pgn"];

/// Evolution over draws of positions.
#[derive(Clone)]
pub struct Evolution {
    /// Name of the unit.
    pub name: &'static str,
    /// Subject of the unit.
    pub what: &'static str,
    /// Plies of each game that are left out.
    pub from_ply: usize,
    /// One position a game, and not each position once.
    pub one_a_game: bool,
    /// A book of the data folder that answers first.
    pub book: Option<&'static str>,
    /// Runs of each draw.
    pub runs: usize,
    /// Players.
    pub population: usize,
    /// How each player looks ahead.
    pub leaf: Leaf,
    /// Weights are part of the record, too.
    pub weights: bool,
    /// Draws of positions.
    pub draws: u64,
}

/// Penalties of the ranking machine.
const PENALTIES: [f64; 3] = [1e-2, 1e-3, 1e-4];
/// Generations whose best player is part of figure 1's curve.
const EVERY: usize = 20;
/// Sets of positions that Hooke-Jeeves is tried on.
const SETS: u64 = 10;

/// The files of weights of a draw: generation 0 of all runs, of the best run and its mean, EP, EP+HJ.
pub const WEIGHT_FILES: [&str; 5] = [
    "generation-0.toml",
    "generation-0-run.toml",
    "generation-0-average.toml",
    "ep.toml",
    "ep-hj.toml",
];

/// Samples of one draw.
struct Samples {
    draw: u64,
    result: StepResult,
}

impl Samples {
    fn add(&mut self, series: &str, run: u64, value: impl Into<f64>) {
        let sample = PaperSample { draw: self.draw, run, value: value.into(), trials: 0.0 };
        self.result.samples.push((series.to_owned(), sample));
    }
}

/// A function that adds the samples of a draw.
type Measure = fn(&Evolution, &Workshop, &PositionSets, &mut Samples) -> Result<(), Fault>;

impl Evolution {
    /// Evolution and Hooke-Jeeves.
    pub fn unit(self) -> Unit {
        let mut conditions = vec![
            "The games are 2,665 of players above 2600 (Linares, world championships, Wijk aan Zee), \
             half of them for training and half for tests."
                .to_owned(),
        ];
        if let Some(book) = self.book {
            conditions.push(format!("Every player plays the best move of {book} first."));
        }
        if self.from_ply > 0 {
            conditions
                .push(format!("The first {} plies of each game are left out.", self.from_ply));
        }
        let seconds = 0.09 * (self.runs * self.population) as f64 + 4.0;
        self.measured(conditions, seconds, Self::evolved)
    }

    /// Positions solved by the weights that the paper prints.
    pub fn printed(self) -> Unit {
        self.measured(Vec::new(), 5.0, Self::solved)
    }

    /// A linear ranking support vector machine in the place of evolution.
    pub fn ranked(self) -> Unit {
        let penalties = PENALTIES.map(|penalty| penalty.to_string()).join(", ");
        let condition = format!(
            "Differences of the leaves that 1-ply searches end at, six rounds; of the penalties {penalties} the \
             one whose weights solve most of the training positions."
        );
        self.measured(vec![condition], 30.0, Self::learnt)
    }

    /// The questions that the paper leaves open: its own players and random ones under each reading.
    pub fn readings(self) -> Unit {
        let condition = "Random players are ten populations of 20; the 1-ply searches static, quiescence and \
                         checks, mobility by its share of the most or by squares, divisors of the king's sums, \
                         the queen's mobility."
            .to_owned();
        self.measured(vec![condition], 60.0, Self::read)
    }

    /// Hooke-Jeeves on other positions than those that no player solved, and with steps that are as good.
    pub fn objectives(self) -> Unit {
        let condition = format!(
            "Hooke-Jeeves on {SETS} sets of 20 positions that no player of any generation solved (never), that no \
             player of the last generation solves (last), that evolution was not shown (games), and on all \
             1,000 (training); with ties also exploratory steps that are as good are taken."
        );
        self.measured(vec![condition], 60.0, Self::climbed)
    }

    /// A unit with a step a draw.
    fn measured(self, conditions: Vec<String>, seconds: f64, measure: Measure) -> Unit {
        let step = |draw: u64| {
            let evolution = self.clone();
            Step::new(format!("draw {draw}"), seconds, move |workshop| {
                let (sets, command) = evolution.positions(workshop, draw)?;
                let result = StepResult { command, ..StepResult::default() };
                let mut samples = Samples { draw, result };
                measure(&evolution, workshop, &sets, &mut samples)?;
                Ok(samples.result)
            })
        };
        Unit {
            name: self.name.to_owned(),
            paper: PaperName::EpHj,
            what: self.what.to_owned(),
            conditions,
            timed: false,
            steps: (1..=self.draws).map(step).collect(),
        }
    }

    /// Draws positions; with the command in words.
    fn positions(&self, workshop: &Workshop, draw: u64) -> Result<(PositionSets, String), Fault> {
        let mut games = Vec::new();
        for name in GAMES {
            let path = workshop.data_file(&format!("pgn/{name}"))?;
            let bytes = nucleus_base::files::read(&path)
                .map_err(|fault| format!("{}: {fault}", path.display()))?;
            games.extend(read_games(name, &decode(bytes), &mut ReadFaults::default()));
        }
        let book = |name| {
            OpeningBook::read(&workshop.data_file(&format!("books/{name}"))?)
                .map_err(|fault| Fault::Failed(fault.to_string()))
        };
        let options = DrawOptions {
            from_ply: self.from_ply,
            per_game: self.one_a_game.then_some(1),
            seed: draw,
            ..DrawOptions::default()
        };
        let sets = PositionSets::draw(games, &options, self.book.map(book).transpose()?.as_ref());
        let Self { from_ply, runs, population, leaf, .. } = self;
        let command = format!(
            "positions of {} from ply {from_ply}{}{}, seed {draw}; {runs} runs of {population} players, {leaf}",
            GAMES.join(", "),
            if self.one_a_game { ", one a game" } else { "" },
            self.book.map_or(String::new(), |book| format!(", answered by {book}")),
        );
        Ok((sets, command))
    }

    /// Evolves players.
    fn evolve(
        &self,
        workshop: &Workshop,
        sets: &PositionSets,
        draw: u64,
    ) -> Result<Vec<EvolutionRun>, Fault> {
        let forest = SearchForest::build(&sets.training, self.leaf);
        let options = EvolutionOptions {
            population: self.population,
            seed: draw,
            leaf: self.leaf,
            ..EvolutionOptions::default()
        };
        let run = |run| evolve(&forest, &options, run, &mut || !workshop.interrupted());
        (1..=self.runs).map(|number| run(number).ok_or(Fault::Interrupted)).collect()
    }

    /// Refines the best player of the runs.
    fn refine(
        &self,
        workshop: &Workshop,
        sets: &PositionSets,
        runs: &[EvolutionRun],
        options: &RefinementOptions,
    ) -> Result<Refinement, Fault> {
        let refined = refine(sets, self.leaf, runs, options, &mut || !workshop.interrupted());
        if workshop.interrupted() { Err(Fault::Interrupted) } else { Ok(refined?) }
    }

    /// Makes the players of a draw as files of weights, where they are not there yet; their folder.
    pub fn players(&self, workshop: &Workshop, draw: u64) -> Result<PathBuf, Fault> {
        let folder = workshop.folder(&format!("{}/players-{draw}", self.name))?;
        if WEIGHT_FILES.iter().all(|name| folder.join(name).exists()) {
            return Ok(folder);
        }
        let (sets, _) = self.positions(workshop, draw)?;
        let runs = self.evolve(workshop, &sets, draw)?;
        let climb =
            RefinementOptions { climbed: Climbed::Training, ..RefinementOptions::default() };
        let refined = self.refine(workshop, &sets, &runs, &climb)?;
        let (Some(best), Some(first)) = (best_run(&runs), first_best(&runs)) else {
            return Err(Fault::Failed("no run".to_owned()));
        };
        let weights: [PaperWeights; 5] = [
            first.weights,
            best.first[0].weights,
            best.first_average(),
            best.best().weights,
            refined.end.weights,
        ];
        for (name, weights) in WEIGHT_FILES.iter().zip(&weights) {
            let path = folder.join(name);
            replace(&path, &paper29::write(weights, &format!("Draw {draw} of positions.")))
                .map_err(|fault| format!("cannot write {}: {fault}", path.display()))?;
        }
        Ok(folder)
    }

    fn evolved(
        &self,
        workshop: &Workshop,
        sets: &PositionSets,
        samples: &mut Samples,
    ) -> Result<(), Fault> {
        let runs = self.evolve(workshop, sets, samples.draw)?;
        for (number, run) in (1..).zip(&runs) {
            for (generation, point) in [(0, run.curve.first()), (200, run.curve.last())] {
                let Some(point) = point else { continue };
                samples.add(&format!("generation {generation}, average"), number, point.average);
                samples.add(&format!("generation {generation}, best"), number, point.best);
            }
        }
        let refined = self.refine(workshop, sets, &runs, &RefinementOptions::default())?;
        let [training, test] = [refined.end.solved, refined.end_test].map(f64::from);
        samples.add("test", 0, refined.start_test);
        samples.add("Hooke-Jeeves, training", 0, training);
        samples.add("Hooke-Jeeves, test", 0, test);
        samples.add("Hooke-Jeeves, training less test", 0, training - test);
        samples.add("Hooke-Jeeves, solved of 20", 0, refined.solved_of_set);
        if self.weights {
            let climbed = Climbed::Training;
            let options = RefinementOptions { climbed, ..RefinementOptions::default() };
            let climbed = self.refine(workshop, sets, &runs, &options)?;
            samples.add("climb on all positions, training", 0, climbed.end.solved);
            samples.add("climb on all positions, test", 0, climbed.end_test);
            let best = best_run(&runs).ok_or_else(|| "no run".to_owned())?;
            for (generation, point) in best.curve.iter().enumerate().step_by(EVERY) {
                samples.add(&format!("best run, generation {generation:03}"), 0, point.best);
            }
            let weights = best.best().weights.into_iter().zip(climbed.end.weights);
            for (row, (ep, hj)) in PAPER_ROWS.iter().zip(weights) {
                samples.add(&format!("EP {}", row.name), 0, ep);
                samples.add(&format!("EP+HJ {}", row.name), 0, hj);
            }
        }
        Ok(())
    }

    fn solved(
        &self,
        _: &Workshop,
        sets: &PositionSets,
        samples: &mut Samples,
    ) -> Result<(), Fault> {
        let players = [PaperPreset::Evolved, PaperPreset::Refined];
        let players = players.map(|preset| Paper29::new(preset.weights()));
        for (name, positions) in [("training", &sets.training), ("test", &sets.test)] {
            let solved = score(&SearchForest::build(positions, self.leaf), &players);
            for (player, solved) in ["EP", "EP+HJ"].into_iter().zip(&solved) {
                samples.add(&format!("{player}, {name}"), 0, Solved::count(solved));
            }
        }
        Ok(())
    }

    fn learnt(
        &self,
        _: &Workshop,
        sets: &PositionSets,
        samples: &mut Samples,
    ) -> Result<(), Fault> {
        let [training, test] =
            [&sets.training, &sets.test].map(|positions| SearchForest::build(positions, self.leaf));
        // A start that knows the pieces' values alone.
        let mut start = [0; PAPER_COUNT];
        start[..5].copy_from_slice(&[100, 300, 300, 500, 900]);
        let of_penalty = |penalty| {
            let seed = samples.draw;
            let options = RankingOptions { penalty, seed, ..RankingOptions::default() };
            let weights = rank(&training, start, &options);
            (count_solved(&training, weights), weights)
        };
        let best = PENALTIES.map(of_penalty).into_iter().max_by_key(|&(count, _)| count);
        let (count, weights) = best.ok_or_else(|| "no penalty".to_owned())?;
        samples.add("training", 0, count);
        samples.add("test", 0, count_solved(&test, weights));
        samples.add("start, training", 0, count_solved(&training, start));
        samples.add("start, test", 0, count_solved(&test, start));
        Ok(())
    }

    fn read(
        &self,
        workshop: &Workshop,
        sets: &PositionSets,
        samples: &mut Samples,
    ) -> Result<(), Fault> {
        for leaf in Leaf::PAPER {
            let forest = SearchForest::build(&sets.training, leaf);
            for reading in all_readings() {
                if workshop.interrupted() {
                    return Err(Fault::Interrupted);
                }
                let solved = reading.score(&forest, samples.draw);
                let mobility = if reading.mobility_by_square { "squares" } else { "share" };
                let name = format!(
                    "{leaf}, mobility by {mobility}, king by {}, queen {}",
                    reading.king_units, reading.queen
                );
                samples.add(&format!("{name}: random"), 0, solved.random);
                samples.add(&format!("{name}: best of 20"), 0, solved.random_best);
                samples.add(&format!("{name}: EP"), 0, solved.evolved);
                samples.add(&format!("{name}: EP+HJ"), 0, solved.refined);
            }
        }
        Ok(())
    }

    fn climbed(
        &self,
        workshop: &Workshop,
        sets: &PositionSets,
        samples: &mut Samples,
    ) -> Result<(), Fault> {
        let runs = self.evolve(workshop, sets, samples.draw)?;
        for climbed in Climbed::ALL {
            for ties in [false, true] {
                let pattern = PatternOptions { ties, ..PatternOptions::default() };
                let name = format!("{climbed}{}", if ties { " with ties" } else { "" });
                for seed in 1..=if climbed == Climbed::Training { 1 } else { SETS } {
                    let options = RefinementOptions {
                        seed,
                        climbed,
                        pattern,
                        ..RefinementOptions::default()
                    };
                    let refined = self.refine(workshop, sets, &runs, &options)?;
                    samples.add(&format!("{name}, solved of the set"), seed, refined.solved_of_set);
                    samples.add(&format!("{name}, training"), seed, refined.end.solved);
                    samples.add(&format!("{name}, test"), seed, refined.end_test);
                }
            }
        }
        Ok(())
    }
}
