//! A UCI engine over any [`Connection`]: handshake, options, positions, searches.
//!
//! Every wait has an end, and nothing that an engine may write makes a panic. Whatever goes wrong
//! is a [`Fault`]; [`Engine::failure`] turns it into a row for the record.

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

/// Prefix of the options of our engine that are for research; it knows them without, as its older
/// versions did.
pub const RESEARCH: &str = "Research ";
/// The option by which our engine says its counts after every search.
const COUNTS: &str = "Research Counts";

/// Name, author and options that an engine reports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identity {
    /// `id name`.
    pub name: Option<String>,
    /// `id author`.
    pub author: Option<String>,
    /// The options it offers.
    pub options: Vec<OptionLine>,
}

impl Identity {
    /// An option by its name, in any case, as UCI has it. Those that our engine lists behind
    /// [`RESEARCH`] are found without that, too.
    pub fn option(&self, name: &str) -> Option<&OptionLine> {
        let named =
            |wanted: &str| self.options.iter().find(|o| o.name.eq_ignore_ascii_case(wanted));
        named(name).or_else(|| named(&format!("{RESEARCH}{name}")))
    }

    /// True if the engine knows `compiler`, `d` and `go perft`, which are not UCI: Stockfish and ours.
    /// Others may end, or do anything, when they are sent them.
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

/// Interval at which a wait looks for an interruption.
const GLANCE: Duration = Duration::from_millis(100);
/// Rest of an engine after a search.
const REST: Duration = Duration::from_millis(2);
/// Time that an engine has to end after an interruption.
const HASTE: Duration = Duration::from_millis(200);

impl Engine {
    /// Starts a program and shakes hands.
    ///
    /// # Errors
    /// A row for the record, with the last lines of the engine.
    pub fn start(
        name: &str,
        launch: &Launch,
        timeouts: Timeouts,
    ) -> Result<Self, Box<FailureRecord>> {
        let connection = ProcessConnection::start(launch);
        let connection = connection.map_err(|fault| Box::new(fault.record(name, None)))?;
        Self::over(name, Box::new(connection), timeouts, launch.interrupt.clone())
    }

    /// Shakes hands over a connection; waits end when `interrupt` becomes true.
    ///
    /// # Errors
    /// A row for the record; the engine is closed.
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
            Err(fault) => Err(engine.end_with(&fault)),
        }
    }

    /// Ends it after a fault; the row for the record.
    pub(super) fn end_with(mut self, fault: &Fault) -> Box<FailureRecord> {
        let failure = self.failure(None, fault);
        self.close();
        Box::new(failure)
    }

    /// True if the run was interrupted.
    fn interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|flag| flag.load(Relaxed))
    }

    /// Returns the identity that the engine reported.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// A fault of this engine as a row for the record.
    pub fn failure(&mut self, workload: Option<&str>, fault: &Fault) -> FailureRecord {
        let fault = Fault { tails: self.connection.tails(), ..fault.clone() };
        fault.record(&self.name, workload)
    }

    /// Sends a line as it is.
    ///
    /// # Errors
    /// When the engine is gone.
    pub fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.connection.send(line)
    }

    /// Reads lines until `done` makes something of one, or the deadline passes (`None`). More
    /// output than `most` is a fault.
    fn read_until<T>(
        &mut self,
        deadline: Instant,
        most: Volume,
        during: &str,
        mut done: impl FnMut(&str, Instant) -> Option<T>,
    ) -> Result<Option<T>, Fault> {
        let mut room = most;
        loop {
            // Looked at with every line: an engine may write without a pause.
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
                    // An engine that writes without end must not keep us beyond the deadline; what
                    // came in time counts, even where we read it late.
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

    /// Waits until it has done all it was told.
    ///
    /// # Errors
    /// When it ends or does not answer.
    pub fn ready(&mut self) -> Result<(), Fault> {
        self.lines_until_ready().map(drop)
    }

    /// Sends a command that is no UCI and returns the lines before `readyok`.
    ///
    /// # Errors
    /// When it ends or does not answer `isready`.
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
    /// When the engine is gone.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Fault> {
        self.send(&match value {
            Some(value) => format!("setoption name {name} value {value}"),
            None => format!("setoption name {name}"),
        })
    }

    /// Clears its state: `ucinewgame`, then waits until that is done.
    ///
    /// # Errors
    /// When it ends or does not answer.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        // Some drop what they are sent in the moment after `bestmove`, while their search ends.
        if !self.identity.knows_more_than_uci() {
            std::thread::sleep(REST);
        }
        self.send("ucinewgame")?;
        self.ready()
    }

    /// Sets the position: a FEN, or none for the start position, and moves from it.
    ///
    /// # Errors
    /// When the engine is gone.
    pub fn position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), Fault> {
        let mut line = match fen {
            Some(fen) => format!("position fen {fen}"),
            None => "position startpos".to_owned(),
        };
        if !moves.is_empty() {
            line.push_str(" moves ");
            line.push_str(&moves.join(" "));
        }
        self.send(&line)
    }

    /// Clears its state and sets a position, or the start position, and waits until that is done.
    ///
    /// # Errors
    /// When it ends or does not answer.
    pub fn set_up(&mut self, fen: Option<&str>) -> Result<(), Fault> {
        self.new_game()?;
        self.position(fen, &[])?;
        self.ready()
    }

    /// Counts move paths, as nodes, with the engine's own `go perft`.
    ///
    /// # Errors
    /// When it ends, is too slow, or does not know perft ([`FaultKind::Unsupported`]).
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
            // It may have taken the unknown word for an endless search.
            None => Err(match self.stop() {
                Ok(()) => unsupported,
                Err(fault) if fault.kind == FaultKind::Silent => {
                    Fault::no_answer(FaultKind::TooSlow, &format!("go perft {depth}"), limit_time)
                }
                Err(fault) => fault,
            }),
        }
    }

    /// The most memory that its process has held, bytes, where the system tells.
    pub fn peak_memory(&mut self) -> Option<u64> {
        self.connection.peak_memory()
    }

    /// The time that its threads have stood in line for a processor, where the system tells.
    pub fn waited(&mut self) -> Option<Duration> {
        self.connection.waited()
    }

    /// Halts it until it is sent something, so that it uses no processor meanwhile.
    pub fn pause(&mut self) {
        self.connection.pause();
    }

    /// Ends it: `quit`, and by force when that does not help.
    pub fn close(mut self) -> Oddities {
        // Who interrupts a run wants it to end; an engine that needs longer is ended by force.
        let most = if self.interrupted() { HASTE } else { Duration::MAX };
        self.connection.close(self.timeouts.quit.min(most))
    }
}
