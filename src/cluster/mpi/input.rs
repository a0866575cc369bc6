//! Standard input that another thread can close.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Standard input that ends at its own end or when [`InputEnd::end`] is called. At that end, a UCI
/// session stops its search and answers with the best move so far.
pub struct EndableInput {
    parts: Receiver<Vec<u8>>,
    part: Vec<u8>,
    read: usize,
}

/// A handle that ends an [`EndableInput`].
#[derive(Clone)]
pub struct InputEnd(Sender<Vec<u8>>);

impl InputEnd {
    /// Ends the input: once earlier input is read, `read` returns 0.
    pub fn end(&self) {
        let _ = self.0.send(Vec::new());
    }
}

impl EndableInput {
    /// Returns standard input and the handle that ends it. A detached thread reads it.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn stdin() -> io::Result<(Self, InputEnd)> {
        let (give, parts) = channel();
        let end = InputEnd(give.clone());
        std::thread::Builder::new().name("input".to_owned()).spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                // A read error ends the input.
                let count = io::stdin().read(&mut buffer).unwrap_or(0);
                if give.send(buffer[..count].to_vec()).is_err() || count == 0 {
                    break;
                }
            }
        })?;
        Ok((Self { parts, part: Vec::new(), read: 0 }, end))
    }
}

impl Read for EndableInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.part.len() {
            self.part = self.parts.recv().unwrap_or_default();
            self.read = 0;
        }
        let count = (&self.part[self.read..]).read(buffer)?;
        self.read += count;
        Ok(count)
    }
}
