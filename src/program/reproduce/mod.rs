//! Measurements of published figures: `nucleus reproduce --run`.
//!
//! | file | content |
//! |---|---|
//! | `rows` | the list of all units, `reports/papers/units.toml` |
//! | `unit` | a unit: a measurement in steps, with one record; a step's result or error |
//! | `workshop` | programs and folders of a run; variables and commands of a step |
//! | `campaign` | runs units in order, with resumption and a time budget |
//! | `records` | samples taken from the records of matches, suites and comparisons |
//! | `evolution` | the tuning paper's experiments: evolution, Hooke-Jeeves, ranking |
//! | `searches` | the mate in 7 and figure 2 of the evaluation paper, iteration by iteration; games between successive depths |
//! | `evaluation` | endings and symmetry of the evaluation |
//! | `knowledge` | the terms that Umko's paper lists |
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
