use std::path::PathBuf;

use nucleus_engine::weights_file;
use nucleus_tuner::fit::data_rows;

use crate::cli::{CommandFailure, print};

/// Print a file of weights as Rust source to compile into profile full or umko; this changes the profile's signature
#[derive(clap::Args)]
pub struct RowsArgs {
    /// File of weights
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Prints the weights as source.
pub fn run(args: &RowsArgs) -> Result<(), CommandFailure> {
    let values = weights_file::read(&args.file).map_err(|error| error.to_string())?;
    Ok(print(&data_rows(&values))?)
}
