//! Records of engines with several threads: nodes a second, time to depth and nodes to depth over
//! threads.
//!
//! | module | what |
//! |---|---|
//! | `record` | what was measured, as JSON |
//! | `figures` | ratios to one thread over all positions, with intervals |

mod figures;
mod record;

pub use figures::{GeometricMean, ScalingRow, rows};
pub use record::{ScalingPosition, ScalingRecord, ScalingSample};
