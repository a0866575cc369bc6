//! A network trained on positions of games: inputs from pieces or cells, a hidden layer for each side, one
//! output.
//!
//! | file | contents |
//! |---|---|
//! | `position` | a training position |
//! | `load` | positions of games, for training and for testing |
//! | `parameters` | the weights as one row of numbers |
//! | `features` | the inputs for a position |
//! | `gradient` | the value of a position, and the gradient of its loss |
//! | `batch` | the gradient of many positions, the same for any number of threads |
//! | `quantise` | a trained network in the engine's integers |
//! | `options`, `model` | the network as a model for `train` |
//! | `chart` | losses as a chart |

mod batch;
mod chart;
mod features;
mod gradient;
mod load;
mod model;
mod options;
mod parameters;
mod position;
mod quantise;

pub use chart::curve_chart;
pub use load::{LoadOptions, TrainingSet};
pub use model::NetworkModel;
pub use options::NetworkOptions;
pub use parameters::NetworkShape;
pub use position::TrainingPosition;
pub use quantise::{quantised, quantised_loss};
