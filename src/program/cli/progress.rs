//! Progress on standard error: messages, and on a terminal a line that is updated.

use std::io::{IsTerminal, Write, stderr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use nucleus_harness::progress::RunProgress;

/// Interval between two updates of the line.
const TICK: Duration = Duration::from_millis(100);
/// Width of the bar, in characters.
const BAR_WIDTH: usize = 30;
/// Moves the cursor to the start of the line and erases it.
const ERASE: &str = "\r\x1b[2K";

/// The content of the line.
struct Line {
    begin: Instant,
    steps: usize,
    /// Total number of steps; 0 if unknown.
    of: usize,
    message: String,
}

impl Line {
    fn text(&self) -> String {
        let elapsed = self.begin.elapsed();
        let clock = |time: Duration| format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
        let (begin, message) = (clock(elapsed), &self.message);
        let Some(done) = (BAR_WIDTH * self.steps).checked_div(self.of) else {
            return format!("{begin} {message}");
        };
        let rest = self.of.saturating_sub(self.steps) as f64 / self.steps.max(1) as f64;
        let (bar, rest) = ("#".repeat(done.min(BAR_WIDTH)), clock(elapsed.mul_f64(rest)));
        format!("{begin} {bar:.<BAR_WIDTH$} {}/{} {message}, {rest} remaining", self.steps, self.of)
    }

    /// Draws the line, cut to the terminal's width.
    fn draw(&self) {
        let width = terminal_size::terminal_size_of(stderr()).map_or(80, |(width, _)| width.0);
        let shown: String = self.text().chars().take(usize::from(width).max(2) - 1).collect();
        let _ = write!(stderr(), "{ERASE}{shown}");
    }
}

/// A progress line with the elapsed time and a message and, once the number of steps is known, a bar and the
/// remaining time. A thread draws it, so that the time advances in a long step. Dropping it erases the line.
pub struct Bar(Arc<Mutex<Option<Line>>>);

impl Bar {
    /// Creates a line without a message.
    pub fn new() -> Self {
        let (begin, message) = (Instant::now(), String::new());
        let shared = Arc::new(Mutex::new(Some(Line { begin, steps: 0, of: 0, message })));
        let line = Arc::clone(&shared);
        if stderr().is_terminal() {
            std::thread::spawn(move || {
                while locked(&line).as_ref().map(Line::draw).is_some() {
                    std::thread::sleep(TICK);
                }
            });
        }
        Self(shared)
    }

    fn change(&self, change: impl FnOnce(&mut Line)) {
        locked(&self.0).as_mut().map(change);
    }
}

fn locked(line: &Mutex<Option<Line>>) -> MutexGuard<'_, Option<Line>> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

fn erase() {
    if stderr().is_terminal() {
        let _ = write!(stderr(), "{ERASE}");
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        // The lock is held, so that the thread does not draw the line again.
        let mut line = locked(&self.0);
        *line = None;
        erase();
    }
}

impl RunProgress for Bar {
    fn reached(&mut self, steps: usize, of: usize) {
        self.change(|line| (line.steps, line.of) = (steps, of));
    }

    fn state(&mut self, words: &str) {
        self.change(|line| words.clone_into(&mut line.message));
    }

    fn say(&mut self, line: &str) {
        let _undrawn = locked(&self.0);
        erase();
        nucleus_base::tell!("{line}");
    }
}
