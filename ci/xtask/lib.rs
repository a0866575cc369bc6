//! Counts of instructions and shares of time: the decisions and tables of `ci/instructions`, `ci/boards` and
//! `ci/cycles`; the tables of duets, kernels, networks and matches; the ratings of the ladder of strengths.

pub mod breakdown;
pub mod duets;
pub mod gate_rates;
pub mod headline;
pub mod instructions;
pub mod kernel_cycles;
pub mod ladder;
pub mod matches;
pub mod networks;
