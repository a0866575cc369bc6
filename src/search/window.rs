//! The search window, and where a node stands.

use nucleus_core::types::Score;
use nucleus_core::types::score::{INFINITE, mate_in, mated_in};

/// A search window: alpha and beta, from the side to move's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Scores up to here are too low to matter.
    pub alpha: Score,
    /// Scores from here on are too high to be reached.
    pub beta: Score,
}

impl Window {
    /// The full window, in which every score lies.
    pub const OPEN: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// The null window that tells whether a score is above `alpha`.
    #[inline(always)]
    pub const fn above(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// The null window that tells whether a score reaches `beta`.
    #[inline(always)]
    pub const fn below(beta: Score) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// The window as the opponent sees it, one ply deeper.
    #[inline(always)]
    pub const fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Mate distance pruning: the window without scores that no line from this ply on can have, as
    /// none is better than a mate already found nearer the root.
    #[inline(always)]
    pub fn within_mates(self, ply: usize) -> Self {
        Self { alpha: self.alpha.max(mated_in(ply)), beta: self.beta.min(mate_in(ply + 1)) }
    }

    /// True when no score lies inside.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}

/// The window, depth and ply of a node.
#[derive(Clone, Copy, Debug)]
pub struct DepthWindow {
    /// Alpha and beta.
    pub window: Window,
    /// Plies left; in the quiescence search 0 where quiet checks are tried, else less.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
}

impl DepthWindow {
    /// The node after a move: the window reversed, a ply deeper, with so many plies left.
    #[inline(always)]
    pub const fn child(self, depth: i32) -> Self {
        Self { window: self.window.reversed(), depth, ply: self.ply + 1 }
    }
}
