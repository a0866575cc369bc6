//! Matches between the players of a run (the paper's second and third experiment).

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::evolution::{best_run, first_average};
use super::files::{
    EVOLVED_FILE, FIRST_FILE, REFINED_FILE, load_runs, read_weights, write_weights,
};
use super::proof_chart::proof_chart;
use nucleus_draw::Scene;
use nucleus_matches::rating::{GameResults, RatingOptions, rate, rating_table};
use nucleus_matches::{
    self, Adjudication, MatchContext, MatchError, MatchOptions, MatchOutcome, MoveLimit, Tournament,
};

nucleus_base::named_enum! {
    /// The player that represents generation 0. The paper's is "the best virtual player from these
    /// runs at generation 0", and of 30 runs it prints one figure for it, that of one run.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum FirstPlayer {
        /// The best of generation 0 of all runs.
        #[default]
        Best = "best",
        /// The best of generation 0 of the run whose evolved player is the best: the beginning of the
        /// curve that the paper draws.
        Run = "run",
        /// The mean of the weights of that generation.
        Average = "average",
    }
}

impl FirstPlayer {
    /// The file of its weights.
    const fn file(self) -> &'static str {
        match self {
            Self::Best => FIRST_FILE,
            Self::Run => "generation-0-run.toml",
            Self::Average => "generation-0-average.toml",
        }
    }

    /// Writes its weights beside those of the run, where `tune ep` has not.
    fn write(self, folder: &Path) -> Result<(), String> {
        if self == Self::Best {
            return Ok(());
        }
        let runs = load_runs(folder)?;
        let best = best_run(&runs).ok_or("no run")?;
        let (weights, what) = match self {
            Self::Average => (first_average(best), "The mean of the weights"),
            _ => (best.first_best.weights, "The best player"),
        };
        let origin =
            format!("{what} of generation 0 of run {}, seed {}.", best.run, best.settings.seed);
        write_weights(&folder.join(self.file()), &weights, &origin)
    }
}

impl FromStr for FirstPlayer {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        nucleus_base::text::named("player of generation 0", &Self::ALL, name)
    }
}

/// The name of the reference in games.
const REFERENCE: &str = "reference";

/// Options of a proof.
#[derive(Clone, Debug)]
pub struct ProveOptions {
    /// The folder of the run, with the weights of its players.
    pub folder: PathBuf,
    /// The player that represents generation 0.
    pub first: FirstPlayer,
    /// Plies a move.
    pub depth: u64,
    /// Games of each two players.
    pub games: u32,
    /// The command of a reference that each player plays, in the place of each other.
    pub reference: Option<String>,
    /// The rating that the reference is limited to, and ratings are relative to.
    pub reference_elo: u32,
    /// Openings; built-in lines without.
    pub openings: Option<PathBuf>,
    /// Plies of an opening.
    pub plies: u64,
    /// The seed of their order.
    pub seed: u64,
    /// Quiet checks in quiescence.
    pub checks: bool,
    /// Ends agreed beforehand.
    pub adjudication: Adjudication,
    /// Games at a time.
    pub concurrency: u32,
    /// Go on with the record that is there.
    pub resume: bool,
}

impl ProveOptions {
    /// The files of the match, without their ending.
    pub fn stem(&self) -> PathBuf {
        let against = if self.reference.is_some() { "-reference" } else { "" };
        let first = match self.first {
            FirstPlayer::Best => String::new(),
            first => format!("-first-{first}"),
        };
        self.folder.join(format!("proof-depth-{}{against}{first}", self.depth))
    }

    /// The players, as the paper and our files name them.
    fn players(&self) -> [(&'static str, &'static str); 3] {
        [("ep-hj", REFINED_FILE), ("ep", EVOLVED_FILE), ("generation-0", self.first.file())]
    }

    fn file(&self, ending: &str) -> PathBuf {
        let mut name = self.stem().into_os_string();
        name.push(ending);
        name.into()
    }

    fn options(&self) -> MatchOptions {
        let mut engines = Vec::new();
        let mut option = Vec::new();
        if let Some(command) = &self.reference {
            engines.push(format!("{REFERENCE}={command}"));
            option.push(format!("{REFERENCE}:UCI_LimitStrength=true"));
            option.push(format!("{REFERENCE}:UCI_Elo={}", self.reference_elo));
        }
        for (name, file) in self.players() {
            engines.push(format!("{name}=nucleus:axon"));
            option.push(format!("{name}:Evaluation=paper29"));
            option.push(format!("{name}:Weights File={}", self.folder.join(file).display()));
            option.push(format!("{name}:Quiescence Checks={}", self.checks));
        }
        let gauntlet = self.reference.is_some();
        MatchOptions {
            engines,
            tournament: if gauntlet { Tournament::Gauntlet } else { Tournament::RoundRobin },
            option,
            games: self.games,
            limit: MoveLimit::Depth { plies: self.depth },
            openings: self.openings.clone(),
            plies: self.plies,
            seed: self.seed,
            concurrency: self.concurrency,
            oversubscribe: false,
            ponder: false,
            sprt: None,
            hash: 16,
            threads: 1,
            margin: 50,
            stall: 300,
            adjudication: self.adjudication,
            syzygy: Vec::new(),
            pgn: Some(self.file(".pgn")),
            json: Some(self.file(".json")),
            resume: self.resume,
        }
    }
}

/// Plays the match.
///
/// # Errors
/// When the weights are not there, or the match cannot begin.
pub fn prove(
    options: &ProveOptions,
    context: MatchContext<'_>,
) -> Result<MatchOutcome, MatchError> {
    options.first.write(&options.folder).map_err(MatchError::Failed)?;
    for (_, file) in options.players() {
        read_weights(&options.folder.join(file)).map_err(|fault| {
            MatchError::Failed(format!("{fault}; `tune ep` and `tune hj` write these files"))
        })?;
    }
    nucleus_matches::run(&options.options(), context)
}

/// Ratings of the games, beside the paper's tables III and IV, and the chart of wins, draws and
/// losses, beside its figure 2.
///
/// # Errors
/// When the games cannot be read or do not tell.
pub fn proof_page(options: &ProveOptions) -> Result<(String, Scene), String> {
    let path = options.file(".pgn");
    let results = results_of(&path)?;
    let anchor = match options.reference {
        Some(_) => (REFERENCE.to_owned(), f64::from(options.reference_elo)),
        // Table III's.
        None => ("ep".to_owned(), 2205.0),
    };
    let ratings = RatingOptions { anchor: Some(anchor), ..RatingOptions::default() };
    let report = rate(&results, &ratings).map_err(|fault| fault.to_string())?;
    let mut text = rating_table(&report);
    text += "\n| player | the paper, depth 4 | the paper, depth 6 | ours |\n|---|---:|---:|---:|\n";
    let papers = [("ep-hj", "2425", "2424"), ("ep", "2205", "2197"), ("generation-0", "–", "1600")];
    for (name, second, third) in papers {
        let ours = report.players.iter().find(|player| player.name == name);
        let ours = ours.map_or_else(
            || "–".to_owned(),
            |player| format!("{:.0} (+{:.0} −{:.0})", player.elo, player.plus, player.minus),
        );
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {name} | {second} | {third} | {ours} |");
    }
    let reference = options.reference.as_ref().map(|_| REFERENCE);
    Ok((text, proof_chart(&results, reference)))
}

fn results_of(path: &Path) -> Result<GameResults, String> {
    let name = path.display().to_string();
    let text =
        nucleus_base::files::read_to_string(path).map_err(|fault| format!("{name}: {fault}"))?;
    let mut results = GameResults::default();
    results.add_pgn(&name, &text);
    Ok(results)
}
