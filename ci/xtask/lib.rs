//! Counts of instructions: the decisions and tables of `ci/instructions` and `ci/boards`.

pub mod breakdown;
pub mod gate_rates;
pub mod instructions;
