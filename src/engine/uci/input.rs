//! Standard input that fails with a broken pipe once the output has no reader.

use std::io::{self, Read};

/// Standard input. On Unix, a read fails with a broken pipe once the output has no reader, so a
/// search ends with its GUI even if another process keeps the input open. No other code may read.
pub struct Input;

#[cfg(unix)]
impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use rustix::event::{PollFd, PollFlags, poll};
        let input = rustix::stdio::stdin();
        let output = rustix::stdio::stdout();
        // `poll` reports a closed output without any requested event.
        let mut both =
            [PollFd::new(&input, PollFlags::IN), PollFd::new(&output, PollFlags::empty())];
        poll(&mut both, None)?;
        if both[1].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        Ok(rustix::io::read(input, buffer)?)
    }
}

#[cfg(not(unix))]
impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        io::stdin().read(buffer)
    }
}
