//! Weights fitted to the results of games: logistic regression on linear weights (Texel's method,
//! with the gradient in place of a search).
//!
//! An engine's value of a position is linear in its weights, and its expected score is the logistic
//! function of that value. The weights are those that make the games' results likeliest.
//!
//! | file | what |
//! |---|---|
//! | `rows` | positions as a tuner sees them: results and counts of features, packed |
//! | `model` | the weights: names, values to begin with, bounds |
//! | `ours` | both of our evaluation, from a file of positions |
//! | `binary`, `table_text` | both of any evaluation: our binary trace format, CSV |
//! | `foreign` | weights of any evaluation as CSV |
//! | `loss` | how unlikely results are, and its gradient |
//! | `scale` | the logistic function's scale |
//! | `split` | training, validation and test games |
//! | `adam` | gradient descent (Adam) |
//! | `direct` | the same objective without its gradient: evolution, Hooke-Jeeves |
//! | `options`, `train`, `state` | what is asked of a fit, the fit, and where it stands |
//! | `checkpoint` | a fit that is taken up again |
//! | `report` | what came of it |
//! | `data_rows` | weights as the source of the compiled set |

mod adam;
mod binary;
mod checkpoint;
mod data_rows;
mod direct;
mod foreign;
mod loss;
mod model;
mod options;
mod ours;
mod report;
mod rows;
mod scale;
mod split;
mod state;
mod table_text;
mod train;

pub use binary::{read_binary, write_binary};
pub use checkpoint::FitCheckpoint;
pub use data_rows::data_rows;
pub use direct::{FitMethod, fit_directly};
pub use foreign::{read_start, rounded, write_weights};
pub use loss::ResultLoss;
pub use model::{LinearFeature, LinearModel, WeightPairs};
pub use options::FitOptions;
pub use ours::{PositionsRead, read_positions};
pub use report::{curve_csv, fit_report};
pub use rows::{TraceEntry, TraceHead, TraceRow, TraceRows};
pub use scale::{CENTIPAWNS_A_DECADE, fit_scale, per_centipawn};
pub use split::GameSplit;
pub use state::FitPoint;
pub use table_text::{read_csv, write_csv};
pub use train::{FitContext, FitOutcome, fit};

use std::path::PathBuf;

use thiserror::Error;

/// Reason that a fit cannot be made.
#[derive(Debug, Error)]
pub enum FitError {
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    System {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: std::io::Error,
    },
    /// Something in a file is at fault.
    #[error("{path}, {place}: {fault}")]
    File {
        /// The file.
        path: PathBuf,
        /// The line, or the byte.
        place: String,
        /// Description of the fault, and the expected form.
        fault: String,
    },
    /// The games cannot be split.
    #[error("{0} games are too few to be split into training, validation and test games")]
    TooFew(usize),
    /// Options that contradict each other or the data.
    #[error("{0}")]
    Asked(String),
}
