//! Reading lines of any length into bounded memory, and writing a command's output.

use std::fmt;
use std::io::{self, BufRead, ErrorKind, StdoutLock, Write};

use crate::text::escape;

/// Standard output of a command. A reader that has seen enough, as `head` has, is no fault, and
/// what is written after it left goes nowhere; any other fault (a full disk) is one.
pub struct Output(StdoutLock<'static>);

impl Output {
    /// Standard output, locked.
    pub fn lock() -> Self {
        Self(io::stdout().lock())
    }
}

fn forgive<T>(result: io::Result<T>, done: T) -> io::Result<T> {
    match result {
        Err(fault) if fault.kind() == ErrorKind::BrokenPipe => Ok(done),
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

/// Writes all of a text (or a picture) to standard output, at once.
///
/// # Errors
/// When it cannot be written; see [`Output`].
pub fn to_stdout(bytes: &[u8]) -> io::Result<()> {
    let mut out = Output::lock();
    out.write_all(bytes)?;
    out.flush()
}

/// Prints a line on standard error, as `eprintln!` does; a line that cannot be written (a full
/// disk, a reader that has left) is dropped without an error.
#[macro_export]
macro_rules! tell {
    ($($argument:tt)*) => {
        $crate::lines::to_stderr(format_args!($($argument)*))
    };
}

/// Implements [`tell!`]; characters that do not print, which may come from foreign input, are left
/// out.
pub fn to_stderr(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{}", escape::terminal(&line.to_string()));
}

/// Reads a line into `line`, without its line feed, and keeps no more than `most` bytes of it; the
/// rest is skipped. Returns how many bytes the line has, `None` at the end of input. A last line
/// without a line feed counts like any other.
///
/// # Errors
/// When the input cannot be read.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    #[test]
    fn lines_are_split_and_cut() {
        let text = b"one\r\ntwo\n\nfour and more\nlast";
        let mut input = BufReader::with_capacity(3, &text[..]);
        let mut line = Vec::new();
        let mut next = || {
            let length = read_line(&mut input, &mut line, 4).expect("memory")?;
            Some((length, String::from_utf8_lossy(&line).into_owned()))
        };
        let kept = |length, text: &str| Some((length, text.to_owned()));
        assert_eq!(next(), kept(4, "one\r"));
        assert_eq!(next(), kept(3, "two"));
        assert_eq!(next(), kept(0, ""));
        assert_eq!(next(), kept(13, "four"));
        assert_eq!(next(), kept(4, "last"));
        assert_eq!(next(), None);
    }

    #[test]
    fn a_line_without_end_takes_no_memory() {
        const LONG: u64 = 1 << 26;
        let mut input = BufReader::new(io::repeat(b'x').take(LONG));
        let mut line = Vec::new();
        let length = read_line(&mut input, &mut line, 100).expect("nothing fails");
        assert_eq!((length, line.len()), (Some(LONG as usize), 100));
        assert!(line.capacity() < 1000);
    }
}
