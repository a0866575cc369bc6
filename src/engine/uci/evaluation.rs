//! The options that choose an evaluation and its weights.

use std::path::Path;
use std::sync::Arc;

use super::option_values::{Effect, check};
use crate::weights_file::{self, AnyWeights};
use nucleus_core::eval::Values;
use nucleus_core::eval::paper29::{Paper29, PaperPreset};
use nucleus_core::text;
use nucleus_search::{EngineOptions, ProfileName};

/// The name of the engine's own evaluation in the option `Evaluation`.
const OWN: &str = "additive";
/// The name of the tuning paper's.
const PAPER29: &str = weights_file::paper29::PAPER29;
/// Prefix of a preset's name in the place of a file.
const PRESET: &str = "preset:";

/// Evaluation options that a GUI can set.
#[derive(Clone, Debug)]
pub struct EvaluationOptions {
    /// The tuning paper's evaluation, for when it is chosen.
    paper29: Arc<Paper29>,
}

/// Weights that an option names: of either evaluation, or none.
enum NamedWeights {
    None,
    Own(Arc<Values>),
    Paper29(Arc<Paper29>),
}

impl EvaluationOptions {
    /// Returns the options at start.
    pub fn new(engine: &EngineOptions) -> Self {
        Self { paper29: engine.paper29.clone().unwrap_or_default() }
    }

    /// The `option` lines.
    pub fn describe() -> String {
        format!(
            "option name Evaluation type combo default {OWN} var {OWN} var {PAPER29}\n\
             option name Quiescence Checks type check default false\n\
             option name Weights File type string default <empty>"
        )
    }

    /// Sets one of these options; `None` when the name is not one of them.
    pub fn set(
        &mut self,
        engine: &mut EngineOptions,
        name: &str,
        given: &str,
    ) -> Option<Result<Effect, String>> {
        match name.to_ascii_lowercase().as_str() {
            "evaluation" => Some(self.choose(engine, name, given)),
            "quiescence checks" => Some(check(name, given).map(|checks| {
                engine.quiescence_checks = checks;
                unused(engine)
            })),
            "weights file" => Some(self.set_weights(engine, given).map_err(|fault| {
                format!("option {name}: {}; the weights stay as they were", text::line(&fault))
            })),
            _ => None,
        }
    }

    fn choose(
        &self,
        engine: &mut EngineOptions,
        name: &str,
        given: &str,
    ) -> Result<Effect, String> {
        engine.paper29 = match given.to_ascii_lowercase().as_str() {
            OWN => None,
            PAPER29 => Some(Arc::clone(&self.paper29)),
            _ => return Err(format!("option {name}: expected {OWN} or {PAPER29}")),
        };
        Ok(Effect::Clear)
    }

    fn set_weights(&mut self, engine: &mut EngineOptions, given: &str) -> Result<Effect, String> {
        match named(given)? {
            NamedWeights::None => {
                engine.weights = None;
                self.set_paper29(engine, Arc::default());
            }
            NamedWeights::Own(values) => {
                engine.weights = Some(values);
                if engine.paper29.is_some() {
                    return Ok(Effect::ClearAnd(format!(
                        "these weights are of Evaluation={OWN}, which is not chosen"
                    )));
                }
            }
            NamedWeights::Paper29(paper29) => {
                self.set_paper29(engine, paper29);
                if engine.paper29.is_none() {
                    return Ok(Effect::Notice(format!(
                        "these weights are of Evaluation={PAPER29}, which is not chosen"
                    )));
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

/// Returns the notice that the option of checks changes nothing.
fn unused(engine: &EngineOptions) -> Effect {
    let used = engine.paper29.is_some() && engine.profile == ProfileName::Axon;
    if used || !engine.quiescence_checks {
        return Effect::Clear;
    }
    Effect::Notice(format!(
        "checks in quiescence are an option of Profile=axon with Evaluation={PAPER29}"
    ))
}

/// The weights of a file, or of `preset:NAME`.
fn named(given: &str) -> Result<NamedWeights, String> {
    if given.is_empty() || given == "<empty>" {
        return Ok(NamedWeights::None);
    }
    if let Some(preset) = given.strip_prefix(PRESET) {
        let preset: PaperPreset = preset.parse()?;
        return Ok(NamedWeights::Paper29(Arc::new(Paper29::new(preset.weights()))));
    }
    let weights = weights_file::read_any(Path::new(given)).map_err(|fault| fault.to_string())?;
    Ok(match weights {
        AnyWeights::Additive(values) => NamedWeights::Own(Arc::new(*values)),
        AnyWeights::Paper29(weights) => NamedWeights::Paper29(Arc::new(Paper29::new(weights))),
    })
}

/// Applies the command line: an evaluation, weights for it, or both.
///
/// # Errors
/// A sentence for the user.
pub fn configure(
    engine: &mut EngineOptions,
    evaluation: Option<&str>,
    weights: Option<&str>,
) -> Result<(), String> {
    let mut options = EvaluationOptions::new(engine);
    if let Some(evaluation) = evaluation {
        options.choose(engine, "evaluation", evaluation)?;
    }
    if let Some(weights) = weights {
        // A file says itself whose weights they are.
        if let NamedWeights::Paper29(paper29) = named(weights)? {
            if evaluation == Some(OWN) {
                return Err(format!("{weights}: these weights are of the evaluation {PAPER29}"));
            }
            engine.paper29 = Some(paper29);
        } else if evaluation == Some(PAPER29) {
            return Err(format!("{weights}: these weights are of the evaluation {OWN}"));
        } else {
            options.set_weights(engine, weights)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluation_and_weights_come_in_any_order() {
        let set = |steps: &[(&str, &str)]| {
            let mut engine = EngineOptions::default();
            let mut options = EvaluationOptions::new(&engine);
            for (name, value) in steps {
                options.set(&mut engine, name, value).expect("an option").expect("a value");
            }
            engine.paper29.map(|paper29| *paper29.weights())
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

    #[test]
    fn faults_change_nothing() {
        let mut engine = EngineOptions::default();
        let mut options = EvaluationOptions::new(&engine);
        for (name, value, said) in [
            ("Evaluation", "nnue", "expected additive or paper29"),
            ("Weights File", "preset:best", "expected one of low, high, ep, ep-hj"),
            ("Weights File", "/nowhere.toml", "the weights stay as they were"),
            ("Quiescence Checks", "yes", "neither true nor false"),
        ] {
            let fault = options.set(&mut engine, name, value).expect("an option").unwrap_err();
            assert!(
                fault.starts_with(&format!("option {name}: ")) && fault.contains(said),
                "{fault}"
            );
        }
        assert!(engine.paper29.is_none() && !engine.quiescence_checks);
        assert!(options.set(&mut engine, "Hash", "1").is_none());
    }
}
