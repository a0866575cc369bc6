use std::path::PathBuf;

use thiserror::Error;

/// An error with a file that the tuner reads or writes.
#[derive(Debug, Error)]
pub enum FileFault {
    /// The system reports an error.
    #[error("{path}: {error}")]
    System {
        /// Path of the file.
        path: PathBuf,
        /// The error that the system returned.
        error: std::io::Error,
    },
    /// The file exists already.
    #[error("{0} already exists: name another file, or continue it with --resume")]
    There(PathBuf),
    /// The file belongs to another run.
    #[error("{path}, line {line}: expected '{expected}'; the file belongs to another run")]
    OtherRun {
        /// Path of the file.
        path: PathBuf,
        /// Number of the line that differs, from 1.
        line: usize,
        /// This run's text of the line.
        expected: String,
    },
    /// The contents are invalid.
    #[error("{path}, {place}: {reason}")]
    Contents {
        /// Path of the file.
        path: PathBuf,
        /// The line or the byte.
        place: String,
        /// Description of the error.
        reason: String,
    },
}
