//! Readers of an engine's pipes: threads that read into bounded memory.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::super::connection::MAX_LINE;
use super::super::fault::Tails;
use nucleus_base::lines::read_line;

/// Lines kept for a report.
const TAIL_LINES: usize = 12;
/// Characters kept of each.
pub const TAIL_CHARS: usize = 300;
/// Lines read ahead of us, in all at most 16 MiB; an engine that writes more waits.
pub const READ_AHEAD: usize = 256;

/// Data that the reader threads share with the rest.
#[derive(Default)]
pub struct PipeState {
    /// The last lines.
    pub tails: Tails,
    /// Lines that were cut.
    pub long_lines: u64,
    /// Lines that were not UTF-8.
    pub not_utf8: u64,
    /// Pipes that have not come to their end.
    pub open: usize,
}

/// The state, for as long as the guard lives.
pub fn lock(shared: &Mutex<PipeState>) -> MutexGuard<'_, PipeState> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn keep(tail: &mut Vec<String>, line: &str) {
    if tail.len() == TAIL_LINES {
        tail.remove(0);
    }
    let mut kept: String = line.chars().take(TAIL_CHARS).collect();
    if kept.len() < line.len() {
        kept.push('…');
    }
    tail.push(kept);
}

/// A line cut at [`MAX_LINE`] bytes, and whether it was; `None` at the end of input.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> Option<bool> {
    // A pipe that cannot be read any more is at its end.
    let length = read_line(input, line, MAX_LINE).ok()??;
    let long = length > MAX_LINE;
    if !long && line.last() == Some(&b'\r') {
        line.pop();
    }
    Some(long)
}

/// The place of a pipe's last lines.
pub type Tail = fn(&mut Tails) -> &mut Vec<String>;

/// Reads a pipe to its end line by line: the last lines are kept where `tail` has them, and all are
/// passed on where there is a receiver.
pub fn read_lines(
    pipe: impl Read,
    tail: Tail,
    sender: Option<&SyncSender<(String, Instant)>>,
    shared: &Mutex<PipeState>,
) {
    let mut input = BufReader::with_capacity(MAX_LINE, pipe);
    let mut bytes = Vec::new();
    while let Some(long) = next_line(&mut input, &mut bytes) {
        let now = Instant::now();
        let text = String::from_utf8_lossy(&bytes);
        let bad = matches!(text, std::borrow::Cow::Owned(_));
        let mut state = lock(shared);
        keep(tail(&mut state.tails), &text);
        let Some(sender) = sender else { continue };
        state.long_lines += u64::from(long);
        // A cut may fall within a character; that is not the engine's fault.
        state.not_utf8 += u64::from(bad && !long);
        drop(state);
        // Read on when nobody listens: an engine that cannot write might not come to its end.
        let _ = sender.send((text.into_owned(), now));
    }
    lock(shared).open -= 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_and_cut() {
        let mut text = b"one\r\ntwo\n\n".to_vec();
        text.extend(vec![b'x'; MAX_LINE + 5]);
        text.extend(b"\nlast");
        let mut input = BufReader::with_capacity(7, &text[..]);
        let mut line = Vec::new();
        let mut next = || {
            let long = next_line(&mut input, &mut line)?;
            Some((line.len(), long, line.first().copied()))
        };
        assert_eq!(next(), Some((3, false, Some(b'o'))));
        assert_eq!(next(), Some((3, false, Some(b't'))));
        assert_eq!(next(), Some((0, false, None)));
        assert_eq!(next(), Some((MAX_LINE, true, Some(b'x'))));
        assert_eq!(next(), Some((4, false, Some(b'l'))));
        assert_eq!(next(), None);
    }
}
