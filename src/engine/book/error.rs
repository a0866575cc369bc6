use std::path::PathBuf;

use thiserror::Error;

/// The largest file that is read, in bytes.
pub const LARGEST_BOOK: u64 = 1 << 30;

/// An error in the bytes of a book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BookFault {
    /// The file cannot be opened or read.
    #[error("{0}")]
    Read(String),
    /// The file exceeds [`LARGEST_BOOK`].
    #[error("{0} bytes: the largest book that is read has {max}", max = LARGEST_BOOK)]
    TooLarge(u64),
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The length is not a multiple of a Polyglot entry.
    #[error("{0} bytes are not a multiple of 16: truncated, or not a Polyglot book")]
    Length(usize),
    /// A Polyglot entry, counted from 1, has a smaller key than the one before it.
    #[error(
        "entry {0} has a smaller key than the one before it: not sorted, or not a Polyglot book"
    )]
    Unsorted(usize),
    /// The length differs from the header of an OPENX book.
    #[error("{found} bytes instead of {expected}: truncated, or data after the end")]
    Cut {
        /// Number of bytes by the header.
        expected: u64,
        /// Number of bytes in the file.
        found: u64,
    },
    /// An unsupported version of OPENX, or an unsupported size of its records.
    #[error("OPENX version {version} with records of {record} bytes; known is version {known}")]
    Version {
        /// Version in the file.
        version: u16,
        /// Size of a record in the file, in bytes.
        record: u16,
        /// Version that this program supports.
        known: u16,
    },
    /// The checksum does not match.
    #[error("the checksum is wrong: the file is damaged")]
    Checksum,
    /// A position of an OPENX book, counted from 1, is impossible.
    #[error("position {number}: {reason}")]
    Position {
        /// Number of the position, from 1.
        number: usize,
        /// Description of the error.
        reason: String,
    },
    /// The books have different formats.
    #[error("a Polyglot book and an OPENX book cannot be joined")]
    TwoFormats,
}

/// An unusable book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{path}: {error}")]
pub struct BookError {
    /// Path that was opened or written.
    pub path: PathBuf,
    /// Kind of the error.
    pub error: BookFault,
}
