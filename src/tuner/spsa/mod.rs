//! Tunes integer options of a UCI engine by games of the engine against itself, with SPSA:
//! simultaneous perturbation stochastic approximation (Spall 1992).
//!
//! | file | contents |
//! |---|---|
//! | `options` | the options to tune, and their file |
//! | `gains` | the players' distance from the values, and the values' movement, by step |
//! | `steps` | the values after each step, as a CSV file that can be continued |
//! | `tune` | the loop over the steps |
//! | `games` | the games of a step, by the match runner |
//! | `chart` | the values as a chart |

mod chart;
mod gains;
mod games;
mod options;
mod steps;
mod tune;

pub use chart::values_chart;
pub use gains::{Gains, SpsaOptions};
pub use games::{SpsaGames, StepGames};
pub use options::{IntegerOption, read_options};
pub use steps::{SpsaStep, StepsFile};
pub use tune::{SpsaError, SpsaRun, tune};
