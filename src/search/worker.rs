//! The worker: the state of one thread of a search, and the state that all share.

use std::sync::Arc;

use super::limits::{Deadlines, Limits};
use super::ordering::Histories;
use super::parallel::{SearchGroup, SplitPoint};
use super::parameters::{Parameters, ReductionDivisors};
use super::signals::Signals;
use super::slices::Slices;
use super::statistics::Statistics;
use super::table::{TableEntry, TranspositionTable};
use super::tables::Tablebases;
use nucleus_core::board::Board;
use nucleus_core::eval::Evaluator;
use nucleus_core::kernels::Variant;
use nucleus_core::types::Score;

/// Returns the score of a draw for the side to move at a ply, in centipawns: `contempt` is the cost
/// of a draw to the side to move at the root (Axon evaluation 2024, section II.C). Positions that
/// the evaluation knows as drawn (table II) are worth zero all the same.
#[inline(always)]
pub const fn draw_score(contempt: Score, ply: usize) -> Score {
    if ply & 1 == 0 { -contempt } else { contempt }
}

/// Number of nodes between two checks of the clock.
const POLL_EVERY: u64 = 1024;
/// Number of nodes between two polls of a thread if there are several. A thread that shares a
/// processor with thirty others must end within microseconds when it runs again, or the last of
/// them ends too late.
const POLL_EVERY_IN_GROUP: u64 = 128;
/// Moves are extended up to the ply of this multiple of the iteration's depth, plus four.
const MAX_STRETCH: usize = 2;

/// The state that all threads of a search share.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    /// Transposition table of the engine.
    pub table: &'a TranspositionTable,
    /// Signals that end the search.
    pub signals: &'a Signals,
    /// Limits of the search.
    pub limits: &'a Limits,
    /// Deadlines of the search.
    pub deadlines: Deadlines,
    /// Group of the search's threads; `None` for a single thread.
    pub group: Option<&'a SearchGroup>,
    /// Endgame tables to probe below the root.
    pub tables: Option<&'a dyn Tablebases>,
    /// State between slices; `None` for a search in one piece.
    pub slices: Option<&'a Slices>,
}

impl Shared<'_> {
    /// Returns true if the search must end: by a signal, or because its time is over.
    pub fn has_to_end(&self) -> bool {
        self.deadlines.are_over(self.signals)
    }
}

/// The state of one thread without its stack, which is passed separately as the slice of entries
/// from the current ply on.
pub struct Worker<'a> {
    /// State shared with the other threads.
    pub shared: Shared<'a>,
    /// Number of the thread; 0 leads the search.
    pub thread: usize,
    /// Counts of this thread.
    pub statistics: Statistics,
    /// History tables of this thread.
    pub histories: &'a mut Histories,
    /// Keys of the game so far and of the path to the current node.
    pub keys: Vec<u64>,
    /// The number of keys before the root.
    pub game_length: usize,
    /// True if the search must end or a split point above was cut; scores are then meaningless.
    pub stopped: bool,
    /// The contempt: the cost of a draw to the side to move at the root.
    pub contempt: Score,
    /// Evaluation with its weights and options.
    pub evaluator: Evaluator<'a>,
    /// The depth of the first ply of the quiescence search (profile `axon`): 0 if it tries quiet
    /// checks, else negative.
    pub quiescence_depth: i32,
    /// The parameters of the selective search.
    pub parameters: Parameters,
    /// The divisors of its late move reductions.
    pub divisors: ReductionDivisors,
    /// The variant whose scanner lists the pieces.
    pub variant: Variant,
    /// Depth of the iteration.
    pub root_depth: usize,
    /// The ply from which null moves are allowed while one that failed high is verified; else 0.
    pub verified_until: usize,
    /// The split point below which this thread searches.
    pub split: Option<Arc<SplitPoint>>,
    /// The smallest depth at which a node may be split; beyond any depth for a single thread.
    pub split_depth: i32,
    /// The smallest depth of a table entry that is sent to external helpers; beyond any depth if
    /// there are none.
    pub told_depth: i32,
    /// The largest number of nodes to search.
    pub node_limit: u64,
    /// The node count of the next check of the clock.
    pub poll_at: u64,
}

impl Worker<'_> {
    /// Starts an iteration.
    pub fn begin_iteration(&mut self, depth: usize) {
        self.root_depth = depth;
        self.verified_until = 0;
    }

    /// Counts a node and regularly checks the clock; returns true if the search must end.
    #[inline(always)]
    pub fn enter(&mut self, ply: usize) -> bool {
        self.statistics.nodes += 1;
        self.statistics.selective_depth = self.statistics.selective_depth.max(ply as u64);
        if self.statistics.nodes >= self.poll_at {
            self.poll();
        }
        self.stopped
    }

    /// Checks the clock, the node limit and the stop flag.
    #[cold]
    #[inline(never)]
    pub fn poll(&mut self) {
        if let Some(group) = self.shared.group {
            return self.poll_in(group);
        }
        self.shared.table.spread_out();
        self.tell_progress();
        let nodes = self.statistics.nodes;
        self.poll_at = (nodes + POLL_EVERY).min(self.node_limit.max(nodes + 1));
        if nodes >= self.node_limit || self.shared.has_to_end() {
            self.stopped = true;
        }
    }

    /// Polls among several threads: the first that notices a reason to end ends all of them, since
    /// it may be long until thread 0 runs again.
    fn poll_in(&mut self, group: &SearchGroup) {
        self.shared.table.spread_out();
        group.publish(self.thread, &self.statistics);
        self.tell_progress();
        // Divides the remaining nodes evenly until the next check. The sum reads a cache line of every
        // thread, and is not needed without a limit.
        let left = match self.node_limit {
            u64::MAX => u64::MAX,
            limit => limit.saturating_sub(group.nodes()),
        };
        let share = (left / group.threads() as u64).clamp(1, POLL_EVERY_IN_GROUP);
        self.poll_at = self.statistics.nodes + share;
        if left == 0 || self.shared.has_to_end() {
            group.finish();
        }
        if let Some(helpers) = group.external() {
            helpers.poll();
        }
        self.stopped = self.stopped || self.has_to_leave();
    }

    /// Reports the counts to the observer, if a report is due.
    fn tell_progress(&self) {
        if let Some(observer) = self.shared.signals.observer() {
            let Shared { table, deadlines, .. } = self.shared;
            observer.look(deadlines.start, || self.total_statistics(), || table.hashfull());
        }
    }

    /// Returns true if this thread's work no longer matters: the search is over, or a split point
    /// above is cut ([`SplitPoint::is_cut`]).
    pub fn has_to_leave(&self) -> bool {
        self.shared.group.is_some_and(SearchGroup::is_finished)
            || self.split.as_ref().is_some_and(|split| split.is_cut())
    }

    /// Returns the counts of all threads of the search so far.
    pub fn total_statistics(&self) -> Statistics {
        let Some(group) = self.shared.group else { return self.statistics };
        group.publish(self.thread, &self.statistics);
        group.statistics()
    }

    /// Sends an entry stored in the transposition table to external helpers, if it is deep enough.
    #[inline(always)]
    pub fn tell_entry(&self, key: u64, entry: TableEntry) {
        if i32::from(entry.depth) >= self.told_depth {
            self.tell_deep_entry(key, entry);
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_deep_entry(&self, key: u64, entry: TableEntry) {
        if let Some(helpers) = self.shared.group.and_then(SearchGroup::external) {
            helpers.tell_entry(key, entry);
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

    /// Returns true if the position at a ply is a draw by repetition: since the last irreversible
    /// move it has occurred at the root or below, or twice before the root.
    #[inline(always)]
    pub fn is_repetition<B: Board>(&self, board: &B, ply: usize) -> bool {
        let reversible = board.halfmove() as usize;
        // With more than 100 plies the position is drawn anyway.
        if !(4..=100).contains(&reversible) {
            return false;
        }
        let here = self.game_length + ply;
        let key = board.key();
        let oldest = here.saturating_sub(reversible);
        let mut index = here;
        let mut in_game = false;
        while index >= oldest + 2 {
            index -= 2;
            if index + 4 <= here && self.keys.get(index) == Some(&key) {
                if in_game || index >= self.game_length {
                    return true;
                }
                in_game = true;
            }
        }
        false
    }

    /// Returns true if a position of the search has occurred twice before the root.
    pub fn was_twice_in_game<B: Board>(&self, board: &B) -> bool {
        let oldest = self.game_length.saturating_sub(board.halfmove() as usize);
        let key = board.key();
        self.keys[oldest..self.game_length].iter().filter(|&&earlier| earlier == key).count() > 1
    }

    /// Returns the score of a draw for the side to move at a ply.
    #[inline(always)]
    pub fn draw_score(&self, ply: usize) -> Score {
        draw_score(self.contempt, ply)
    }

    /// Returns true if a line may still be extended at this ply.
    #[inline(always)]
    pub fn may_extend(&self, ply: usize) -> bool {
        ply < MAX_STRETCH * self.root_depth + 4
    }
}
