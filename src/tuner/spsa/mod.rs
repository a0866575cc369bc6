//! Integer options of a UCI engine tuned by SPSA: simultaneous perturbation stochastic approximation
//! (Spall 1992), over games of the engine against itself.
//!
//! | file | what |
//! |---|---|
//! | `options` | the options that are tuned, and the file that names them |
//! | `gains` | how far values are moved apart and on, step by step |
//! | `steps` | the values after each step, as CSV; gone on with |
//! | `tune` | all steps |
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
