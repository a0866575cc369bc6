//! A scripted engine, for tests of code that drives engines.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::connection::{Connection, EngineEvent, Oddities};
use super::fault::{Exit, Fault, Tails};

/// A function that returns the answers of a [`Mock`] to a line.
type Script = Box<dyn FnMut(&str) -> Vec<String> + Send>;

/// A scripted engine. It never waits: a receive without a pending line times out at once.
pub struct Mock {
    script: Script,
    pending: VecDeque<String>,
    output: Vec<String>,
    closed: bool,
    /// The lines that were sent to it.
    pub sent: Vec<String>,
}

impl Mock {
    /// Creates an engine that answers each line with the lines that `script` returns. The answer
    /// `!exit` closes its output.
    pub fn new(script: impl FnMut(&str) -> Vec<String> + Send + 'static) -> Self {
        Self {
            script: Box::new(script),
            pending: VecDeque::new(),
            output: Vec::new(),
            closed: false,
            sent: Vec::new(),
        }
    }

    /// Creates an engine that completes the handshake and answers `go` with these lines.
    pub fn answering(lines: &[&str]) -> Self {
        let lines: Vec<String> = lines.iter().map(|&l| l.to_owned()).collect();
        Self::new(move |line| match line.split(' ').next() {
            Some("uci") => vec!["id name Mock".into(), "uciok".into()],
            Some("isready") => vec!["readyok".into()],
            Some("go") => lines.clone(),
            _ => Vec::new(),
        })
    }
}

impl Connection for Mock {
    fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.sent.push(line.to_owned());
        self.pending.extend((self.script)(line));
        Ok(())
    }

    fn receive(&mut self, _timeout: Duration) -> EngineEvent {
        match self.pending.pop_front() {
            _ if self.closed => EngineEvent::Closed,
            Some(line) if line == "!exit" => {
                self.closed = true;
                EngineEvent::Closed
            }
            Some(line) => {
                self.output.push(line.clone());
                EngineEvent::Line(line, Instant::now())
            }
            None => EngineEvent::Timeout,
        }
    }

    fn tails(&self) -> Tails {
        Tails { output: self.output.clone(), errors: Vec::new() }
    }

    fn exit(&mut self) -> Option<Exit> {
        self.closed.then_some(Exit { code: Some(0), signal: None })
    }

    fn close(&mut self, _grace: Duration) -> Oddities {
        self.closed = true;
        Oddities::default()
    }
}
