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

use nucleus_harness::engine::Timeouts;
use std::time::Duration;

/// A mock answers at once, so no test waits for it.
pub const SHORT: Duration = Duration::from_millis(1);

/// The limits of an engine that is a mock.
pub const NOW: Timeouts = Timeouts { uciok: SHORT, readyok: SHORT, stop: SHORT, quit: SHORT };
