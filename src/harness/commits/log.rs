//! A build's output in a file that does not grow beyond a limit: its beginning and its end.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// Bytes at the beginning that are written as they come.
const HEAD: usize = 1 << 20;
/// Bytes at the end that are kept beside them.
const TAIL: usize = 1 << 20;
/// Time for the rest of the output once all processes of the build have been ended.
const GRACE: Duration = Duration::from_secs(2);

/// A thread that reads a build's output.
pub struct LogReader(Receiver<()>);

impl LogReader {
    /// Begins to read what comes through a pipe into a file.
    ///
    /// # Errors
    /// When the file cannot be made or there is no thread.
    pub fn start(output: impl Read + Send + 'static, path: &Path) -> io::Result<Self> {
        let file = File::create(path)?;
        let (done, wait) = channel();
        thread::Builder::new().name("build output".into()).spawn(move || {
            // A disk that is full shortens the log and does not stop the build.
            let _ = copy(output, file);
            let _ = done.send(());
        })?;
        Ok(Self(wait))
    }

    /// Waits for the end of the output, for a while where something holds the pipe open.
    pub fn finish(self) {
        let _ = self.0.recv_timeout(GRACE);
    }
}

/// Reads to the end, whether or not it can be written.
fn copy(mut input: impl Read, mut output: impl Write) -> io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    let mut room = HEAD;
    let mut tail: VecDeque<u8> = VecDeque::new();
    let mut lost: u64 = 0;
    let mut written = Ok(());
    loop {
        let length = match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let (head, rest) = buffer[..length].split_at(length.min(room));
        room -= head.len();
        written = written.and_then(|()| output.write_all(head));
        tail.extend(rest);
        let beyond = tail.len().saturating_sub(TAIL);
        tail.drain(..beyond);
        lost += beyond as u64;
    }
    written?;
    if lost > 0 {
        write!(output, "\n[{lost} bytes left out]\n")?;
    }
    let (first, second) = tail.as_slices();
    output.write_all(first)?;
    output.write_all(second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_and_the_end_are_kept() {
        let kept = |input: &[u8]| {
            let mut output = Vec::new();
            copy(input, &mut output).unwrap();
            output
        };
        let most = vec![b'a'; HEAD + TAIL];
        assert_eq!(kept(&most), most);
        let mut long = b"first\n".to_vec();
        long.resize(5 * HEAD, b'x');
        long.extend(b"\nlast");
        let output = kept(&long);
        assert!(output.starts_with(b"first\n") && output.ends_with(b"x\nlast"));
        let said = format!("\n[{} bytes left out]\n", long.len() - HEAD - TAIL);
        assert_eq!(&output[HEAD..HEAD + said.len()], said.as_bytes());
        assert_eq!(output.len(), HEAD + said.len() + TAIL);
    }
}
