use std::path::PathBuf;

use nucleus_core::eval::paper29::PaperPreset;
use nucleus_engine::weights_file::{self, AnyWeights, paper29};
use nucleus_search::ProfileName;

/// Print the weights of the evaluation as a file: the compiled ones, or those of another file,
/// checked
#[derive(clap::Args)]
pub struct WeightsArgs {
    /// Check this file and print it as the program writes it
    #[arg(conflicts_with = "preset")]
    file: Option<PathBuf>,
    /// Profile whose weights to print: axon has its paper's, full and umko have fitted ones
    #[arg(long, value_name = "PROFILE", default_value_t, conflicts_with = "file")]
    profile: ProfileName,
    /// Weights of the tuning paper's evaluation: low and high (its bounds), ep (evolved), ep-hj
    /// (evolved and refined by Hooke-Jeeves)
    #[arg(long, value_name = "NAME", conflicts_with = "profile")]
    preset: Option<PaperPreset>,
}

/// Returns the text of the file.
pub fn run(args: &WeightsArgs) -> Result<String, String> {
    if let Some(preset) = args.preset {
        let origin = format!("Preset {preset} of the tuning paper's evaluation.");
        return Ok(paper29::write(&preset.weights(), &origin));
    }
    let Some(file) = &args.file else { return Ok(weights_file::write(args.profile.values())) };
    Ok(match weights_file::read_any(file).map_err(|error| error.to_string())? {
        AnyWeights::Additive(values) => weights_file::write(&values),
        AnyWeights::Paper29(weights) => {
            paper29::write(&weights, "Weights of the tuning paper's evaluation.")
        }
    })
}
