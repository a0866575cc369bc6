//! Tests of a search that ranks share, by channels in one process.

#[path = "../support/mod.rs"]
mod support;

mod ranks;
mod tasks;
