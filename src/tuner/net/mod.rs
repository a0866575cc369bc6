//! A network trained on positions of games: inputs read from pieces or cells, one hidden layer seen from
//! both sides, one output.
//!
//! | file | what |
//! |---|---|
//! | `position` | a position to train on |
//! | `load` | positions of games, to train on and to test with |
//! | `parameters` | the weights as one row of numbers |
//! | `features` | a position as inputs |
//! | `gradient` | the value of a position, and the gradient of its loss |
//! | `batch` | the gradient of many positions in threads, the same for any number of them |
//! | `quantise` | a trained network as the engine's integers |
//! | `options`, `model` | all of it as a model that is trained |
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
