//! Tests of driving and measuring engines.

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

/// A mock answers at once, so no test waits this long.
pub const SHORT: Duration = Duration::from_millis(1);

/// Timeouts for a mock.
pub const NOW: Timeouts = Timeouts { uciok: SHORT, readyok: SHORT, stop: SHORT, quit: SHORT };
