//! The options that select an evaluation and its weights.

use std::path::Path;
use std::sync::Arc;

use super::option_table::Effect;
use crate::networks::{self, BUILT_IN_NAME};
use crate::weights_file::{self, AnyWeights};
use nucleus_base::text;
use nucleus_core::eval::Values;
use nucleus_core::eval::network::Network;
use nucleus_core::eval::paper29::{Paper29, PaperPreset};
use nucleus_search::{EngineOptions, ProfileName};

/// The name of the hand-written evaluation in the option `Evaluation`.
pub const OWN: &str = "classical";
/// The former name of the hand-written evaluation.
const ADDITIVE: &str = "additive";
/// The name of the network in the option `Evaluation`.
pub const NETWORK: &str = "network";
/// The name of the tuning paper's evaluation in the option `Evaluation`.
pub const PAPER29: &str = weights_file::paper29::PAPER29;
/// Prefix of a preset's name, which may be given instead of a file.
const PRESET: &str = "preset:";

/// Evaluation options that a GUI can set.
#[derive(Clone, Debug)]
pub struct EvaluationOptions {
    /// The tuning paper's evaluation, used if it is selected.
    paper29: Arc<Paper29>,
    /// The network of `EvalFile`, used if selected; `None` for the built-in one.
    network: Option<Arc<Network>>,
    /// True if the network is selected.
    pub by_network: bool,
}

/// Weights that an option names, for the hand-written or the tuning paper's evaluation.
enum NamedWeights {
    None,
    Own(Arc<Values>),
    Paper29(Arc<Paper29>),
}

impl EvaluationOptions {
    /// Returns the options at start.
    pub fn new(engine: &EngineOptions) -> Self {
        let of_file = |network: &Arc<Network>| network.hash() != networks::built_in().hash();
        let (network, by_network) =
            (engine.network.clone().filter(of_file), engine.network.is_some());
        Self { paper29: engine.paper29.clone().unwrap_or_default(), network, by_network }
    }

    /// Selects an evaluation by its name.
    pub fn choose(&mut self, engine: &mut EngineOptions, given: &str) -> Result<Effect, String> {
        let (paper29, by_network) = match given.to_ascii_lowercase().as_str() {
            OWN | ADDITIVE => (None, false),
            NETWORK => (None, true),
            PAPER29 => (Some(Arc::clone(&self.paper29)), false),
            _ => return Err(format!("expected {OWN}, {NETWORK} or {PAPER29}")),
        };
        engine.paper29 = paper29;
        self.by_network = by_network;
        Ok(self.use_network(engine))
    }

    /// Reads the network of a file, relative to the engine's working directory.
    pub fn set_network(
        &mut self,
        engine: &mut EngineOptions,
        given: &str,
    ) -> Result<Effect, String> {
        let built_in = ["", "<empty>", BUILT_IN_NAME].contains(&given);
        let kept = |error: String| format!("{}; the network stays as it was", text::line(&error));
        self.network = if built_in {
            None
        } else {
            Some(Arc::new(networks::read(Path::new(given)).map_err(kept)?))
        };
        Ok(self.use_network(engine))
    }

    /// Gives the engine the network if it is selected; returns a notice with the network in use.
    fn use_network(&self, engine: &mut EngineOptions) -> Effect {
        engine.network = None;
        if self.by_network {
            let network = self.network.clone().unwrap_or_else(networks::built_in);
            let words = if engine.profile == ProfileName::Full {
                let (inputs, hidden) = (network.input_set(), network.hidden());
                let hash = network.hash();
                format!("network of {inputs} inputs, {hidden} hidden units, {hash:016x}")
            } else {
                format!("Profile={} plays without a network", engine.profile)
            };
            engine.network = Some(network);
            Effect::ClearAnd(words)
        } else if self.network.is_some() {
            Effect::ClearAnd(format!("the network is unused without Evaluation={NETWORK}"))
        } else {
            Effect::Clear
        }
    }

    /// Reads the weights of a file or of a preset.
    pub fn set_weights(
        &mut self,
        engine: &mut EngineOptions,
        given: &str,
    ) -> Result<Effect, String> {
        let kept = |error: String| format!("{}; the weights stay as they were", text::line(&error));
        match named(given).map_err(kept)? {
            NamedWeights::None => {
                engine.weights = None;
                self.set_paper29(engine, Arc::default());
            }
            NamedWeights::Own(values) => {
                engine.weights = Some(values);
                let by_network = self.by_network && engine.profile == ProfileName::Full;
                if engine.paper29.is_some() || by_network {
                    let words = format!("these weights are unused without Evaluation={OWN}");
                    return Ok(Effect::ClearAnd(words));
                }
            }
            NamedWeights::Paper29(paper29) => {
                self.set_paper29(engine, paper29);
                if engine.paper29.is_none() {
                    let words = format!("these weights are unused without Evaluation={PAPER29}");
                    return Ok(Effect::Notice(words));
                }
            }
        }
        Ok(Effect::Clear)
    }

    fn set_paper29(&mut self, engine: &mut EngineOptions, paper29: Arc<Paper29>) {
        if engine.paper29.is_some() {
            engine.paper29 = Some(Arc::clone(&paper29));
        }
        self.paper29 = paper29;
    }
}

/// Returns a notice if checks in quiescence are on but have no effect, else [`Effect::Clear`].
pub fn unused_checks(engine: &EngineOptions) -> Effect {
    let used = engine.paper29.is_some() && engine.profile == ProfileName::Axon;
    if used || !engine.quiescence_checks {
        return Effect::Clear;
    }
    Effect::Notice(format!(
        "checks in quiescence are an option of Profile=axon with Evaluation={PAPER29}"
    ))
}

/// Reads the weights of a file, or of `preset:NAME`.
fn named(given: &str) -> Result<NamedWeights, String> {
    if given.is_empty() || given == "<empty>" {
        return Ok(NamedWeights::None);
    }
    if let Some(preset) = given.strip_prefix(PRESET) {
        let preset: PaperPreset = preset.parse()?;
        return Ok(NamedWeights::Paper29(Arc::new(Paper29::new(preset.weights()))));
    }
    let weights = weights_file::read_any(Path::new(given)).map_err(|error| error.to_string())?;
    Ok(match weights {
        AnyWeights::Additive(values) => NamedWeights::Own(Arc::new(*values)),
        AnyWeights::Paper29(weights) => NamedWeights::Paper29(Arc::new(Paper29::new(weights))),
    })
}

/// Applies an evaluation, its weights, or both, as the command line names them. Without either, profile
/// `full` uses the built-in network.
///
/// # Errors
/// Returns a message for the user.
pub fn configure(
    engine: &mut EngineOptions,
    evaluation: Option<&str>,
    weights: Option<&str>,
) -> Result<(), String> {
    let mut options = EvaluationOptions::new(engine);
    let default = if weights.is_none() { NETWORK } else { OWN };
    let chosen = options.choose(engine, evaluation.unwrap_or(default));
    chosen.map_err(|error| format!("option evaluation: {error}"))?;
    if let Some(weights) = weights {
        // A file states the evaluation that its weights belong to.
        if let NamedWeights::Paper29(paper29) = named(weights)? {
            if matches!(evaluation, Some(OWN | ADDITIVE)) {
                return Err(format!("{weights}: these weights belong to the evaluation {PAPER29}"));
            }
            engine.paper29 = Some(paper29);
        } else if evaluation == Some(PAPER29) {
            return Err(format!("{weights}: these weights belong to the evaluation {OWN}"));
        } else {
            options.set_weights(engine, weights)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::option_table::set;
    use crate::uci::options::UciOptions;
    use nucleus_core::eval::network::{INPUTS, InputSet, NetworkWeights};

    /// Returns the options after these settings.
    fn set_all(steps: &[(&str, &str)]) -> UciOptions {
        let mut options = UciOptions::new(EngineOptions::default());
        for (name, value) in steps {
            set(&mut options, name, value).expect("a value");
        }
        options
    }

    #[test]
    fn evaluation_and_weights_come_in_any_order() {
        let set = |steps: &[(&str, &str)]| {
            set_all(steps).engine.paper29.map(|paper29| *paper29.weights())
        };
        let [low, refined] = [PaperPreset::Low, PaperPreset::Refined].map(|p| Some(p.weights()));
        assert_eq!(set(&[]), None);
        assert_eq!(set(&[("Evaluation", "paper29")]), refined);
        let (chosen, weights) = (("Evaluation", "Paper29"), ("Weights File", "preset:low"));
        assert_eq!(set(&[chosen, weights]), low);
        assert_eq!(set(&[weights, chosen]), low);
        assert_eq!(set(&[weights]), None);
        assert_eq!(set(&[chosen, weights, ("Weights File", "")]), refined);
        assert_eq!(set(&[chosen, weights, ("Evaluation", "additive")]), None);
    }

    fn network() -> Network {
        let hidden = 32;
        Network::new(&NetworkWeights {
            input_set: InputSet::Pieces,
            hidden,
            inputs: vec![1; INPUTS * hidden],
            biases: vec![0; hidden],
            output: vec![3; 2 * hidden],
            output_bias: 0,
            scale: 174,
        })
        .expect("small weights")
    }

    #[test]
    fn a_network_plays_when_it_is_there_and_chosen() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("small.net");
        std::fs::write(&path, network().to_bytes()).expect("it can be written");
        let file = path.display().to_string();
        let set =
            |steps: &[(&str, &str)]| set_all(steps).engine.network.map(|network| network.hash());
        let (chosen, named) = (("Evaluation", "network"), ("EvalFile", file.as_str()));
        let hash = Some(network().hash());
        let built_in = Some(networks::built_in().hash());
        assert_eq!(set(&[]), None);
        assert_eq!(set(&[chosen]), built_in);
        assert_eq!(set(&[named]), None);
        assert_eq!(set(&[chosen, named]), hash);
        assert_eq!(set(&[named, chosen]), hash);
        assert_eq!(set(&[named, chosen, ("Evaluation", "classical")]), None);
        assert_eq!(set(&[named, chosen, ("Evaluation", "paper29")]), None);
        assert_eq!(set(&[named, chosen, ("EvalFile", "")]), built_in);
        assert_eq!(set(&[named, chosen, ("EvalFile", BUILT_IN_NAME)]), built_in);
        // A file that cannot be read changes nothing.
        let mut options = set_all(&[chosen, named]);
        let bytes = network().to_bytes();
        let bad = [bytes[..100].to_vec(), vec![0; 1 << 20], Vec::new(), b"NUCLNET".to_vec()];
        for bytes in bad {
            std::fs::write(&path, bytes).expect("it can be written");
            let error =
                super::super::option_table::set(&mut options, "EvalFile", &file).unwrap_err();
            assert!(error.contains("small.net: "), "{error}");
            assert_eq!(options.engine.network.as_ref().map(|network| network.hash()), hash);
        }
    }
}
