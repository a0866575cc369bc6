//! The commands `compare` and `report`: a comparison of engines, its gate, and the tables, charts
//! and pages of its records. The light program is these alone; the whole program has them, too.

pub mod check;
pub mod command;
pub mod compare;
/// The forms in which the figures of a comparison are wanted.
pub mod outputs;
pub mod progress;
/// The command `report`.
pub mod report;
mod screen;
