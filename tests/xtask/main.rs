//! Tests of `cargo xtask`: tables of pages, checks of history and source.

mod duets;
mod gate_rates;
mod history;
mod pages;
