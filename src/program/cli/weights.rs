use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use nucleus_core::eval::network::Network;
use nucleus_core::eval::paper29::PaperPreset;
use nucleus_core::eval::{Options, Values};
use nucleus_core::types::Score;
use nucleus_engine::networks;
use nucleus_engine::weights_file::{self, AnyWeights, paper29};
use nucleus_search::ProfileName;

/// The option of every command that evaluates.
#[derive(clap::Args, Default)]
pub struct WeightsOption {
    /// Play with the weights of a file, as `nucleus weights` writes it
    #[arg(long = "weights", value_name = "FILE")]
    file: Option<PathBuf>,
}

impl WeightsOption {
    /// Reads the file; `None` for the weights that are compiled in.
    pub fn read(&self) -> Result<Option<Arc<Values>>, String> {
        let values = self.file.as_deref().map(weights_file::read).transpose();
        Ok(values.map_err(|fault| fault.to_string())?.map(Arc::new))
    }

    /// The file, if one is given.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }
}

/// The option of every command that searches with profile `full`: the UCI option `Evaluation`.
#[derive(clap::Args)]
pub struct EvaluationOption {
    /// The evaluation of profile full: network, the built-in one, or classical, by hand [default:
    /// network; classical with --weights or --bound]
    #[arg(long, value_name = "NAME", value_parser = ["network", "classical"])]
    evaluation: Option<String>,
}

impl EvaluationOption {
    /// The network, where one evaluates.
    pub fn network(&self, weights: &WeightsOption, bound: &BoundOption) -> Option<Arc<Network>> {
        let by_network = match self.evaluation.as_deref() {
            Some(name) => name == "network",
            None => weights.file.is_none() && bound.bound.is_none(),
        };
        by_network.then(networks::built_in)
    }
}

/// The option of every command that searches or evaluates: the UCI option `Positional Bound`.
#[derive(clap::Args, Default)]
pub struct BoundOption {
    /// The bound of the positional part, centipawns, or `none` [default: the profile's own]
    #[arg(long = "bound", value_name = "CP")]
    bound: Option<PositionalBound>,
}

impl BoundOption {
    /// The bound, if one is given.
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

/// The weights of the evaluation as a file: those that are compiled in, or another file's, checked.
#[derive(clap::Args)]
pub struct WeightsArgs {
    /// Check this file and write it out as the program would
    #[arg(conflicts_with = "preset")]
    file: Option<PathBuf>,
    /// The profile whose weights are written: axon and umko have the paper's, full has those that
    /// are fitted to games
    #[arg(long, value_name = "PROFILE", default_value_t, conflicts_with = "file")]
    profile: ProfileName,
    /// The weights of the tuning paper's evaluation: low and high, its bounds; ep, evolved; ep-hj,
    /// evolved and refined by Hooke-Jeeves
    #[arg(long, value_name = "NAME", conflicts_with = "profile")]
    preset: Option<PaperPreset>,
}

/// The file's text.
pub fn run(args: &WeightsArgs) -> Result<String, String> {
    if let Some(preset) = args.preset {
        let origin = format!("Preset {preset} of the tuning paper's evaluation.");
        return Ok(paper29::write(&preset.weights(), &origin));
    }
    let Some(file) = &args.file else { return Ok(weights_file::write(args.profile.values())) };
    Ok(match weights_file::read_any(file).map_err(|fault| fault.to_string())? {
        AnyWeights::Additive(values) => weights_file::write(&values),
        AnyWeights::Paper29(weights) => {
            let origin = "Weights of the tuning paper's evaluation.";
            paper29::write(&weights, origin)
        }
    })
}
