use std::io;
use std::path::PathBuf;

use nucleus_records::envelope::RecordKind;

/// The reason that there is no report.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or directory cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The path of the file or directory.
        path: PathBuf,
        /// The underlying I/O error.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The path of the file.
        path: PathBuf,
        /// The underlying I/O error.
        source: io::Error,
    },
    /// A file is not a valid record.
    #[error("{}: {message}", path.display())]
    Record {
        /// The path of the file.
        path: PathBuf,
        /// The description of the error, with line and column.
        message: String,
    },
    /// A file is a record of another kind.
    #[error("{}: {kind}, and no record of a comparison", path.display())]
    OtherKind {
        /// The path of the file.
        path: PathBuf,
        /// The kind of the record.
        kind: RecordKind,
    },
    /// The folder for a site has other contents.
    #[error("{} holds something else than a site: choose a folder that is new or empty", .0.display())]
    Occupied(PathBuf),
    /// There is nothing to report.
    #[error("no record in {0}; `nucleus compare` makes one")]
    Nothing(String),
    /// A requested table has no rows.
    #[error("table `{name}` has no row: {why}")]
    Empty {
        /// The name of the table.
        name: String,
        /// The reason that it is empty.
        why: &'static str,
    },
    /// A name on the command line is not in the records; exit code 2.
    #[error("{0}")]
    Name(String),
    /// Two records have nothing in common to compare.
    #[error("{0}")]
    Incomparable(String),
    /// The report cannot be printed.
    #[error("cannot print: {0}")]
    Print(#[from] io::Error),
}
