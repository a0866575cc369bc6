use std::path::PathBuf;

use thiserror::Error;

/// A fault of a file of positions or games.
#[derive(Debug, Error)]
pub enum FileFault {
    /// A fault of the system.
    #[error("{path}: {error}")]
    System {
        /// The file.
        path: PathBuf,
        /// The error.
        error: std::io::Error,
    },
    /// A file that is there already.
    #[error("{0} is there already: name another file, or --resume to go on with it")]
    There(PathBuf),
    /// A file of another run.
    #[error("{path}, line 1: expected '{expected}'; it is of another run")]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// Its first line, were it of this one.
        expected: String,
    },
    /// A game of it is at fault.
    #[error("{path}, byte {offset}: {fault}")]
    Game {
        /// The file.
        path: PathBuf,
        /// The offset of the game in bytes.
        offset: usize,
        /// The fault in words.
        fault: String,
    },
    /// A line of it is at fault.
    #[error("{path}, line {line}: {fault}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The fault in words.
        fault: String,
    },
}
