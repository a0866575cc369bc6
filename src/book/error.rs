use std::path::PathBuf;

use thiserror::Error;

/// What is wrong with the bytes of a book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BookFault {
    /// It cannot be opened or read.
    #[error("{0}")]
    Read(String),
    /// A folder, a device, a pipe.
    #[error("not a regular file")]
    NotAFile,
    /// More bytes than are read.
    #[error("{0} bytes: the largest book that is read has {max}", max = super::LARGEST_BOOK)]
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
}

/// A book that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{path}: {fault}")]
pub struct BookError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: BookFault,
}
