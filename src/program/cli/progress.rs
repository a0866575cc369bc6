//! Progress on standard error: a line that moves on a terminal, nothing elsewhere.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use nucleus_harness::progress::RunProgress;

/// The line, gone when this is dropped.
pub struct Bar(ProgressBar);

impl Bar {
    /// Returns a progress bar with two numbers, where the end is known.
    #[cfg(feature = "engine")]
    pub fn counting() -> Self {
        Self::styled(ProgressBar::new(0), "{elapsed} {bar:30} {pos}/{len} {msg}")
    }

    /// Returns a progress bar with the time that is left.
    #[cfg(feature = "engine")]
    pub fn timed() -> Self {
        Self::styled(ProgressBar::new(0), "{elapsed} {bar:30} {pos}/{len} {msg}, {eta} left")
    }

    /// Returns a spinner, for a long step of unknown length.
    pub fn living() -> Self {
        let bar = Self::styled(ProgressBar::new_spinner(), "{spinner} {elapsed} {wide_msg}");
        bar.0.enable_steady_tick(Duration::from_millis(500));
        bar
    }

    fn styled(bar: ProgressBar, template: &str) -> Self {
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self(bar)
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

impl RunProgress for Bar {
    fn reached(&mut self, steps: usize, of: usize) {
        self.0.set_length(of as u64);
        self.0.set_position(steps as u64);
    }

    fn state(&mut self, words: &str) {
        self.0.set_message(words.to_owned());
    }

    fn say(&mut self, line: &str) {
        self.0.suspend(|| nucleus_base::tell!("{line}"));
    }
}
