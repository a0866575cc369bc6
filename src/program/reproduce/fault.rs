/// Reason that a step has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Ctrl-C.
    Interrupted,
    /// A sentence that says what is wrong.
    Failed(String),
}

impl From<String> for Fault {
    fn from(text: String) -> Self {
        Self::Failed(text)
    }
}
