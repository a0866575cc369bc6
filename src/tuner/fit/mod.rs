//! Weights of our evaluation fitted to the results of games: logistic regression on linear weights
//! (Texel's method, with the gradient in place of a search).
//!
//! The value of a position is linear in the weights, and its expected score is the logistic function of
//! that value. The weights are those that make the games' results likeliest.
//!
//! | file | what |
//! |---|---|
//! | `quiet` | positions that a static evaluation can judge |
//! | `rows` | positions as a tuner sees them: results and counts of features, packed |
//! | `positions` | these of files: games of the store, PGN, EPD |
//! | `weights` | the weights: names, values to begin with, bounds |
//! | `loss` | how unlikely results are, and its gradient |
//! | `split` | training, validation and test games |
//! | `model` | all of it as a model that is trained |
//! | `report` | the outcome in tables |
//! | `data_rows` | weights as the source of the compiled set |

mod data_rows;
mod loss;
mod model;
mod positions;
mod quiet;
mod report;
mod rows;
mod split;
mod weights;

pub use data_rows::data_rows;
pub use model::{FitModel, FitOptions};
pub use positions::{FitPositions, ReadOptions};
pub use quiet::is_quiet;
pub use report::fit_report;
pub use rows::{TraceEntry, TraceHead, TraceRow, TraceRows};
pub use split::GameSplit;
pub use weights::{FitWeights, WeightPairs};
