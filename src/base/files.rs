//! Reading and writing of regular files. A FIFO or device is an error, except output to `/dev`.

use std::fs::{self, File};
use std::io::{self, Error, ErrorKind, Read};
use std::path::Path;

/// Checks that a path names a regular file or does not exist. Opening a FIFO blocks until its other end
/// opens, and a device may never end.
///
/// # Errors
/// If the path names anything else.
pub fn check(path: &Path) -> io::Result<()> {
    match fs::metadata(path).map(|there| there.file_type()) {
        Ok(kind) if !kind.is_file() => {
            #[cfg(unix)]
            let is_fifo = std::os::unix::fs::FileTypeExt::is_fifo(&kind);
            #[cfg(not(unix))]
            let is_fifo = false;
            let name = match kind.is_dir() {
                true => "directory",
                false if is_fifo => "FIFO",
                false => "device",
            };
            Err(Error::new(ErrorKind::InvalidInput, format!("it is a {name}, not a file")))
        }
        _ => Ok(()),
    }
}

/// Opens a file for reading.
///
/// # Errors
/// As [`check`], and if the file cannot be opened.
pub fn open(path: &Path) -> io::Result<File> {
    check(path).and_then(|()| File::open(path))
}

/// Reads a complete file, as [`fs::read`] does.
///
/// # Errors
/// As [`open`], and if the file cannot be read.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a complete text file, as [`fs::read_to_string`] does.
///
/// # Errors
/// As [`read`], and if the file is not valid UTF-8.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    open(path).and_then(io::read_to_string)
}

/// Writes a complete file, as [`fs::write`] does. Paths in `/dev`, such as `/dev/stdout`, may be
/// pipes.
///
/// # Errors
/// As [`check`], and if the file cannot be written.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    if !path.starts_with("/dev") {
        check(path)?;
    }
    fs::write(path, contents)
}
