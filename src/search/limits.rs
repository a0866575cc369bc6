//! When a search ends: what it is given, and the deadlines that follow from it.

use std::time::{Duration, Instant};

use super::signals::Signals;
use nucleus_core::types::Move;

/// The most plies from the root that are searched.
pub const MAX_PLY: usize = 128;

/// The clock of one side, as `go` gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left.
    pub left: Duration,
    /// Added after every move.
    pub increment: Duration,
    /// Moves until more time is added, if known.
    pub moves_to_go: Option<u32>,
}

/// When a search ends.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes, by the project's definition.
    pub nodes: Option<u64>,
    /// No new iteration is begun after so many nodes: the best move is that of a whole iteration.
    pub soft_nodes: Option<u64>,
    /// A fixed time.
    pub movetime: Option<Duration>,
    /// The side to move's clock.
    pub clock: Option<Clock>,
    /// Ends when a mate in this many moves is found.
    pub mate: Option<u32>,
    /// Only ends when told to.
    pub infinite: bool,
    /// The moves to consider; empty for all.
    pub search_moves: Vec<Move>,
    /// Time lost between the GUI's clock and ours.
    pub overhead: Duration,
}

/// The times at which a search should and must end.
#[derive(Clone, Copy, Debug)]
pub struct Deadlines {
    /// When it started.
    pub start: Instant,
    /// No new iteration is begun after this.
    pub soft: Option<Duration>,
    /// The search is cut off after this.
    pub hard: Option<Duration>,
}

impl Deadlines {
    /// True when a search has to end: it was told to, or its time is over.
    pub fn are_over(&self, signals: &Signals) -> bool {
        let Self { start, hard, .. } = *self;
        let late = hard.is_some_and(|hard| start.elapsed() >= hard) && !signals.is_pondering();
        late || signals.is_stopped()
    }
}

impl Limits {
    /// A search to a fixed depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Works out the deadlines of a search that starts now.
    pub fn deadlines(&self, start: Instant) -> Deadlines {
        if self.infinite {
            return Deadlines { start, soft: None, hard: None };
        }
        if let Some(time) = self.movetime {
            let hard = time.saturating_sub(self.overhead.min(time / 4));
            return Deadlines { start, soft: Some(hard), hard: Some(hard) };
        }
        let Some(clock) = self.clock else {
            return Deadlines { start, soft: None, hard: None };
        };
        // Keep a margin for the GUI, but never so much that nothing is left to think with.
        let usable = clock.left.saturating_sub(self.overhead).max(clock.left / 8);
        let moves = clock.moves_to_go.unwrap_or(28).clamp(1, 40);
        let share = usable / moves + clock.increment * 3 / 4;
        let ceiling = if moves == 1 { usable * 9 / 10 } else { usable / 3 };
        let hard = (share * 3).min(ceiling);
        Deadlines { start, soft: Some((share * 3 / 5).min(hard)), hard: Some(hard) }
    }
}
