//! Standard input, which also fails when nobody reads the output any more.

use std::io::{self, Read};

/// Standard input. The end of the output's reader is a broken pipe here, too: a search of a GUI that
/// has died ends, even while something else keeps the input open.
pub struct Input(());

impl Input {
    /// Standard input; to be read by nobody else.
    pub fn new() -> Self {
        Self(())
    }
}

#[cfg(unix)]
impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use rustix::event::{PollFd, PollFlags, poll};
        let input = rustix::stdio::stdin();
        let output = rustix::stdio::stdout();
        // That nobody reads is told without being asked for.
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
