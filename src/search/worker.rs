//! What one thread of a search owns, and what all threads share.

use std::sync::atomic::{AtomicBool, Ordering};

use super::limits::{Deadlines, Limits};
use super::ordering::Histories;
use super::parts::Parts;
use super::table::TranspositionTable;
use crate::board::Board;
use crate::eval;
use crate::kernels::Variant;
use crate::types::Score;

/// Counts of what a search did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Legal moves made whose position was entered.
    pub nodes: u64,
    /// Those entered by the quiescence search.
    pub quiescence_nodes: u64,
    /// Rebuilds of the matrix.
    pub rebuilds: u64,
    /// Full evaluations.
    pub evaluations: u64,
    /// Nodes that ended with a score of beta or more after trying moves.
    pub cutoffs: u64,
    /// Those that did so on their first move.
    pub first_move_cutoffs: u64,
    /// The deepest ply entered.
    pub selective_depth: u32,
}

/// What a draw is worth to the side to move at a ply, in centipawns: `contempt` is what it costs
/// the side to move at the root (Axon evaluation 2024, section II.C). Positions that the
/// evaluation knows to be drawn (table II) are worth zero all the same.
#[inline(always)]
pub const fn draw_score(contempt: Score, ply: usize) -> Score {
    if ply & 1 == 0 { -contempt } else { contempt }
}

/// How many nodes pass between two looks at the clock.
const POLL_EVERY: u64 = 1024;

/// The most plies that a line may be longer than its iteration is deep, as a factor.
const MAX_STRETCH: usize = 2;

/// What all threads of a search share.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a TranspositionTable,
    /// Set from outside to end the search.
    pub stop: &'a AtomicBool,
    /// While set, no deadline ends the search.
    pub pondering: &'a AtomicBool,
    /// What the search was given.
    pub limits: &'a Limits,
    /// When to end.
    pub deadlines: Deadlines,
}

/// What one thread of a search owns, beside its stack: that is passed down with it, as the slice
/// of entries from the current ply on.
pub struct Worker<'a, P: Parts> {
    /// What it shares with the others.
    pub shared: Shared<'a>,
    /// Counts.
    pub statistics: Statistics,
    /// What was learnt about moves.
    pub histories: &'a mut Histories,
    /// Keys of the game so far and of the path to the current node.
    pub keys: Vec<u64>,
    /// How many keys lie before the root.
    pub game_length: usize,
    /// Set when the search has to end; scores are worthless from then on.
    pub stopped: bool,
    /// What a draw costs the side to move at the root.
    pub contempt: Score,
    /// What evaluates positions.
    pub evaluator: P::Evaluator,
    /// The options of the evaluation.
    pub evaluation: eval::Options,
    /// Whose scanner makes the piece lists.
    pub variant: Variant,
    /// The depth of the iteration.
    pub root_depth: usize,
    /// No null move above this ply: one that failed high is being verified.
    pub verified_until: usize,
    /// The most nodes to search.
    pub node_limit: u64,
    /// The node count at which to look at the clock again.
    pub poll_at: u64,
}

impl<P: Parts> Worker<'_, P> {
    /// Starts an iteration.
    pub fn begin_iteration(&mut self, depth: usize) {
        self.root_depth = depth;
        self.verified_until = 0;
    }

    /// Counts a node and looks at the clock now and then; true when the search has to end.
    #[inline(always)]
    pub fn enter(&mut self, ply: usize) -> bool {
        self.statistics.nodes += 1;
        self.statistics.selective_depth = self.statistics.selective_depth.max(ply as u32);
        if self.statistics.nodes >= self.poll_at {
            self.poll();
        }
        self.stopped
    }

    /// Looks at the clock, the node limit and the stop flag.
    #[cold]
    #[inline(never)]
    pub fn poll(&mut self) {
        let Shared { table, stop, pondering, deadlines, .. } = self.shared;
        table.spread_out();
        let nodes = self.statistics.nodes;
        self.poll_at = (nodes + POLL_EVERY).min(self.node_limit.max(nodes + 1));
        let late = deadlines.hard.is_some_and(|hard| deadlines.start.elapsed() >= hard)
            && !pondering.load(Ordering::Relaxed);
        if late || nodes >= self.node_limit || stop.load(Ordering::Relaxed) {
            self.stopped = true;
        }
    }

    /// Records the key of the position at a ply.
    #[inline(always)]
    pub fn set_key(&mut self, ply: usize, key: u64) {
        let index = self.game_length + ply;
        if let Some(slot) = self.keys.get_mut(index) {
            *slot = key;
        }
    }

    /// True when the position at a ply has occurred since the last irreversible move.
    #[inline(always)]
    pub fn is_repetition<B: Board>(&self, board: &B, ply: usize) -> bool {
        let reversible = board.state().halfmove as usize;
        if reversible < 4 {
            return false;
        }
        let here = self.game_length + ply;
        let key = board.state().key;
        let oldest = here.saturating_sub(reversible);
        let mut index = here;
        while index >= oldest + 2 {
            index -= 2;
            if index + 4 <= here && self.keys.get(index) == Some(&key) {
                return true;
            }
        }
        false
    }

    /// What a draw is worth to the side to move at a ply.
    #[inline(always)]
    pub fn draw_score(&self, ply: usize) -> Score {
        draw_score(self.contempt, ply)
    }

    /// True when a line may still be extended at this ply.
    #[inline(always)]
    pub fn may_extend(&self, ply: usize) -> bool {
        ply < MAX_STRETCH * self.root_depth + 4
    }
}
