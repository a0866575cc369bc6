//! Counts of instructions: the decisions and tables of `ci/instructions` and `ci/boards`; the tables of
//! networks and matches.

pub mod breakdown;
pub mod gate_rates;
pub mod instructions;
pub mod matches;
pub mod networks;
