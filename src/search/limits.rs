//! The limits of a search, and the deadlines that follow from them.

use nucleus_base::clock::Instant;
use std::time::Duration;

use super::signals::Signals;
use nucleus_core::types::Move;

/// The largest distance from the root that is searched, in plies.
pub const MAX_PLY: usize = 128;

/// The clock of one side, from `go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Remaining time.
    pub left: Duration,
    /// Time added after every move.
    pub increment: Duration,
    /// Number of moves until more time is added, if known.
    pub moves_to_go: Option<u32>,
}

/// Limits that end a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Number of nodes, that is, of legal moves that are made and searched.
    pub nodes: Option<u64>,
    /// Number of nodes after which no iteration begins, so that the last one is complete.
    pub soft_nodes: Option<u64>,
    /// Time of the search, independent of the clock.
    pub movetime: Option<Duration>,
    /// Clock of the side to move.
    pub clock: Option<Clock>,
    /// Ends at a mate in at most this number of moves.
    pub mate: Option<u32>,
    /// True for a search without deadlines; UCI then answers only after a signal.
    pub infinite: bool,
    /// The moves to consider; all if empty.
    pub search_moves: Vec<Move>,
    /// Time lost between the GUI's clock and the engine's.
    pub overhead: Duration,
}

/// The times at which a search should and must end.
#[derive(Clone, Copy, Debug)]
pub struct Deadlines {
    /// Time of the start.
    pub start: Instant,
    /// Time after which no new iteration begins, before time management scales it.
    pub soft: Option<Duration>,
    /// Time after which the search is cut off.
    pub hard: Option<Duration>,
}

impl Deadlines {
    /// Returns true if a search has to end: by a signal, or because its time is over.
    pub fn are_over(&self, signals: &Signals) -> bool {
        let Self { start, hard, .. } = *self;
        let late = hard.is_some_and(|hard| start.elapsed() >= hard) && !signals.is_pondering();
        late || signals.is_stopped()
    }
}

impl Limits {
    /// Returns limits of a fixed depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Returns the deadlines of a search that begins at `start`.
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
        // Keeps a margin for the GUI, but at least an eighth of the time to think.
        let usable = clock.left.saturating_sub(self.overhead).max(clock.left / 8);
        let moves = clock.moves_to_go.unwrap_or(28).clamp(1, 40);
        let share = usable / moves + clock.increment * 3 / 4;
        let ceiling = if moves == 1 { usable * 9 / 10 } else { usable / 3 };
        let hard = (share * 3).min(ceiling);
        Deadlines { start, soft: Some((share * 3 / 5).min(hard)), hard: Some(hard) }
    }
}
