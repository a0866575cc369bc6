//! The environment of a long run: progress messages, Ctrl-C, and errors.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The environment of a run.
pub struct RunContext<'a> {
    /// The path of this program, to be started as `PROGRAM uci`.
    pub program: PathBuf,
    /// Set to `true` to end the run early.
    pub interrupt: Arc<AtomicBool>,
    /// Receives the run's progress messages.
    pub progress: &'a mut dyn RunProgress,
}

/// The reason that a comparison, a match or a run over suites failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The command line is wrong; exit code 2.
    #[error("{0}")]
    Usage(String),
    /// The system refuses, or an engine or a file is invalid; exit code 1.
    #[error("{0}")]
    Failed(String),
    /// Too few engines are left to compare; exit code 1.
    #[error("{message}")]
    NothingLeft {
        /// A sentence with the reason for each dropped engine.
        message: String,
        /// The names of the engines that were dropped.
        dropped: Vec<String>,
    },
}

impl From<String> for RunError {
    fn from(text: String) -> Self {
        Self::Failed(text)
    }
}

/// A receiver of the progress of a run: a comparison, a match or a suite.
pub trait RunProgress {
    /// Reports that `steps` of `of` steps are done. A run that does not know the total never calls
    /// this.
    fn reached(&mut self, steps: usize, of: usize);
    /// Shows the current activity or state, until the next call.
    fn state(&mut self, words: &str);
    /// Prints a line that stays on the screen.
    fn say(&mut self, line: &str);
}

/// A receiver that ignores all progress messages.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl RunProgress for Silent {
    fn reached(&mut self, _: usize, _: usize) {}
    fn state(&mut self, _: &str) {}
    fn say(&mut self, _: &str) {}
}
