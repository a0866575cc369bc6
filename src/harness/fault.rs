//! Failures of engines: a kind for programs and a sentence for people.

use std::{fmt, io, path::Path, time::Duration};

use nucleus_base::text;
use nucleus_records::record::FailureRecord;

/// The maximum number of characters of a message.
const MESSAGE: usize = 1_000;

nucleus_base::named_enum! {
    /// The kind of a [`Fault`]; records store its [`FaultKind::name`].
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum FaultKind {
        /// The command line cannot be parsed.
        BadCommand = "bad-command",
        /// The file does not exist.
        Missing = "missing",
        /// The file cannot be executed.
        NotExecutable = "not-executable",
        /// The system refused to start the process or to communicate with it.
        Io = "io",
        /// The engine did not answer `uci`.
        NoUciok = "no-uciok",
        /// The engine did not answer `isready`.
        NoReadyok = "no-readyok",
        /// The engine exited by itself.
        Exited = "exited",
        /// The engine neither answered nor exited, and ignored `stop`.
        Silent = "silent",
        /// The engine did not finish in time, but answered `stop`.
        TooSlow = "too-slow",
        /// The engine's best move is not legal in the position.
        IllegalMove = "illegal-move",
        /// The engine reported no node count.
        NoNodes = "no-nodes",
        /// The engine's node count, or the time that its bench reports, is impossible.
        AbsurdNodes = "absurd-nodes",
        /// The engine's count of rebuilds or evaluations is impossible.
        AbsurdCounts = "absurd-counts",
        /// The engine set up another position than the given one.
        WrongPosition = "wrong-position",
        /// The engine does not have a requested option, or does not accept its value.
        BadOption = "bad-option",
        /// The engine wrote more than any valid answer has.
        TooMuchOutput = "too-much-output",
        /// The engine lacks what the run requires, such as a command, an option or a limit of `go`.
        Unsupported = "unsupported",
        /// The run was interrupted.
        Interrupted = "interrupted",
    }
}

/// The exit status of a process that exited by itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Exit {
    /// The exit code, unless a signal ended the process.
    pub code: Option<i32>,
    /// The signal that ended the process.
    pub signal: Option<i32>,
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.code, self.signal) {
            (Some(code), _) => write!(f, "exit code {code}"),
            (None, Some(signal)) => write!(f, "signal {signal}"),
            (None, None) => f.write_str("an unknown status"),
        }
    }
}

/// The last lines that an engine wrote, for a report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tails {
    /// The last lines of standard output, oldest first.
    pub output: Vec<String>,
    /// The last lines of standard error, oldest first.
    pub errors: Vec<String>,
}

/// A failure of an engine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// The kind of the failure.
    pub kind: FaultKind,
    /// A sentence that describes the failure.
    pub message: String,
    /// The exit status, if the engine exited by itself.
    pub exit: Option<Exit>,
    /// The last lines of the engine or command.
    pub tails: Tails,
}

impl Fault {
    /// Creates a failure with a message, which is cleaned.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        // The message may quote the engine.
        let message = text::clean(&message.into(), MESSAGE).text;
        Self { kind, message, exit: None, tails: Tails::default() }
    }

    /// Creates the failure of an engine that exited by itself; `during` describes its activity.
    pub fn exited(exit: Option<Exit>, during: &str) -> Self {
        let message = match exit {
            Some(exit) => format!("it ended with {exit} {during}"),
            None => format!("it closed its output {during}"),
        };
        Self { exit, ..Self::new(FaultKind::Exited, message) }
    }

    /// Converts the failure to a row of a record.
    pub fn record(&self, engine: &str, workload: Option<&str>) -> FailureRecord {
        let (exit, last) = (self.exit.unwrap_or_default(), self.tails.clone());
        FailureRecord {
            engine: engine.to_owned(),
            workload: workload.map(str::to_owned),
            kind: self.kind.name().to_owned(),
            message: self.message.clone(),
            last_lines: last.output,
            last_errors: last.errors,
            exit_code: exit.code,
            signal: exit.signal,
        }
    }

    /// Creates the failure of an engine that did not answer in time.
    pub fn no_answer(kind: FaultKind, command: &str, waited: Duration) -> Self {
        Self::new(kind, format!("no answer to `{command}` in {:.1} s", waited.as_secs_f64()))
    }

    /// Creates the failure of an engine that could not be started.
    pub fn spawn(program: &str, error: &io::Error) -> Self {
        // ENOEXEC, ERROR_BAD_EXE_FORMAT: an executable file that is not a program.
        const NO_PROGRAM: i32 = if cfg!(windows) { 193 } else { 8 };
        // The error for a folder depends on the system.
        let folder = Path::new(program).is_dir();
        let (kind, what) = match error.kind() {
            io::ErrorKind::NotFound => (FaultKind::Missing, "no such program".to_owned()),
            kind if folder || kind == io::ErrorKind::PermissionDenied => {
                (FaultKind::NotExecutable, "it may not be executed".to_owned())
            }
            _ if error.raw_os_error() == Some(NO_PROGRAM) => {
                (FaultKind::NotExecutable, "it is not a program".to_owned())
            }
            _ => (FaultKind::Io, error.to_string()),
        };
        Self::new(kind, format!("cannot start `{program}`: {what}"))
    }
}
