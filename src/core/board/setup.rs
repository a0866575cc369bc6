use super::State;
use crate::matrix::Planes;

/// A position read from FEN: the pieces, the state, and what had to be corrected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The pieces, as bitboards.
    pub planes: Planes,
    /// All else; its key is not yet computed.
    pub state: State,
    /// Faults that were corrected, in words for the user.
    pub corrections: Vec<String>,
}
