use std::io;
use std::path::PathBuf;

use nucleus_records::envelope::RecordKind;

/// Reason that there is no report.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or directory cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// Path of the file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// Path of the file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file is no record, or a broken one.
    #[error("{}: {message}", path.display())]
    Record {
        /// Path of the file.
        path: PathBuf,
        /// Description of the fault, with line and column.
        message: String,
    },
    /// A file is a record that another command reads.
    #[error("{}: {kind}, and no record of a comparison", path.display())]
    OtherKind {
        /// Path of the file.
        path: PathBuf,
        /// Kind of the record.
        kind: RecordKind,
    },
    /// The folder for a site holds something else.
    #[error("{} holds something else than a site: choose a folder that is new or empty", .0.display())]
    Occupied(PathBuf),
    /// There is nothing to report.
    #[error("no record in {0}; `nucleus compare` makes one")]
    Nothing(String),
    /// A table that was asked for has no rows.
    #[error("table `{name}` has no row: {why}")]
    Empty {
        /// The name that was given.
        name: String,
        /// The reason.
        why: &'static str,
    },
    /// A name on the command line is none of the records'; exit code 2.
    #[error("{0}")]
    Name(String),
    /// Two records share nothing that could be compared.
    #[error("{0}")]
    Incomparable(String),
    /// Standard output is closed.
    #[error("cannot print: {0}")]
    Print(#[from] io::Error),
}
