//! Compares instruction counts with a baseline and decides whether `cargo xtask check instructions` fails.
//!
//! There are two counters: gungraun writes a `summary.json` and Callgrind's output for each bench
//! (`callgrind`), and single steps print lines (`stepped`). [`InstructionCounts::collect`] reads both,
//! [`compare`] compares them with the baseline, and [`compare_counters`] with each other. Counts repeat
//! exactly for one compiler and one Valgrind, so narrow limits raise no false alarms.

mod agreement;
mod callgrind;
mod chart;
mod comparison;
mod counts;
mod stepped;
mod table;

pub use agreement::compare_counters;
pub use chart::costs_chart;
pub use comparison::{Comparison, compare, demanded_levels, histogram};
pub use counts::{InstructionCounts, Tools};
pub use table::{CostTable, costs_table};
