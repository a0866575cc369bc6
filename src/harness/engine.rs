//! A UCI engine over any [`Connection`]: handshake, options, positions, searches.
//!
//! Every wait ends at a time limit or at the caller's request, and no output of an engine causes a
//! panic. [`Engine::failure`] converts a [`Fault`] to a failure for the record.

pub(crate) mod limits;
mod searching;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

pub use limits::Timeouts;
use limits::{IN_A_SEARCH, IN_AN_ANSWER, Volume};

use super::connection::{Connection, EngineEvent, Oddities};
use super::counters;
use super::fault::{Fault, FaultKind};
use super::process::{Launch, ProcessConnection};
pub use super::search_result::Search;
use super::uci_line::{Info, OptionLine, UciLine};
use nucleus_records::record::FailureRecord;

/// The prefix of our engine's research options. The engine also accepts them without the prefix, as
/// older versions named them.
pub const RESEARCH: &str = "Research ";
/// The option that makes our engine report its counts after every search.
const COUNTS: &str = "Research Counts";

/// The name, author and options that an engine reports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identity {
    /// The engine's `id name`.
    pub name: Option<String>,
    /// The engine's `id author`.
    pub author: Option<String>,
    /// The options that the engine offers.
    pub options: Vec<OptionLine>,
}

impl Identity {
    /// Finds an option by its name, ignoring case, as UCI requires. Options of our engine with
    /// the prefix [`RESEARCH`] are also found without it.
    pub fn option(&self, name: &str) -> Option<&OptionLine> {
        let named = |name: &str| self.options.iter().find(|o| o.name.eq_ignore_ascii_case(name));
        named(name).or_else(|| named(&format!("{RESEARCH}{name}")))
    }

    /// Returns `true` if the engine knows the extensions `compiler`, `d` and `go perft`: Stockfish
    /// and ours. Other engines may exit or misbehave on these commands.
    pub fn knows_more_than_uci(&self) -> bool {
        let name = self.name.as_deref().unwrap_or_default();
        ["Stockfish", "Nucleus"].iter().any(|known| name.starts_with(known))
    }
}

/// A UCI engine, ready for commands.
pub struct Engine {
    name: String,
    connection: Box<dyn Connection>,
    identity: Identity,
    timeouts: Timeouts,
    interrupt: Option<Arc<AtomicBool>>,
}

/// The interval at which a wait checks for an interruption.
const GLANCE: Duration = Duration::from_millis(100);
/// The pause before `ucinewgame`, since some engines drop commands right after their search.
const REST: Duration = Duration::from_millis(2);
/// The time that an engine has to exit after an interruption.
const HASTE: Duration = Duration::from_millis(200);

impl Engine {
    /// Starts a program and performs the handshake.
    ///
    /// # Errors
    /// A failure for the record, with the last lines of the engine.
    pub fn start(
        name: &str,
        launch: &Launch,
        timeouts: Timeouts,
    ) -> Result<Self, Box<FailureRecord>> {
        let connection = ProcessConnection::start(launch);
        let connection = connection.map_err(|error| Box::new(error.record(name, None)))?;
        Self::over(name, Box::new(connection), timeouts, launch.interrupt.clone())
    }

    /// Performs the handshake over a connection; waits end when `interrupt` is set.
    ///
    /// # Errors
    /// A failure for the record; the engine is closed.
    pub fn over(
        name: &str,
        connection: Box<dyn Connection>,
        timeouts: Timeouts,
        interrupt: Option<Arc<AtomicBool>>,
    ) -> Result<Self, Box<FailureRecord>> {
        let mut engine = Self {
            name: name.to_owned(),
            connection,
            identity: Identity::default(),
            timeouts,
            interrupt,
        };
        match engine.handshake() {
            Ok(()) => Ok(engine),
            Err(error) => Err(engine.end_with(&error)),
        }
    }

    /// Closes the engine after an error; returns a failure for the record.
    pub(super) fn end_with(mut self, error: &Fault) -> Box<FailureRecord> {
        let failure = self.failure(None, error);
        self.close();
        Box::new(failure)
    }

    fn interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|flag| flag.load(Relaxed))
    }

    /// Returns the identity that the engine reported.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Converts an error of this engine to a failure for the record.
    pub fn failure(&mut self, workload: Option<&str>, error: &Fault) -> FailureRecord {
        let error = Fault { tails: self.connection.tails(), ..error.clone() };
        error.record(&self.name, workload)
    }

    /// Sends a line unchanged.
    ///
    /// # Errors
    /// If the engine's input is closed.
    pub fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.connection.send(line)
    }

    /// Reads lines until `done` returns a value for one; `None` if the deadline passes first. More
    /// output than `most` is an error.
    fn read_until<T>(
        &mut self,
        deadline: Instant,
        most: Volume,
        during: &str,
        mut done: impl FnMut(&str, Instant) -> Option<T>,
    ) -> Result<Option<T>, Fault> {
        let mut room = most;
        loop {
            // The interruption is checked at every line: an engine may write without a pause.
            if self.interrupted() {
                return Err(Fault::new(FaultKind::Interrupted, "the run was interrupted"));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.connection.receive(left.min(GLANCE)) {
                EngineEvent::Line(line, at) => {
                    if let Some(value) = done(&line, at) {
                        return Ok(Some(value));
                    }
                    room.take(&line, most, during)?;
                    // Output without end must not delay us beyond the deadline; lines that arrived
                    // in time count, even if they are read late.
                    if at >= deadline {
                        return Ok(None);
                    }
                }
                EngineEvent::Timeout if Instant::now() >= deadline => return Ok(None),
                EngineEvent::Timeout => {}
                EngineEvent::Closed => return Err(Fault::exited(self.connection.exit(), during)),
            }
        }
    }

    fn handshake(&mut self) -> Result<(), Fault> {
        self.send("uci")?;
        let mut identity = Identity::default();
        let end = Instant::now() + self.timeouts.uciok;
        let answered = self.read_until(end, IN_AN_ANSWER, "before `uciok`", |line, _| {
            match UciLine::parse(line) {
                UciLine::IdName(name) => identity.name = Some(name),
                UciLine::IdAuthor(author) => identity.author = Some(author),
                UciLine::Option(option) => identity.options.push(option),
                UciLine::UciOk => return Some(()),
                _ => {}
            }
            None
        })?;
        self.identity = identity;
        answered.ok_or_else(|| Fault::no_answer(FaultKind::NoUciok, "uci", self.timeouts.uciok))?;
        if self.identity.option(COUNTS).is_some() {
            self.set_option(COUNTS, Some("true"))?;
        }
        self.ready()
    }

    /// Waits until the engine has processed all commands (`isready`).
    ///
    /// # Errors
    /// If it exits or does not answer.
    pub fn ready(&mut self) -> Result<(), Fault> {
        self.lines_until_ready().map(drop)
    }

    /// Sends a command that is not UCI and returns the lines before `readyok`.
    ///
    /// # Errors
    /// If it exits or does not answer `isready`.
    pub fn text(&mut self, command: &str) -> Result<Vec<String>, Fault> {
        self.send(command)?;
        self.lines_until_ready()
    }

    fn lines_until_ready(&mut self) -> Result<Vec<String>, Fault> {
        self.send("isready")?;
        let (mut lines, limit) = (Vec::new(), self.timeouts.readyok);
        let end = Instant::now() + limit;
        let ready = self.read_until(end, IN_AN_ANSWER, "after `isready`", |line, _| {
            if UciLine::parse(line) == UciLine::ReadyOk {
                return Some(());
            }
            if lines.len() < 100 {
                lines.push(line.to_owned());
            }
            None
        })?;
        ready.ok_or_else(|| Fault::no_answer(FaultKind::NoReadyok, "isready", limit))?;
        Ok(lines)
    }

    /// Sets an option; without a value, presses a button.
    ///
    /// # Errors
    /// If the engine's input is closed.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Fault> {
        self.send(&match value {
            Some(value) => format!("setoption name {name} value {value}"),
            None => format!("setoption name {name}"),
        })
    }

    /// Clears the engine's state with `ucinewgame`, and waits until it is ready.
    ///
    /// # Errors
    /// If it exits or does not answer.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        // Some engines drop commands right after `bestmove`, while their search ends.
        if !self.identity.knows_more_than_uci() {
            std::thread::sleep(REST);
        }
        self.send("ucinewgame")?;
        self.ready()
    }

    /// Sets the position: a FEN, or `None` for the start position, and moves from it.
    ///
    /// # Errors
    /// If the engine's input is closed.
    pub fn position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), Fault> {
        let mut line = match fen {
            Some(fen) => format!("position fen {fen}"),
            None => "position startpos".to_owned(),
        };
        if !moves.is_empty() {
            line += &format!(" moves {}", moves.join(" "));
        }
        self.send(&line)
    }

    /// Clears the state, sets a position (`None` for the start position), and waits until the
    /// engine is ready.
    ///
    /// # Errors
    /// If it exits or does not answer.
    pub fn set_up(&mut self, fen: Option<&str>) -> Result<(), Fault> {
        self.new_game()?;
        self.position(fen, &[])?;
        self.ready()
    }

    /// Counts move paths, as nodes, with the engine's own `go perft`.
    ///
    /// # Errors
    /// If it exits, is too slow, or does not know perft ([`FaultKind::Unsupported`]).
    pub fn perft(&mut self, depth: u32, limit_time: Duration) -> Result<Search, Fault> {
        let before = self.connection.counters();
        let start = Instant::now();
        self.send(&format!("go perft {depth}"))?;
        let answer =
            self.read_until(start + limit_time, IN_A_SEARCH, "while it counted", |line, at| {
                match UciLine::parse(line) {
                    UciLine::PerftTotal(nodes) => Some((Some(nodes), at)),
                    UciLine::BestMove(..) => Some((None, at)),
                    _ => None,
                }
            })?;
        let unsupported = Fault::new(FaultKind::Unsupported, "it has no `go perft`");
        match answer {
            Some((Some(nodes), at)) => {
                let after = self.connection.counters();
                let counters = before.zip(after).and_then(|(b, a)| counters::between(&b, &a));
                let seconds = at.saturating_duration_since(start).as_secs_f64();
                Ok(Search { nodes: Some(nodes), seconds, counters, ..Search::default() })
            }
            Some((None, _)) => Err(unsupported),
            // The engine may have ignored the unknown word and started an infinite search.
            None => Err(match self.stop() {
                Ok(()) => unsupported,
                Err(error) if error.kind == FaultKind::Silent => {
                    Fault::no_answer(FaultKind::TooSlow, &format!("go perft {depth}"), limit_time)
                }
                Err(error) => error,
            }),
        }
    }

    /// Returns the peak memory of the process in bytes, if the system reports it.
    pub fn peak_memory(&mut self) -> Option<u64> {
        self.connection.peak_memory()
    }

    /// Returns the time that the engine's threads waited for a processor, if the system reports it.
    pub fn waited(&mut self) -> Option<Duration> {
        self.connection.waited()
    }

    /// Stops the process until the next command, so that it uses no processor time.
    pub fn pause(&mut self) {
        self.connection.pause();
    }

    /// Sends `quit`, and kills the process if it does not exit.
    pub fn close(mut self) -> Oddities {
        // After an interruption, an engine that takes longer is killed.
        let most = if self.interrupted() { HASTE } else { Duration::MAX };
        self.connection.close(self.timeouts.quit.min(most))
    }
}
