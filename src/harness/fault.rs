//! Failures of engines: a kind for programs and a sentence for people.

use std::{fmt, io, path::Path, time::Duration};

use nucleus_base::text;
use nucleus_records::record::FailureRecord;

/// Characters of a fault's sentence that are kept.
const MESSAGE: usize = 1_000;

nucleus_base::named_enum! {
    /// The kind of a [`Fault`]; its [`FaultKind::name`] is what a record stores.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum FaultKind {
        /// The command line is not a command.
        BadCommand = "bad-command",
        /// There is no such file.
        Missing = "missing",
        /// The file cannot be executed.
        NotExecutable = "not-executable",
        /// The system refused to start it or to talk to it.
        Io = "io",
        /// The engine did not answer `uci`.
        NoUciok = "no-uciok",
        /// The engine did not answer `isready`.
        NoReadyok = "no-readyok",
        /// The engine ended by itself.
        Exited = "exited",
        /// The engine neither answered nor ended, and ignored `stop`.
        Silent = "silent",
        /// The engine did not finish in time, and answered `stop`.
        TooSlow = "too-slow",
        /// The engine's best move is not a legal move of the position.
        IllegalMove = "illegal-move",
        /// The engine reported no node count.
        NoNodes = "no-nodes",
        /// The engine's node count is impossible.
        AbsurdNodes = "absurd-nodes",
        /// The engine's count of rebuilds or evaluations is impossible.
        AbsurdCounts = "absurd-counts",
        /// The engine does not stand on the position that it was given.
        WrongPosition = "wrong-position",
        /// An option was asked for that it does not have, or with a value that it does not take.
        BadOption = "bad-option",
        /// The engine wrote more than any answer has.
        TooMuchOutput = "too-much-output",
        /// The engine does not know the command.
        Unsupported = "unsupported",
        /// The run was interrupted.
        Interrupted = "interrupted",
    }
}

/// Exit status of a process that ended by itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Exit {
    /// The exit code, unless a signal ended it.
    pub code: Option<i32>,
    /// The signal that ended it.
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
    /// To standard output, oldest first.
    pub output: Vec<String>,
    /// To standard error, oldest first.
    pub errors: Vec<String>,
}

/// A failure of an engine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// One sentence.
    pub message: String,
    /// The exit status, if the engine ended by itself.
    pub exit: Option<Exit>,
    /// The last lines of an engine or a command.
    pub tails: Tails,
}

impl Fault {
    /// A fault of this kind, with a sentence.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        // It may quote the engine.
        let message = text::clean(&message.into(), MESSAGE).text;
        Self { kind, message, exit: None, tails: Tails::default() }
    }

    /// The engine ended by itself while it was doing something.
    pub fn exited(exit: Option<Exit>, during: &str) -> Self {
        let message = match exit {
            Some(exit) => format!("it ended with {exit} {during}"),
            None => format!("it closed its output {during}"),
        };
        Self { exit, ..Self::new(FaultKind::Exited, message) }
    }

    /// Returns the failure as a row of a record.
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

    /// The engine did not answer in time.
    pub fn no_answer(kind: FaultKind, command: &str, waited: Duration) -> Self {
        Self::new(kind, format!("no answer to `{command}` in {:.1} s", waited.as_secs_f64()))
    }

    /// The engine could not be started.
    pub fn spawn(program: &str, error: &io::Error) -> Self {
        // ENOEXEC, ERROR_BAD_EXE_FORMAT: a file that may be executed and is no program.
        const NO_PROGRAM: i32 = if cfg!(windows) { 193 } else { 8 };
        // A folder is another error on each system.
        let folder = Path::new(program).is_dir();
        let (kind, what) = match error.kind() {
            io::ErrorKind::NotFound => (FaultKind::Missing, "there is no such program".to_owned()),
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
