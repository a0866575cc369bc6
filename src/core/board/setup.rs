use super::State;
use crate::matrix::Planes;

/// A position read from FEN: the pieces, the state, and the corrections made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Pieces, as bitboards.
    pub planes: Planes,
    /// State without the key, which is not yet computed.
    pub state: State,
    /// Errors that were corrected, in words for the user.
    pub corrections: Vec<String>,
}
