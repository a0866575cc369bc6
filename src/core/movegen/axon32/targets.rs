//! The squares where moves may end.

use crate::kernels::axon32::SquareWords;

/// The squares where moves may end: all, or only those that end a check.
pub struct Targets(pub Option<SquareWords>);

impl Targets {
    /// Returns true if a move may end on the square.
    #[inline(always)]
    pub const fn has(&self, square: u32) -> bool {
        match self.0 {
            None => true,
            Some(squares) => squares.has(square),
        }
    }
}
