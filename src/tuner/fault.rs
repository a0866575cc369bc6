use std::path::PathBuf;

use thiserror::Error;

/// A fault of a file that the tuner reads or writes.
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
    #[error("{path}, line {line}: expected '{expected}'; it is of another run")]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// The line that differs, from 1.
        line: usize,
        /// The line as this run has it.
        expected: String,
    },
    /// Contents that are at fault.
    #[error("{path}, {place}: {fault}")]
    Contents {
        /// The file.
        path: PathBuf,
        /// The line or the byte.
        place: String,
        /// The fault in words.
        fault: String,
    },
}
