use std::path::PathBuf;

use thiserror::Error;

/// An error in a tablebase file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TableFault {
    /// The file cannot be opened or read.
    #[error("{0}")]
    Read(String),
    /// A field or block ends after the end of the file.
    #[error("truncated: the file has {length} bytes, expected {expected} bytes from byte {offset}")]
    Cut {
        /// Offset of the bytes.
        offset: u64,
        /// Number of bytes to read.
        expected: u64,
        /// Length of the file in bytes.
        length: u64,
    },
    /// The first bytes are not those of the format.
    #[error("not a {0} file: its first bytes are others")]
    Magic(&'static str),
    /// Invalid field of the header.
    #[error("the header is damaged: {0}")]
    Header(String),
    /// A block of positions cannot be decoded.
    #[error("block {number} is damaged: {reason}")]
    Block {
        /// Number of the block, from 0.
        number: u64,
        /// Description of the error.
        reason: String,
    },
    /// A value that is invalid for the position.
    #[error("position {0} has an impossible value")]
    Value(u64),
}

/// An unusable file of a tablebase.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{path}: {error}")]
pub struct TableFileError {
    /// Path of the file.
    pub path: PathBuf,
    /// Kind of the error.
    pub error: TableFault,
}
