//! Reading lines of any length with bounded memory, and writing a command's output.

use std::fmt;
use std::io::{self, BufRead, ErrorKind, StdoutLock, Write};

use crate::text::escape;

/// Standard output of a command. If the reader closes the pipe early, as `head` does, further output is
/// dropped without an error; any other error (a full disk) is returned.
pub struct Output(StdoutLock<'static>);

impl Output {
    /// Locks standard output for the current thread.
    pub fn lock() -> Self {
        Self(io::stdout().lock())
    }
}

fn forgive<T>(result: io::Result<T>, done: T) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(done),
        other => other,
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        forgive(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        forgive(self.0.flush(), ())
    }
}

/// Writes bytes to standard output and flushes it.
///
/// # Errors
/// If they cannot be written; see [`Output`].
pub fn to_stdout(bytes: &[u8]) -> io::Result<()> {
    let mut out = Output::lock();
    out.write_all(bytes)?;
    out.flush()
}

/// Prints a line on standard error, as `eprintln!` does. A line that cannot be written (full disk,
/// closed pipe) is dropped without an error.
#[macro_export]
macro_rules! tell {
    ($($argument:tt)*) => {
        $crate::lines::to_stderr(format_args!($($argument)*))
    };
}

/// Implements [`tell!`]. Removes non-printing characters, which foreign input may contain.
pub fn to_stderr(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{}", escape::terminal(&line.to_string()));
}

/// Reads a line into `line`, without its line feed, keeps at most `most` bytes of it and skips the
/// rest. Returns the full length of the line in bytes, or `None` at the end of input. A last line
/// without a line feed counts like any other.
///
/// # Errors
/// If the input cannot be read.
pub fn read_line(
    input: &mut impl BufRead,
    line: &mut Vec<u8>,
    most: usize,
) -> io::Result<Option<usize>> {
    line.clear();
    let (mut any, mut length) = (false, 0_usize);
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            return Ok(any.then_some(length));
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        length = length.saturating_add(part.len());
        let room = most - line.len();
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(Some(length));
        }
    }
}
