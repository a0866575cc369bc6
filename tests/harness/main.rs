//! Tests of how engines are driven and measured.

mod affinity;
mod bench;
mod boards;
#[cfg(unix)]
mod commits;
mod counters;
mod engine;
mod engine_options;
mod given;
mod levels;
mod machine;
mod positions;
mod preflight;
mod process;
mod protocol;
mod references;
mod schedule;
mod uci_line;
mod windows;
