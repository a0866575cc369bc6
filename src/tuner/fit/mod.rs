//! Fits the weights of our evaluation to the results of games, by logistic regression: Texel's method with
//! gradient descent.
//!
//! A position's value is linear in the weights, and its expected score is the logistic function of the value.
//! The fit maximises the likelihood of the games' results.
//!
//! | file | contents |
//! |---|---|
//! | `rows` | positions for the tuner, packed: results and feature counts |
//! | `positions` | positions from files: stored games, PGN, EPD |
//! | `weights` | the weights: names, start values, ranges |
//! | `loss` | the loss of results, and its gradient |
//! | `split` | training, validation and test games |
//! | `model` | the fit as a model for `train` |
//! | `report` | the result as tables |
//! | `data_rows` | the weights as source of the compiled set |

mod data_rows;
mod loss;
mod model;
mod positions;
mod report;
mod rows;
mod split;
mod weights;

pub use crate::quiet::is_quiet;
pub use data_rows::data_rows;
pub use model::{FitModel, FitOptions};
pub use positions::{FitPositions, ReadOptions};
pub use report::fit_report;
pub use rows::{TraceEntry, TraceHead, TraceRow, TraceRows};
pub use split::GameSplit;
pub use weights::{FitWeights, WeightPairs};
