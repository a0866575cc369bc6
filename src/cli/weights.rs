use std::path::PathBuf;
use std::sync::Arc;

use nucleus::eval::Values;
use nucleus::search::ProfileName;
use nucleus::weights_file;

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
}

/// The weights of the evaluation as a file: those that are compiled in, or another file's, checked.
#[derive(clap::Args)]
pub struct WeightsArgs {
    /// Check this file and write it out as the program would
    file: Option<PathBuf>,
    /// The profile whose weights are written: axon and umko have the paper's, full has those that
    /// are fitted to games
    #[arg(long, value_name = "PROFILE", default_value_t, conflicts_with = "file")]
    profile: ProfileName,
}

/// The file's text.
pub fn run(args: &WeightsArgs) -> Result<String, String> {
    let Some(file) = &args.file else { return Ok(weights_file::write(args.profile.values())) };
    let values = weights_file::read(file).map_err(|fault| fault.to_string())?;
    Ok(weights_file::write(&values))
}
