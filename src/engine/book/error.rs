use std::path::PathBuf;

use thiserror::Error;

/// The largest file that is read, in bytes.
pub const LARGEST_BOOK: u64 = 1 << 30;

/// Fault in the bytes of a book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BookFault {
    /// The file cannot be opened or read.
    #[error("{0}")]
    Read(String),
    /// More bytes than are read.
    #[error("{0} bytes: the largest book that is read has {max}", max = LARGEST_BOOK)]
    TooLarge(u64),
    /// No bytes.
    #[error("the file is empty")]
    Empty,
    /// Not a whole number of Polyglot entries.
    #[error("{0} bytes are not a whole number of 16-byte entries: cut off, or not a Polyglot book")]
    Length(usize),
    /// A Polyglot entry, counted from 1, has a smaller key than the one before it.
    #[error(
        "entry {0} has a smaller key than the one before it: not sorted, or not a Polyglot book"
    )]
    Unsorted(usize),
    /// Not the number of bytes that the header of an OPENX book asks for.
    #[error("{found} bytes instead of {wanted}: cut off, or something stands behind it")]
    Cut {
        /// Bytes by the header.
        wanted: u64,
        /// Bytes that are there.
        found: u64,
    },
    /// A version of OPENX, or a size of its records, that this program does not know.
    #[error("OPENX version {version} with records of {record} bytes; known is version {known}")]
    Version {
        /// The file's version.
        version: u16,
        /// Bytes of a record.
        record: u16,
        /// The version that is known.
        known: u16,
    },
    /// The bytes are not those that were written.
    #[error("the checksum is wrong: the file is damaged")]
    Checksum,
    /// A position of an OPENX book, counted from 1, is impossible.
    #[error("position {number}: {fault}")]
    Position {
        /// Number of the entry.
        number: usize,
        /// The fault.
        fault: String,
    },
    /// Books of two formats.
    #[error("a Polyglot book and an OPENX book cannot be joined")]
    TwoFormats,
}

/// An unusable book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{path}: {fault}")]
pub struct BookError {
    /// The file.
    pub path: PathBuf,
    /// The fault.
    pub fault: BookFault,
}
