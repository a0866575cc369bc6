//! Published figures measured anew: `nucleus reproduce --run`.
//!
//! | file | content |
//! |---|---|
//! | `rows` | the list of all units, `reports/papers/units.toml` |
//! | `unit` | a unit, its steps and their results, or why there is none |
//! | `workshop` | programs and folders of a run; variables and commands of a step |
//! | `campaign` | units in their order, resumed and ended by time |
//! | `records` | samples of the records of matches, suites and comparisons |
//! | `evolution` | samples of evolved players |
//! | `searches` | the mate in 7 and figure 2 of the evaluation paper, iteration by iteration; games of a depth against the one before |
//! | `evaluation` | endings and symmetry of the evaluation |
//! | `knowledge` | what Umko's paper lists, in the evaluation |
//!
//! The lists of printed figures and the verdicts are in `nucleus_report::papers`.

mod campaign;
mod evaluation;
mod evolution;
mod knowledge;
mod records;
mod rows;
mod searches;
mod unit;
mod workshop;

pub use campaign::{CampaignOptions, CampaignOutcome, run};
pub use rows::{all, named};
pub use unit::Unit;
pub use workshop::Workshop;
