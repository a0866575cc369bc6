//! The subcommands, one a file.

pub mod breakdown;
pub mod duets;
pub mod find_magics;
pub mod fit_strengths;
pub mod fit_wdl;
pub mod gate_rates;
pub mod instructions;
pub mod ladder;
pub mod site;

/// A command's exit code, or why it failed.
pub type Ended = Result<u8, Box<dyn std::error::Error>>;
