use std::path::PathBuf;

use nucleus_engine::weights_file;
use nucleus_tuner::fit::data_rows;

use crate::cli::{CommandFailure, print};

/// A file of weights as the source of the set that is compiled in for profile full. Its node signature
/// changes with it.
#[derive(clap::Args)]
pub struct RowsArgs {
    /// The weights
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Prints the source.
pub fn run(args: &RowsArgs) -> Result<(), CommandFailure> {
    let values = weights_file::read(&args.file).map_err(|fault| fault.to_string())?;
    Ok(print(&data_rows(&values))?)
}
