//! Counts of instructions: the decisions and tables of `ci/instructions` and `ci/boards`; the table of
//! networks.

pub mod breakdown;
pub mod gate_rates;
pub mod instructions;
pub mod networks;
