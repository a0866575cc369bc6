//! Progress on standard error: a line that moves on a terminal, nothing elsewhere.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use nucleus_harness::progress::RunProgress;

/// The line is drawn no more often.
const TICK: Duration = Duration::from_millis(100);
/// Signs of the bar.
const SIGNS: usize = 30;
/// To the begin of the line, and nothing on it.
const CLEAR: &str = "\r\x1b[2K";

/// The line, gone when this is dropped: the time so far and words; once the end is known a bar and the
/// time that is left, too.
pub struct Bar {
    begin: Instant,
    /// When it was drawn last, on a terminal.
    drawn: Option<Instant>,
    steps: usize,
    /// The steps in all; 0 where they are not known.
    of: usize,
    words: String,
}

impl Bar {
    /// Returns a line without words so far.
    pub fn new() -> Self {
        let begin = Instant::now();
        let drawn = stderr().is_terminal().then_some(begin);
        Self { begin, drawn, steps: 0, of: 0, words: String::new() }
    }

    fn text(&self) -> String {
        let elapsed = self.begin.elapsed();
        let clock = |time: Duration| format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
        let (begin, words) = (clock(elapsed), &self.words);
        let Some(done) = (SIGNS * self.steps).checked_div(self.of) else {
            return format!("{begin} {words}");
        };
        let rest = (self.of - self.steps.min(self.of)) as f64 / self.steps.max(1) as f64;
        let (bar, rest) = ("#".repeat(done.min(SIGNS)), clock(elapsed.mul_f64(rest)));
        format!("{begin} {bar:.<SIGNS$} {}/{} {words}, {rest} left", self.steps, self.of)
    }

    /// Draws the line, as far as the terminal is wide.
    fn draw(&mut self) {
        if self.drawn.is_some_and(|drawn| drawn.elapsed() >= TICK) {
            let width = terminal_size::terminal_size_of(stderr()).map_or(80, |(width, _)| width.0);
            let shown: String = self.text().chars().take(usize::from(width).max(2) - 1).collect();
            let _ = write!(stderr(), "{CLEAR}{shown}");
            self.drawn = Some(Instant::now());
        }
    }

    fn clear(&self) {
        if self.drawn.is_some() {
            let _ = write!(stderr(), "{CLEAR}");
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.clear();
    }
}

impl RunProgress for Bar {
    fn reached(&mut self, steps: usize, of: usize) {
        (self.steps, self.of) = (steps, of);
        self.draw();
    }

    fn state(&mut self, words: &str) {
        words.clone_into(&mut self.words);
        self.draw();
    }

    fn say(&mut self, line: &str) {
        self.clear();
        nucleus_base::tell!("{line}");
    }
}
