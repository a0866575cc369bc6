//! A network trained on positions of games: inputs read from pieces or cells, one hidden layer seen from
//! both sides, one output.
//!
//! | file | what |
//! |---|---|
//! | `parameters` | the weights as one row of numbers |
//! | `features` | a position as inputs |
//! | `gradient` | the value of a position, and the gradient of its loss |
//! | `batch` | the gradient of many positions in threads, the same for any number of them |
//! | `adamw` | one step of the optimiser |
//! | `loss` | the loss; the scale of scores |
//! | `order` | the order of positions, and which are mirrored |
//! | `quantise` | a trained network as the engine's integers |
//! | `state` | where a training stands |
//! | `checkpoint` | the same as a file |
//! | `options`, `train` | all passes over the positions |
//! | `curve` | losses as CSV and as a chart |

mod adamw;
mod batch;
mod checkpoint;
mod curve;
mod features;
mod gradient;
mod loss;
mod options;
mod order;
mod parameters;
mod quantise;
mod state;
mod train;

pub use checkpoint::{CheckpointFault, TrainingCheckpoint};
pub use curve::{curve_chart, curve_csv};
pub use loss::{fitted_scale, hand_loss};
pub use options::TrainOptions;
pub use parameters::NetworkParameters;
pub use quantise::{quantised, quantised_loss};
pub use state::{PassLosses, TrainingState};
pub use train::{Trained, TrainingContext, held_out_loss, train};
