use std::path::PathBuf;

use nucleus_search::ProfileName;
use nucleus_tuner::fit::{LinearModel, PositionsRead, write_binary, write_csv, write_weights};

use super::fit::{FitBound, of_positions};
use super::in_threads;
use crate::cli::weights::WeightsOption;
use crate::cli::{CommandFailure, claim, print, refuse_existing, write};

/// Write the evaluation's features of positions as a feature file: the input of `tune fit
/// --features`, for fitting elsewhere or as an example of the format.
///
/// A name that ends in .csv gets CSV, any other our binary trace format (docs/TUNING.md has both).
#[derive(clap::Args)]
pub struct FeaturesArgs {
    /// Positions with results, as `tune games` and `tune positions` write them
    #[arg(required = true, value_name = "POSITIONS.epd")]
    positions: Vec<PathBuf>,
    /// The feature file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The weights that a fit would begin with, as CSV
    #[arg(long, value_name = "FILE.csv")]
    start: Option<PathBuf>,
    /// The bound of the positional part, centipawns, or `none` [default: that of profile full]
    #[arg(long, value_name = "CP")]
    bound: Option<FitBound>,
    /// Positions, at most
    #[arg(long, value_name = "N", default_value_t = 4_000_000)]
    most: usize,
    #[command(flatten)]
    weights: WeightsOption,
}

/// Writes the file and prints a summary.
pub fn run(args: &FeaturesArgs) -> Result<(), CommandFailure> {
    let _lock = claim(&args.out)?;
    args.start.as_deref().map_or(Ok(()), refuse_existing)?;
    let weights = args.weights.read()?;
    let values = weights.as_deref().unwrap_or(ProfileName::Full.values());
    let read: PositionsRead = in_threads(None, || {
        of_positions(&args.positions, args.bound.unwrap_or_default(), args.most)
    })??;
    let model = LinearModel::of_table(values);
    let csv = args.out.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    let write_rows = if csv { write_csv } else { write_binary };
    write_rows(&args.out, &read.rows, &model).map_err(CommandFailure::failed)?;
    if let Some(start) = &args.start {
        write(start, &write_weights(&model, &model.start(), 0))?;
    }
    let (positions, features) = (read.rows.len(), model.features.len());
    let path = args.out.display();
    Ok(print(&format!("{path}: {positions} positions, {features} features\n"))?)
}
