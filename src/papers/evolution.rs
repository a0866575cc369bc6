use std::path::{Path, PathBuf};

use nucleus_core::eval::paper29::{PAPER_COUNT, PAPER_ROWS, Paper29, PaperPreset};
use nucleus_records::papers::PaperSample;
use nucleus_report::papers::PaperName;
use nucleus_tuner::paper::{
    DataSet, EvolutionRun, Leaf, RankingOptions, Refinement, SearchForest, Solved, best_run,
    load_runs, rank, read_json, score,
};

use super::fault::Fault;
use super::unit::{Step, StepResult, Unit};
use super::workshop::Workshop;
use crate::arguments;

/// Draws of positions.
pub const DRAWS: u64 = 8;

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
    pub runs: u32,
    /// Players.
    pub population: u32,
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

impl Evolution {
    /// The unit: a step a draw.
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
        let seconds = f64::from(self.runs) * 0.09 * f64::from(self.population) + 4.0;
        let step = |draw: u64| {
            let evolution = self.clone();
            Step::new(format!("draw {draw}"), seconds, move |workshop| {
                evolution.draw(workshop, draw)
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

    /// Positions solved by the weights that the paper prints, over the same draws.
    pub fn printed(self) -> Unit {
        let step = |draw: u64| {
            let evolution = self.clone();
            Step::new(format!("draw {draw}"), 5.0, move |workshop| evolution.solved(workshop, draw))
        };
        Unit {
            name: self.name.to_owned(),
            paper: PaperName::EpHj,
            what: self.what.to_owned(),
            conditions: Vec::new(),
            timed: false,
            steps: (1..=self.draws).map(step).collect(),
        }
    }

    /// A linear ranking support vector machine in the place of evolution, over the same draws.
    pub fn ranked(self) -> Unit {
        let step = |draw: u64| {
            let evolution = self.clone();
            Step::new(format!("draw {draw}"), 30.0, move |workshop| {
                evolution.learnt(workshop, draw)
            })
        };
        let penalties = PENALTIES.map(|penalty| penalty.to_string()).join(", ");
        Unit {
            name: self.name.to_owned(),
            paper: PaperName::EpHj,
            what: self.what.to_owned(),
            conditions: vec![format!(
                "Differences of the leaves that 1-ply searches end at, six rounds; of the penalties {penalties} the \
                 one whose weights solve most of the training positions."
            )],
            timed: false,
            steps: (1..=self.draws).map(step).collect(),
        }
    }

    fn learnt(&self, workshop: &Workshop, draw: u64) -> Result<StepResult, Fault> {
        let (folder, command) = self.positions(workshop, draw)?;
        let data = DataSet::read(&folder)?;
        let [training, test] =
            [&data.training, &data.test].map(|positions| SearchForest::build(positions, self.leaf));
        // A start that knows the pieces' values alone.
        let mut start = [0; PAPER_COUNT];
        start[..5].copy_from_slice(&[100, 300, 300, 500, 900]);
        let solved = |forest: &SearchForest, weights| {
            score(forest, &[Paper29::new(weights)]).first().map_or(0, Solved::count)
        };
        let of_penalty = |penalty| {
            let options = RankingOptions { penalty, seed: draw, ..RankingOptions::default() };
            let weights = rank(&training, start, &options);
            (solved(&training, weights), weights)
        };
        let best = PENALTIES.map(of_penalty).into_iter().max_by_key(|&(count, _)| count);
        let (count, weights) = best.ok_or_else(|| "no penalty".to_owned())?;
        let mut result = StepResult { command, ..StepResult::default() };
        let mut add = |series: &str, value: u32| {
            let sample = PaperSample { draw, value: f64::from(value), ..PaperSample::default() };
            result.samples.push((series.to_owned(), sample));
        };
        add("training", count);
        add("test", solved(&test, weights));
        add("start, training", solved(&training, start));
        add("start, test", solved(&test, start));
        Ok(result)
    }

    fn solved(&self, workshop: &Workshop, draw: u64) -> Result<StepResult, Fault> {
        let (folder, command) = self.positions(workshop, draw)?;
        let data = DataSet::read(&folder)?;
        let players = [PaperPreset::Evolved, PaperPreset::Refined];
        let players = players.map(|preset| Paper29::new(preset.weights()));
        let mut result = StepResult { command, ..StepResult::default() };
        for (name, positions) in [("training", &data.training), ("test", &data.test)] {
            let solved = score(&SearchForest::build(positions, self.leaf), &players);
            for (player, solved) in ["EP", "EP+HJ"].into_iter().zip(&solved) {
                let value = f64::from(solved.count());
                let sample = PaperSample { draw, value, ..PaperSample::default() };
                result.samples.push((format!("{player}, {name}"), sample));
            }
        }
        Ok(result)
    }

    /// Draws positions; their folder, and the command.
    fn positions(&self, workshop: &Workshop, draw: u64) -> Result<(PathBuf, String), Fault> {
        let data = workshop.folder(self.name)?.join(format!("data-{draw}"));
        let games = ["linares", "wch", "wijk"].map(|name| format!("pgn/gm2600_{name}.pgn"));
        let [linares, wch, wijk] = games.map(|name| workshop.data_file(&name));
        let (linares, wch, wijk) = (linares?, wch?, wijk?);
        let (seed, ply) = (draw.to_string(), self.from_ply.to_string());
        let mut of_data = arguments![
            "tune",
            "data",
            &linares,
            &wch,
            &wijk,
            "--from-ply",
            &ply,
            "--seed",
            &seed,
            "--out",
            &data
        ]
        .to_vec();
        if self.one_a_game {
            of_data.extend(arguments!["--per-game", "1"]);
        }
        let book =
            self.book.map(|book| workshop.data_file(&format!("books/{book}"))).transpose()?;
        if let Some(book) = &book {
            of_data.extend(arguments!["--book", book]);
        }
        let command = workshop.nucleus(&of_data)?;
        Ok((data, command))
    }

    /// Draws positions, evolves players and refines the best one; the folder of the players.
    pub fn make(&self, workshop: &Workshop, draw: u64) -> Result<(PathBuf, String), Fault> {
        let (data, command) = self.positions(workshop, draw)?;
        let out = workshop.folder(self.name)?.join(format!("run-{draw}"));
        let seed = draw.to_string();
        let mut commands = vec![command];
        let (runs, population) = (self.runs.to_string(), self.population.to_string());
        let mut of_players = arguments![
            "tune",
            "ep",
            "--data",
            &data,
            "--out",
            &out,
            "--runs",
            &runs,
            "--population",
            &population,
            "--seed",
            &seed,
            "--threads",
            "1",
            "--resume"
        ]
        .to_vec();
        if self.leaf != Leaf::default() {
            of_players.extend(arguments!["--leaf", self.leaf.name()]);
        }
        commands.push(workshop.nucleus(&of_players)?);
        let hj = arguments!["tune", "hj", "--data", &data, "--out", &out, "--threads", "1"];
        // The climb on all positions comes last: its weights are those that `tune prove` plays with.
        commands.push(workshop.nucleus(hj)?);
        if self.weights {
            let climb = [hj, arguments!["--objective", "training"]].concat();
            commands.push(workshop.nucleus(&climb)?);
        }
        Ok((out, commands.join("; ")))
    }

    fn draw(&self, workshop: &Workshop, draw: u64) -> Result<StepResult, Fault> {
        let (out, command) = self.make(workshop, draw)?;
        let runs = load_runs(&out)?;
        let mut result = StepResult { command, ..StepResult::default() };
        let mut add = |series: &str, run: u64, value: f64| {
            let sample = PaperSample { draw, run, value, trials: 0.0 };
            result.samples.push((series.to_owned(), sample));
        };
        for run in &runs {
            let (Some(first), Some(last)) = (run.curve.first(), run.curve.last()) else { continue };
            let number = run.run as u64;
            add("generation 0, average", number, first.average);
            add("generation 0, best", number, f64::from(first.best));
            add("generation 200, average", number, last.average);
            add("generation 200, best", number, f64::from(last.best));
        }
        let refined = refinement(&out, "never")?;
        let [training, test] = [refined.end.solved, refined.end_test].map(f64::from);
        add("test", 0, f64::from(refined.start_test));
        add("Hooke-Jeeves, training", 0, training);
        add("Hooke-Jeeves, test", 0, test);
        add("Hooke-Jeeves, training less test", 0, training - test);
        add("Hooke-Jeeves, solved of 20", 0, f64::from(refined.solved_of_set));
        if self.weights {
            let climbed = refinement(&out, "training")?;
            add("climb on all positions, training", 0, f64::from(climbed.end.solved));
            add("climb on all positions, test", 0, f64::from(climbed.end_test));
            let best: &EvolutionRun = best_run(&runs).ok_or_else(|| "no run".to_owned())?;
            for (generation, point) in best.curve.iter().enumerate().step_by(EVERY) {
                add(&format!("best run, generation {generation:03}"), 0, f64::from(point.best));
            }
            for (at, row) in PAPER_ROWS.iter().enumerate() {
                let (ep, hj) = (best.best().weights[at], climbed.end.weights[at]);
                add(&format!("EP {}", row.name), 0, f64::from(ep));
                add(&format!("EP+HJ {}", row.name), 0, f64::from(hj));
            }
        }
        Ok(result)
    }
}

/// The record of a refinement.
fn refinement(out: &Path, objective: &str) -> Result<Refinement, String> {
    let path = out.join(format!("hj-{objective}.json"));
    let done: Vec<Refinement> = read_json(&path)?;
    done.into_iter().next().ok_or_else(|| format!("{}: no set", path.display()))
}
