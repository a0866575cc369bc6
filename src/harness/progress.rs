//! Progress on standard error.

use indicatif::{ProgressBar, ProgressStyle};

use super::campaign::Progress;

/// A line that moves on a terminal; elsewhere, a line for each workload.
pub struct Bar(ProgressBar);

impl Bar {
    /// Begins.
    pub fn new() -> Self {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(std::time::Duration::from_millis(500));
        Self(bar)
    }
}

impl Default for Bar {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

impl Progress for Bar {
    fn sample(&mut self, workload: &str, engine: &str, block: u32, blocks: u32) {
        self.0.set_message(format!("{workload}  block {}/{blocks}  {engine}", block + 1));
    }

    fn say(&mut self, line: &str) {
        self.0.suspend(|| crate::tell!("{line}"));
    }
}
