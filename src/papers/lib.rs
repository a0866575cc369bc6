//! Published figures measured anew: `nucleus reproduce --run`.
//!
//! | file | what |
//! |---|---|
//! | `unit` | a unit and its steps |
//! | `fault` | the reason that a step has no result |
//! | `units` | the list of all units |
//! | `workshop` | programs and folders of a run; commands |
//! | `campaign` | units in their order, resumed and ended by time |
//! | `evolution` | evolution and Hooke-Jeeves over draws of positions |
//! | `games` | matches of the evolved players |
//! | `suites` | Umko's test suites, scaled |
//! | `rating` | Umko's place on a public list |
//! | `log` | the mate in 7, iteration by iteration, and with weights drawn anew |
//! | `quiescence` | the quiescence search's share of the nodes |
//! | `depths` | games of a depth against the one before |
//! | `dual` | two ranks against one |
//! | `levels` | levels against builds of Stockfish for them |
//! | `evaluation` | values and symmetry of the evaluation |
//!
//! The lists of printed figures and the verdicts are in `nucleus_report::papers`.

mod campaign;
mod depths;
mod dual;
mod evaluation;
mod evolution;
mod fault;
mod games;
mod levels;
mod log;
mod quiescence;
mod rating;
mod suites;
mod unit;
mod units;
mod workshop;

pub use campaign::{CampaignOptions, CampaignOutcome, run};
pub use fault::Fault;
pub use unit::{Step, StepResult, Unit};
pub use units::{all, named};
pub use workshop::Workshop;
