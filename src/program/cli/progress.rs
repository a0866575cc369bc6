//! Progress on standard error: a line that moves on a terminal, nothing elsewhere.

use std::io::{IsTerminal, Write, stderr};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use nucleus_harness::progress::RunProgress;

/// The interval at which the line is drawn.
const TICK: Duration = Duration::from_millis(100);
/// Signs of the bar.
const SIGNS: usize = 30;
/// To the begin of the line, and nothing on it.
const CLEAR: &str = "\r\x1b[2K";

/// What the line shows.
struct Line {
    begin: Instant,
    steps: usize,
    /// The steps in all; 0 where they are not known.
    of: usize,
    words: String,
    shows_rest: bool,
}

impl Line {
    fn text(&self) -> String {
        let elapsed = self.begin.elapsed();
        let clock = |time: Duration| format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
        let (begin, words) = (clock(elapsed), &self.words);
        let Some(done) = (SIGNS * self.steps).checked_div(self.of) else {
            return format!("{begin} {words}");
        };
        let rest = match self.shows_rest && self.steps > 0 {
            true => {
                let left = elapsed.as_secs_f64() * (self.of - self.steps.min(self.of)) as f64;
                format!(", {} left", clock(Duration::from_secs_f64(left / self.steps as f64)))
            }
            false => String::new(),
        };
        let bar = "#".repeat(done.min(SIGNS));
        format!("{begin} {bar:.<SIGNS$} {}/{} {words}{rest}", self.steps, self.of)
    }

    /// Draws the line, as far as the terminal is wide.
    fn draw(&self) {
        let width = terminal_size::terminal_size_of(stderr()).map_or(80, |(width, _)| width.0);
        let shown: String = self.text().chars().take(usize::from(width).max(2) - 1).collect();
        let _ = write!(stderr(), "{CLEAR}{shown}");
    }
}

/// The line, gone when this is dropped.
pub struct Bar {
    line: Arc<Mutex<Line>>,
    /// The thread that draws, on a terminal, and what ends it.
    drawn: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Bar {
    /// Returns a progress bar with two numbers, where the end is known.
    #[cfg(feature = "engine")]
    pub fn counting() -> Self {
        Self::new(false)
    }

    /// Returns a progress bar with the time that is left.
    #[cfg(feature = "engine")]
    pub fn timed() -> Self {
        Self::new(true)
    }

    /// Returns a line without numbers, for a long step of unknown length.
    pub fn living() -> Self {
        Self::new(false)
    }

    fn new(shows_rest: bool) -> Self {
        let (begin, words) = (Instant::now(), String::new());
        let line = Arc::new(Mutex::new(Line { begin, steps: 0, of: 0, words, shows_rest }));
        let (stop, stopped) = channel::<()>();
        let drawn = stderr().is_terminal().then(|| {
            let line = Arc::clone(&line);
            let draws = move || {
                while stopped.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                    locked(&line).draw();
                }
                let _ = write!(stderr(), "{CLEAR}");
            };
            (stop, std::thread::spawn(draws))
        });
        Self { line, drawn }
    }
}

fn locked(line: &Mutex<Line>) -> MutexGuard<'_, Line> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.drawn.take() {
            drop(stop);
            let _ = thread.join();
        }
    }
}

impl RunProgress for Bar {
    fn reached(&mut self, steps: usize, of: usize) {
        let mut line = locked(&self.line);
        (line.steps, line.of) = (steps, of);
    }

    fn state(&mut self, words: &str) {
        locked(&self.line).words = words.to_owned();
    }

    fn say(&mut self, said: &str) {
        let line = locked(&self.line);
        if self.drawn.is_some() {
            let _ = write!(stderr(), "{CLEAR}");
        }
        nucleus_base::tell!("{said}");
        drop(line);
    }
}
