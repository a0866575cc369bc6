//! Instruction counts against a baseline: the decisions of `ci/instructions`.
//!
//! Two counters: iai-callgrind leaves a `summary.json` and Callgrind's output for each bench
//! (`callgrind`), and single steps print lines (`stepped`). [`InstructionCounts::collect`]
//! gathers both, [`compare`] holds them against those of the baseline, [`compare_counters`] one against the
//! other. Counts repeat exactly with one compiler and one Valgrind, so that small limits are no
//! false alarms; with other tools the baseline's commit is built and counted anew, which is the
//! script's business.

mod agreement;
mod callgrind;
mod chart;
mod comparison;
mod counts;
mod stepped;
mod table;

pub use agreement::{AGREEMENT_LIMIT, CounterComparison, compare_counters};
pub use chart::costs_chart;
pub use comparison::{
    BENCH_LIMIT, BenchOutcome, Comparison, ComparisonRow, ComparisonTotal, FLOOR, TOTAL_LIMIT,
    compare, histogram,
};
pub use counts::{InstructionCounts, Tools};
pub use table::{CostTable, cost, costs_table};
