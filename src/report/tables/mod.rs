//! The tables of a report, each made from any number of records.

mod boards;
mod commands;
mod commits;
mod costs;
mod failures;
mod history;
mod levels;
mod machines;
pub mod measured;
mod paper;
mod threads;
mod workloads;

pub use commands::table as commands;
pub use failures::table as failures;
pub use history::{commit, several_of_one_cpu, table as history};
pub use machines::warnings;

use super::load::Loaded;
use super::table::Table;

/// The names that `--table` accepts, in print order.
pub const NAMES: [&str; 13] = [
    "table-1",
    "levels",
    "boards",
    "board-rows",
    "workloads",
    "commands",
    "proof",
    "costs",
    "commits",
    "threads",
    "history",
    "records",
    "failures",
];

/// Returns every table that has a row, in the order of [`NAMES`].
pub fn all(records: &[Loaded]) -> Vec<Table> {
    let tables = [
        paper::table(records),
        levels::table(records),
        boards::table(records),
        boards::rows(records),
        workloads::table(records),
        commands::table(records),
        workloads::proof(records),
        costs::table(records),
        commits::table(records),
        threads::table(records),
        history::table(records),
        machines::table(records),
        failures::table(records),
    ];
    debug_assert!(tables.iter().map(|t| t.name).eq(NAMES));
    tables.into_iter().filter(|t| !t.rows.is_empty()).collect()
}

/// Returns the reason that a table of [`NAMES`] has no row.
pub fn why_empty(name: &str) -> &'static str {
    match name {
        "table-1" => "no record has the start position or the mate in 7 searched",
        "levels" => {
            "no record has an engine of ours measured on the start position or the mate in 7"
        }
        "boards" | "board-rows" => "no record compares our boards; `nucleus compare --boards` does",
        "proof" => "no search announced the mate that it was to find",
        "costs" => "no record has engines other than ours with counters or peak memory",
        "commands" => "no record has commands; `nucleus compare --run` makes one",
        "commits" => "no record has an engine's commits; `nucleus compare --commits` makes one",
        "threads" => "no record is over threads; `nucleus compare --threads 1,2` makes one",
        "history" => "no CPU has two records",
        "failures" => "no engine failed",
        _ => "no record has a figure",
    }
}
