//! Limits on an engine's time to answer and on its output.

use std::time::Duration;

use super::super::fault::{Fault, FaultKind};

/// Limits on an engine's time to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// From the start to `uciok`.
    pub uciok: Duration,
    /// From `isready` to `readyok`; clearing a large table takes time.
    pub readyok: Duration,
    /// From `stop` to `bestmove`.
    pub stop: Duration,
    /// From `quit` to the end of the process.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            uciok: Duration::from_secs(10),
            readyok: Duration::from_secs(20),
            stop: Duration::from_secs(2),
            quit: Duration::from_secs(1),
        }
    }
}

/// An amount of an engine's output.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Volume {
    pub lines: usize,
    pub bytes: usize,
}

/// The maximum output of a command. An engine with hundreds of options writes 1 % of it.
pub(crate) const IN_AN_ANSWER: Volume = Volume { lines: 20_000, bytes: 4 << 20 };
/// The maximum output of a search. An engine that reports every move writes less in an hour.
pub(crate) const IN_A_SEARCH: Volume = Volume { lines: 4_000_000, bytes: 256 << 20 };

impl Volume {
    /// Subtracts a line; fails if no room is left.
    pub fn take(&mut self, line: &str, most: Self, during: &str) -> Result<(), Fault> {
        let much = if self.lines == 0 {
            format!("{} lines", most.lines)
        } else if self.bytes < line.len() {
            format!("{} MiB", most.bytes >> 20)
        } else {
            (self.lines, self.bytes) = (self.lines - 1, self.bytes - line.len());
            return Ok(());
        };
        let message = format!("it wrote more than {much} {during}");
        Err(Fault::new(FaultKind::TooMuchOutput, message))
    }
}
