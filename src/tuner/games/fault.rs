use std::path::PathBuf;

use thiserror::Error;

/// A fault of a file of positions or games.
#[derive(Debug, Error)]
pub enum FileFault {
    /// The system does not let it.
    #[error("{path}: {error}")]
    System {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// It is there already.
    #[error("{0} is there already: name another file, or --resume to go on with it")]
    There(PathBuf),
    /// It is of another run.
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
        /// Where the game begins, in bytes.
        offset: usize,
        /// What is wrong.
        fault: String,
    },
    /// A line of it is at fault.
    #[error("{path}, line {line}: {fault}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        fault: String,
    },
}
