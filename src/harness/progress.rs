//! Progress messages of a long run.

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
