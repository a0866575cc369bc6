//! A two-way line to an engine: the trait that separates the UCI protocol from processes.

use std::time::{Duration, Instant};

use super::counters::Snapshot;
use super::descendants::Ended;
use super::fault::{Exit, Fault, Tails};
use super::task_clock::TaskClock;

/// An event of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineEvent {
    /// A line, without its end, and when it was read.
    Line(String, Instant),
    /// Nothing came in time.
    Timeout,
    /// The engine closed its output; nothing more will come.
    Closed,
}

/// Lines that were odd in form; they are passed over or cut, and counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Oddities {
    /// Lines longer than [`MAX_LINE`], cut there.
    pub long_lines: u64,
    /// Lines that were not UTF-8; the bad bytes are replaced.
    pub not_utf8: u64,
    /// Processes that were still running when the engine had ended.
    pub ended: Ended,
    /// True if the process did not end after `quit`, and was killed.
    pub killed: bool,
}

impl Oddities {
    /// Adds those of another process of the same engine.
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

/// Bytes of a line that are kept.
pub const MAX_LINE: usize = 64 * 1024;

/// A two-way line to an engine.
pub trait Connection: Send {
    /// Sends a line; the end of line is added.
    ///
    /// # Errors
    /// When the engine can no longer be written to.
    fn send(&mut self, line: &str) -> Result<(), Fault>;

    /// The next line, or that there was none in time, or will be none any more.
    fn receive(&mut self, timeout: Duration) -> EngineEvent;

    /// The last lines it wrote.
    fn tails(&self) -> Tails;

    /// Returns the exit status if the process ended by itself; waits a moment for a process about
    /// to end.
    fn exit(&mut self) -> Option<Exit>;

    /// Returns the hardware counts since the start, over all threads; a sample's counts are the
    /// difference of two.
    fn counters(&mut self) -> Option<Snapshot> {
        None
    }

    /// The clock of its processor time, where the system has one.
    fn task_clock(&mut self) -> Option<TaskClock> {
        None
    }

    /// The most memory that its process has held, bytes.
    fn peak_memory(&mut self) -> Option<u64> {
        None
    }

    /// The time that its threads have stood in line for a processor, where the system tells.
    fn waited(&mut self) -> Option<Duration> {
        None
    }

    /// Halts it until the next line is sent, so that it uses no processor meanwhile.
    fn pause(&mut self) {}

    /// Ends it: politely for as long as `grace`, then by force. Says what was odd about it.
    fn close(&mut self, grace: Duration) -> Oddities;
}
