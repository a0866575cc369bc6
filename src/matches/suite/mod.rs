//! Test suites: positions with a known solution, solved by the engine in this process (Umko,
//! section 3.1).
//!
//! | file | what |
//! |---|---|
//! | `options` | what is asked of a run |
//! | `goal` | what counts as solved: `bm`, `am`, an exact `dm`, points in `c8` and `c9` |
//! | `run` | position after position, each from a cleared state |
//! | `record` | what a run leaves behind; written after each position, resumed from |
//! | `check` | whether a record is what a run can have written |
//! | `rating` | the formulas that belong to suites |
//! | `totals` | sums and means over a suite |
//! | `speedtest` | how fast with all threads, over a game's positions |
//! | `tables` | Umko's two tables in Markdown |

mod check;
mod goal;
mod options;
mod rating;
mod record;
mod run;
mod speedtest;
mod tables;
mod totals;

pub use goal::Goal;
pub use options::{SuiteOptions, SuiteWeights};
pub use rating::{Formula, Rating};
pub use record::{Iteration, PositionRecord, SuiteLimit, SuiteRecord, SuiteResult, SuiteSettings};
pub use run::run;
pub use speedtest::{SpeedtestOptions, SpeedtestResult, speedtest};
pub use tables::{analysis, overview};
pub use totals::Totals;
