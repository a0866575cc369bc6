use std::path::PathBuf;

use thiserror::Error;

/// Fault of a tablebase file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TableFault {
    /// The file cannot be opened or read.
    #[error("{0}")]
    Read(String),
    /// Something ends behind the end of the file.
    #[error("{wanted} bytes from byte {offset} on are wanted, the file has {length}: cut off")]
    Cut {
        /// Offset of the bytes.
        offset: u64,
        /// Number of the bytes.
        wanted: u64,
        /// Bytes of the file.
        length: u64,
    },
    /// The first bytes are not those of such a file.
    #[error("not a {0} file: its first bytes are others")]
    Magic(&'static str),
    /// A field of the header is impossible.
    #[error("the header is damaged: {0}")]
    Header(String),
    /// A block of positions cannot be decoded.
    #[error("block {number} is damaged: {fault}")]
    Block {
        /// Number of the block, from 0.
        number: u64,
        /// The fault.
        fault: String,
    },
    /// A value that no position has.
    #[error("position {0} has an impossible value")]
    Value(u64),
}

/// An unusable file of a tablebase.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{path}: {fault}")]
pub struct TableFileError {
    /// The file.
    pub path: PathBuf,
    /// The fault.
    pub fault: TableFault,
}
