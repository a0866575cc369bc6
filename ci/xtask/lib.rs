//! Counts of instructions: what `ci/instructions` and `ci/boards` decide and print by.

pub mod breakdown;
pub mod instructions;
