//! Tests of how engines are driven and measured.

mod affinity;
mod boards;
mod counters;
mod engine;
mod engine_options;
mod levels;
mod protocol;
mod schedule;
mod uci_line;
