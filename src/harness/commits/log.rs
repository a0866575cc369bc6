//! A build's output with bounded memory: its beginning and its end.

use std::collections::VecDeque;

/// The number of bytes kept of the beginning.
const HEAD: usize = 1 << 20;
/// The number of bytes kept of the end.
const TAIL: usize = 1 << 20;

/// The lines of a build's output.
#[derive(Debug, Default)]
pub struct BuildLog {
    head: String,
    tail: VecDeque<String>,
    tail_bytes: usize,
    lost_lines: u64,
}

impl BuildLog {
    /// Adds a line; beyond the limits, lines between beginning and end are dropped.
    pub fn push(&mut self, line: String) {
        if self.tail.is_empty() && self.head.len() + line.len() < HEAD {
            self.head += &line;
            self.head.push('\n');
            return;
        }
        self.tail_bytes += line.len() + 1;
        self.tail.push_back(line);
        while self.tail_bytes > TAIL {
            let Some(first) = self.tail.pop_front() else { break };
            self.tail_bytes -= first.len() + 1;
            self.lost_lines += 1;
        }
    }

    /// Returns the lines kept.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.head.lines().chain(self.tail.iter().map(String::as_str))
    }

    /// Returns the text, with a mark in place of omitted lines.
    pub fn text(self) -> String {
        let mut text = self.head;
        if self.lost_lines > 0 {
            text += &format!("\n[{} lines omitted]\n\n", self.lost_lines);
        }
        self.tail.iter().for_each(|line| text.extend([line, "\n"]));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_and_the_end_are_kept() {
        let mut log = BuildLog::default();
        let line = "x".repeat(1023);
        log.push("first".to_owned());
        (0..5 << 10).for_each(|_| log.push(line.clone()));
        log.push("last".to_owned());
        assert_eq!(log.lines().last(), Some("last"));
        let text = log.text();
        assert!(text.starts_with("first\nxxx") && text.ends_with("xxx\nlast\n"));
        let kept = text.lines().filter(|kept| *kept == line).count();
        assert!(text.contains(&format!("\n\n[{} lines omitted]\n\n", (5 << 10) - kept)), "{kept}");
        assert_eq!(kept, 1023 + 1023);
    }
}
