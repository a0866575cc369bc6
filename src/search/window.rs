//! The search window, and the depth and ply of a node.

use nucleus_core::types::Score;
use nucleus_core::types::score::{INFINITE, mate_in, mated_in};

/// A search window: alpha and beta, from the side to move's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Scores up to this one are too low to matter.
    pub alpha: Score,
    /// Scores from this one on are too high to be reached.
    pub beta: Score,
}

impl Window {
    /// The full window, in which every score lies.
    pub const OPEN: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// Returns the null window that tests if a score is above `alpha`.
    #[inline(always)]
    pub const fn above(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// Returns the null window that tests if a score reaches `beta`.
    #[inline(always)]
    pub const fn below(beta: Score) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// Returns the window from the opponent's view, one ply deeper.
    #[inline(always)]
    pub const fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Mate distance pruning: returns the window without scores that no line from this ply on can
    /// have, since none is better than a mate found nearer the root.
    #[inline(always)]
    pub fn within_mates(self, ply: usize) -> Self {
        Self { alpha: self.alpha.max(mated_in(ply)), beta: self.beta.min(mate_in(ply + 1)) }
    }

    /// Returns true if no score is inside.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}

/// The window, depth and ply of a node.
#[derive(Clone, Copy, Debug)]
pub struct DepthWindow {
    /// Alpha and beta, from the side to move's view.
    pub window: Window,
    /// Plies left; in the quiescence search 0 if quiet checks are tried, else negative.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
}

impl DepthWindow {
    /// Returns the node after a move: the window reversed, one ply deeper, with `depth` plies left.
    #[inline(always)]
    pub const fn child(self, depth: i32) -> Self {
        Self { window: self.window.reversed(), depth, ply: self.ply + 1 }
    }
}
