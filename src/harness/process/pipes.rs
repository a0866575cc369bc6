//! Reader threads for an engine's pipes, with bounded memory.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::super::connection::MAX_LINE;
use super::super::fault::Tails;
use nucleus_base::lines::read_line;

/// The number of lines kept for a report.
const TAIL_LINES: usize = 12;
/// The number of characters kept of each line.
pub const TAIL_CHARS: usize = 300;
/// The number of lines buffered, at most 16 MiB in total. An engine that writes more must wait.
pub const READ_AHEAD: usize = 256;

/// The state that reader threads share with the connection.
#[derive(Default)]
pub struct PipeState {
    /// The last lines of each output.
    pub tails: Tails,
    /// The number of lines that were cut.
    pub long_lines: u64,
    /// The number of lines that were not UTF-8.
    pub not_utf8: u64,
    /// The number of pipes not read to their end.
    pub open: usize,
}

/// Locks the shared state; a poisoned lock is used all the same.
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

/// Reads a line, cut at [`MAX_LINE`] bytes; returns whether it was cut, or `None` at the end of input.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> Option<bool> {
    // A pipe that cannot be read any more counts as ended.
    let length = read_line(input, line, MAX_LINE).ok()??;
    let long = length > MAX_LINE;
    if !long && line.last() == Some(&b'\r') {
        line.pop();
    }
    Some(long)
}

/// Selects the last lines of a pipe.
pub type Tail = fn(&mut Tails) -> &mut Vec<String>;

/// Reads a pipe line by line to its end. Keeps the last lines in `tail`, and sends all lines to the
/// receiver, if any.
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
        // A cut may split a character, which is not the engine's error.
        state.not_utf8 += u64::from(bad && !long);
        drop(state);
        // Reading continues without a receiver, since an engine with a full pipe might never exit.
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
