//! Instruction counts against a baseline: the decisions of `cargo xtask check instructions`.
//!
//! Two counters: gungraun leaves a `summary.json` and Callgrind's output for each bench
//! (`callgrind`), and single steps print lines (`stepped`). [`InstructionCounts::collect`]
//! gathers both, [`compare`] holds them against those of the baseline, [`compare_counters`] one against the
//! other. Counts repeat exactly with one compiler and one Valgrind, so that small limits are no
//! false alarms.

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
