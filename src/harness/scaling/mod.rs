//! How engines use several threads: nodes a second, time to depth and nodes to depth over threads.
//!
//! | module | what |
//! |---|---|
//! | `record` | what was measured, as JSON |
//! | `run` | the measurement |
//! | `figures` | ratios to one thread over all positions, with intervals |

mod figures;
mod record;
mod run;

pub use figures::{GeometricMean, ScalingRow, rows};
pub use record::{ScalingPosition, ScalingRecord, ScalingSample};
pub use run::{ScalingOptions, ScalingOutcome, default_positions, run};
