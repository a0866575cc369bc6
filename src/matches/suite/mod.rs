//! Test suites: positions with a known solution, solved by the engine in this process (section 3.1
//! of the Umko paper).
//!
//! | file | content |
//! |---|---|
//! | `options` | the options of a run |
//! | `goal` | the solution of a position: `bm`, `am`, an exact `dm`, points in `c8` and `c9` |
//! | `run` | the run over the positions, each from a cleared state |
//! | `record` | the record of a run, written after each position; a run resumes from it |
//! | `check` | checks of a record on reading |
//! | `rating` | the rating formulas of suites |
//! | `totals` | sums and means over a suite |
//! | `speedtest` | nodes per second of all threads over a game's positions |
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
pub use options::SuiteOptions;
pub use rating::{Formula, Rating};
pub use record::{Iteration, PositionRecord, SuiteLimit, SuiteRecord, SuiteResult, SuiteSettings};
pub use run::run;
pub use speedtest::{SpeedtestOptions, SpeedtestResult, speedtest};
pub use tables::{analysis, overview};
pub use totals::Totals;
