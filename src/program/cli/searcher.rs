//! Options of the commands that evaluate or search positions.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use nucleus_core::board::BoardType;
use nucleus_core::eval::network::Network;
use nucleus_core::eval::{Options, Values};
use nucleus_core::kernels::Choice;
use nucleus_core::types::Score;
use nucleus_engine::uci::MAX_HASH;
use nucleus_engine::{networks, weights_file};
use nucleus_search::{
    EngineOptions, MAX_THREADS, Parameters, ProfileName, Technique, switch_techniques,
};

use super::print;

/// The weights option of commands that evaluate.
#[derive(clap::Args, Default)]
pub struct WeightsOption {
    /// Use the weights of a file, as `nucleus weights` writes it
    #[arg(long = "weights", value_name = "FILE")]
    pub file: Option<PathBuf>,
}

impl WeightsOption {
    /// Reads the file; returns `None` without one, for the compiled weights.
    pub fn read(&self) -> Result<Option<Arc<Values>>, String> {
        let values = self.file.as_deref().map(weights_file::read).transpose();
        Ok(values.map_err(|error| error.to_string())?.map(Arc::new))
    }
}

/// The evaluation option of commands that search with profile `full`: the UCI option `Evaluation`.
#[derive(clap::Args)]
pub struct EvaluationOption {
    /// Evaluation of profile full: network (built-in) or classical (hand-written) [default: network;
    /// classical with --weights or --bound]
    #[arg(long, value_name = "NAME", value_parser = ["network", "classical"])]
    evaluation: Option<String>,
}

impl EvaluationOption {
    /// Returns the network with which a profile evaluates, if any.
    pub fn network(
        &self,
        profile: ProfileName,
        weights: &WeightsOption,
        bound: &BoundOption,
    ) -> Option<Arc<Network>> {
        let by_network = match self.evaluation.as_deref() {
            Some(name) => name == "network",
            None => weights.file.is_none() && bound.bound.is_none(),
        };
        (by_network && profile == ProfileName::Full).then(networks::built_in)
    }
}

/// The bound option of commands that search or evaluate: the UCI option `Positional Bound`.
#[derive(clap::Args, Default)]
pub struct BoundOption {
    /// Bound of the positional part in centipawns, or `none` [default: the profile's own]
    #[arg(long = "bound", value_name = "CP")]
    bound: Option<PositionalBound>,
}

impl BoundOption {
    /// Returns the bound, if given.
    pub fn get(&self) -> Option<Score> {
        self.bound.map(|bound| bound.0)
    }
}

/// A bound of the positional part in centipawns; [`Options::UNBOUNDED`] for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionalBound(pub Score);

impl FromStr for PositionalBound {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let most = Options::UNBOUNDED;
        if text == "none" {
            return Ok(Self(most));
        }
        text.parse()
            .ok()
            .filter(|bound| (0..=most).contains(bound))
            .map(Self)
            .ok_or_else(|| format!("`{text}` is neither `none` nor centipawns from 0 to {most}"))
    }
}

/// Techniques to switch on or off in profile `full`.
#[derive(clap::Args)]
pub struct TechniquesOption {
    /// Techniques of profile full to switch, as in +probcut,-null-move (`nucleus techniques` lists them), and
    /// margins, as in late-base=4 (`uci --techniques=` offers all as options)
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, value_parser = switch_techniques)]
    pub techniques: Option<Parameters>,
}

/// Options of a command that searches positions with our engine.
#[derive(clap::Args)]
pub struct SearcherOptions {
    /// Searcher: axon, full or umko
    #[arg(long, default_value = "full")]
    pub profile: ProfileName,
    /// Board: matrix, magic, or axon32 with profile axon [default: magic for umko, else matrix]
    #[arg(long)]
    board: Option<BoardType>,
    #[command(flatten)]
    pub weights: WeightsOption,
    #[command(flatten)]
    bound: BoundOption,
    #[command(flatten)]
    evaluation: EvaluationOption,
    #[command(flatten)]
    techniques: TechniquesOption,
    /// Table size in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16,
          value_parser = clap::value_parser!(u32).range(1..=MAX_HASH as i64))]
    pub hash: u32,
    /// Search threads; with more than one, node counts vary between runs
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=MAX_THREADS as i64))]
    threads: u32,
}

impl SearcherOptions {
    /// Returns the options of the engine; reads its weights, if a file is given.
    pub fn engine(&self, choice: Choice) -> Result<EngineOptions, String> {
        Ok(EngineOptions {
            choice,
            board: self.board,
            profile: self.profile,
            threads: self.threads as usize,
            bound: self.bound.get(),
            techniques: self.techniques.techniques,
            weights: self.weights.read()?,
            network: self.network(self.profile),
            ..EngineOptions::default()
        })
    }

    /// Returns the network with which a profile evaluates, if any.
    pub fn network(&self, profile: ProfileName) -> Option<Arc<Network>> {
        self.evaluation.network(profile, &self.weights, &self.bound)
    }
}

/// Prints the switch of each technique as `--techniques` takes it, one per line.
pub fn techniques() -> Result<(), String> {
    let switch = |technique: &Technique| {
        let sign = if technique.is_on(&Parameters::TUNED) { '-' } else { '+' };
        format!("{sign}{}\n", technique.name)
    };
    print(&Technique::ALL.iter().map(switch).collect::<String>())
}
