//! Gradient descent in passes over positions, which can be resumed.
//!
//! A model supplies parameters, a loss and its gradient. This module does the rest: the order of positions,
//! steps, passes, losses, and the checkpoint file.
//!
//! | file | contents |
//! |---|---|
//! | `model` | the trait of a model, and the options of its passes |
//! | `adam` | the optimiser (AdamW) |
//! | `loss` | the loss of a result, and the minimum of a convex function |
//! | `state` | the state of a training, and its losses as CSV |
//! | `checkpoint` | the file of a training's state |
//! | `passes` | the loop of the passes |

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
