//! The matrix as a picture: the whole board (the paper's figure 2) or a few cells in close-up
//! (figure 3), as SVG or PNG.

mod board;
mod close_up;
mod parts;
mod pieces;

pub use board::board;
pub use close_up::close_up;
pub use pieces::alone as piece;

use crate::look::{Heat, Layer, Look};

/// Content of a picture.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The cells.
    pub look: &'a Look,
    /// The heading.
    pub title: String,
    /// The line under it.
    pub subtitle: String,
    /// Bits of other piece types are drawn pale.
    pub layer: Layer,
    /// The colour of the ground.
    pub heat: Option<Heat>,
    /// Marks what the last move changed.
    pub changes: bool,
    /// Black at the bottom.
    pub flipped: bool,
}
