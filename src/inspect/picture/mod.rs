//! The matrix as a picture: the board (the paper's figure 2) or a close-up of a few cells (figure
//! 3).

mod board;
mod close_up;
mod parts;
mod pieces;

pub use board::board;
pub use close_up::close_up;
pub use pieces::alone as piece;

use crate::look::View;

/// Returns the title of a view's picture.
pub fn title(view: &View) -> String {
    let after = view.timeline.last_move().map(|last| format!(" after {last}"));
    format!("The matrix{}, kernel {}", after.unwrap_or_default(), view.look.level)
}
