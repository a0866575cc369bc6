//! What can go wrong with an engine, as a kind for programs and a sentence for people.

use std::{fmt, io, time::Duration};

use nucleus_core::text;

/// Characters of a fault's sentence that are kept.
const MESSAGE: usize = 1_000;

/// The kind of a [`Fault`]; its [`FaultKind::as_str`] is what a record stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// The command line is not a command.
    BadCommand,
    /// There is no such file.
    Missing,
    /// The file cannot be executed.
    NotExecutable,
    /// The system refused to start it or to talk to it.
    Io,
    /// It did not answer `uci`.
    NoUciok,
    /// It did not answer `isready`.
    NoReadyok,
    /// It ended by itself.
    Exited,
    /// It neither answered nor ended, and ignored `stop`.
    Silent,
    /// It did not finish in time, and answered `stop`.
    TooSlow,
    /// Its best move is not a legal move of the position.
    IllegalMove,
    /// It reported no node count.
    NoNodes,
    /// Its node count is impossible.
    AbsurdNodes,
    /// Its count of rebuilds or evaluations is impossible.
    AbsurdCounts,
    /// It does not stand on the position that it was given.
    WrongPosition,
    /// An option was asked for that it does not have, or with a value that it does not take.
    BadOption,
    /// It wrote more than any answer has.
    TooMuchOutput,
    /// It does not know what was asked of it.
    Unsupported,
    /// The run was interrupted.
    Interrupted,
}

impl FaultKind {
    /// The word in records and tables.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::BadCommand => "bad-command",
            Self::Missing => "missing",
            Self::NotExecutable => "not-executable",
            Self::Io => "io",
            Self::NoUciok => "no-uciok",
            Self::NoReadyok => "no-readyok",
            Self::Exited => "exited",
            Self::Silent => "silent",
            Self::TooSlow => "too-slow",
            Self::IllegalMove => "illegal-move",
            Self::NoNodes => "no-nodes",
            Self::AbsurdNodes => "absurd-nodes",
            Self::AbsurdCounts => "absurd-counts",
            Self::WrongPosition => "wrong-position",
            Self::BadOption => "bad-option",
            Self::TooMuchOutput => "too-much-output",
            Self::Unsupported => "unsupported",
            Self::Interrupted => "interrupted",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How a process ended by itself.
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

/// What went wrong with an engine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// One sentence.
    pub message: String,
    /// How it ended, if it ended by itself.
    pub exit: Option<Exit>,
}

impl Fault {
    /// A fault of this kind, with a sentence.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        // It may quote the engine.
        Self { kind, message: text::clean(&message.into(), MESSAGE).text, exit: None }
    }

    /// The engine ended by itself while it was doing something.
    pub fn exited(exit: Option<Exit>, during: &str) -> Self {
        let message = match exit {
            Some(exit) => format!("it ended with {exit} {during}"),
            None => format!("it closed its output {during}"),
        };
        Self { kind: FaultKind::Exited, message, exit }
    }

    /// The engine did not answer in time.
    pub fn no_answer(kind: FaultKind, command: &str, waited: Duration) -> Self {
        Self::new(kind, format!("no answer to `{command}` in {:.1} s", waited.as_secs_f64()))
    }

    /// The engine could not be started.
    pub fn spawn(program: &str, error: &io::Error) -> Self {
        // ENOEXEC: a file that may be executed and is no program.
        const ENOEXEC: i32 = 8;
        let (kind, what) = match error.kind() {
            io::ErrorKind::NotFound => (FaultKind::Missing, "there is no such program".to_owned()),
            io::ErrorKind::PermissionDenied => {
                (FaultKind::NotExecutable, "it may not be executed".to_owned())
            }
            _ if error.raw_os_error() == Some(ENOEXEC) => {
                (FaultKind::NotExecutable, "it is not a program".to_owned())
            }
            _ => (FaultKind::Io, error.to_string()),
        };
        Self::new(kind, format!("cannot start `{program}`: {what}"))
    }
}
