//! Counts of instructions: the decisions and tables of `ci/instructions` and `ci/boards`; the tables of
//! networks and matches; the ratings of the ladder of strengths.

pub mod breakdown;
pub mod gate_rates;
pub mod headline;
pub mod instructions;
pub mod ladder;
pub mod matches;
pub mod networks;
