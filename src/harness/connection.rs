//! The connection to an engine: a trait that separates the UCI protocol from processes.

use std::time::{Duration, Instant};

use super::counters::Snapshot;
use super::descendants::Ended;
use super::fault::{Exit, Fault, Tails};
use super::task_clock::TaskClock;

/// An event from an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineEvent {
    /// A line without its end, and the time it was read.
    Line(String, Instant),
    /// No line arrived in time.
    Timeout,
    /// The engine closed its output.
    Closed,
}

/// The irregularities of an engine's lines and processes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Oddities {
    /// Lines longer than [`MAX_LINE`], which are cut.
    pub long_lines: u64,
    /// Lines that are not UTF-8; invalid bytes are replaced.
    pub not_utf8: u64,
    /// Processes that were still running after the engine had exited.
    pub ended: Ended,
    /// `true` if the process did not exit after `quit` and was killed.
    pub killed: bool,
}

impl Oddities {
    /// Adds the irregularities of another process of the same engine.
    pub fn add(&mut self, other: &Self) {
        self.long_lines += other.long_lines;
        self.not_utf8 += other.not_utf8;
        let (ended, more) = (&mut self.ended, &other.ended);
        ended.left.extend_from_slice(&more.left);
        ended.strays.extend_from_slice(&more.strays);
        ended.survivors.extend_from_slice(&more.survivors);
        self.killed |= other.killed;
    }
}

/// The number of bytes kept of a line.
pub const MAX_LINE: usize = 64 * 1024;

/// A connection to an engine, which exchanges lines of text.
pub trait Connection: Send {
    /// Sends a line; adds the line feed.
    ///
    /// # Errors
    /// If the engine cannot be written to any more.
    fn send(&mut self, line: &str) -> Result<(), Fault>;

    /// Waits for the next line, at most `timeout`.
    fn receive(&mut self, timeout: Duration) -> EngineEvent;

    /// Returns the last lines that the engine wrote.
    fn tails(&self) -> Tails;

    /// Returns the exit status if the process exited by itself; waits a moment for a process about
    /// to exit.
    fn exit(&mut self) -> Option<Exit>;

    /// Returns the hardware counts since the start, over all threads. A sample's counts are the
    /// difference between two snapshots.
    fn counters(&mut self) -> Option<Snapshot> {
        None
    }

    /// Returns the clock of the process's processor time, if the system has one.
    fn task_clock(&mut self) -> Option<TaskClock> {
        None
    }

    /// Returns the peak memory of the process in bytes.
    fn peak_memory(&mut self) -> Option<u64> {
        None
    }

    /// Returns the time that the threads waited for a processor, if the system reports it.
    fn waited(&mut self) -> Option<Duration> {
        None
    }

    /// Stops the process until the next line is sent, so that it uses no processor time.
    fn pause(&mut self) {}

    /// Sends `quit`, and kills the process if it runs on after `grace`. Returns the irregularities.
    fn close(&mut self, grace: Duration) -> Oddities;
}
