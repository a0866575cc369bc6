//! The environment of a long run: its progress messages, Ctrl-C, and the reasons that it cannot be made.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The environment of a run.
pub struct RunContext<'a> {
    /// Our own program, to be started as `PROGRAM uci`.
    pub program: PathBuf,
    /// Becomes true when the run is to end early.
    pub interrupt: Arc<AtomicBool>,
    /// Receiver of progress messages.
    pub progress: &'a mut dyn RunProgress,
}

/// Reason that a comparison, a match or a run over suites could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The command line is wrong; exit code 2.
    #[error("{0}")]
    Usage(String),
    /// The machine does not let us, or an engine or a file is no good; exit code 1.
    #[error("{0}")]
    Failed(String),
    /// Too few engines are left to compare; exit code 1.
    #[error("{message}")]
    NothingLeft {
        /// A sentence with what became of them.
        message: String,
        /// The engines that were dropped.
        dropped: Vec<String>,
    },
}

impl From<String> for RunError {
    fn from(text: String) -> Self {
        Self::Failed(text)
    }
}

/// Is told how far a run is: a comparison, a match, a suite.
pub trait RunProgress {
    /// So many steps of so many are done. A run that does not know how many there will be never
    /// says so.
    fn reached(&mut self, steps: usize, of: usize);
    /// Shows the current activity or state, until the next such words.
    fn state(&mut self, words: &str);
    /// A line worth keeping on the screen.
    fn say(&mut self, line: &str);
}

/// Nobody watches.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl RunProgress for Silent {
    fn reached(&mut self, _: usize, _: usize) {}
    fn state(&mut self, _: &str) {}
    fn say(&mut self, _: &str) {}
}
