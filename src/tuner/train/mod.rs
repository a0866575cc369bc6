//! Passes over positions by gradient descent, resumed where they ended.
//!
//! A model has parameters, a loss and its gradient; everything else of a training is here: the order of
//! positions, the steps, the passes and their losses, the file.
//!
//! | file | what |
//! |---|---|
//! | `model` | the trait of a model; the options of its passes |
//! | `adam` | one step of the optimiser (AdamW) |
//! | `loss` | the loss of a result, and the search for a convex function's least value |
//! | `state` | the state of a training; its losses as CSV |
//! | `checkpoint` | the same as a file |
//! | `passes` | all passes over the positions |

mod adam;
mod checkpoint;
mod loss;
mod model;
mod passes;
mod state;

pub use checkpoint::Checkpoint;
pub use loss::{cross_entropy, expected, least_at};
pub use model::{PassOptions, TrainedModel};
pub use passes::{Trained, TrainingContext, train};
pub use state::TrainingState;
