//! The result of a search, collected line by line.

use super::uci_line::{Info, UciScore};
use nucleus_records::record::SampleCounters;

/// The result of a search.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Search {
    /// The best move, or `(none)`.
    pub bestmove: String,
    /// The reply that the engine expects.
    pub ponder: Option<String>,
    /// The last completed depth in plies.
    pub depth: Option<u32>,
    /// The last score that is not a bound.
    pub score: Option<UciScore>,
    /// The last principal variation whose score is not a bound.
    pub pv: Vec<String>,
    /// The last node count.
    pub nodes: Option<u64>,
    /// The last time that the engine reported, in milliseconds.
    pub time_ms: Option<u64>,
    /// Wall time in seconds from sending `go` to reading `bestmove`.
    pub seconds: f64,
    /// Wall time in seconds from sending `go` to reading the last node count.
    pub nodes_seconds: Option<f64>,
    /// Processor time in nanoseconds from sending `go` to reading the last node count.
    pub nodes_nanoseconds: Option<u64>,
    /// The number of board rebuilds, if the engine reports it.
    pub rebuilds: Option<u64>,
    /// The number of evaluations, if the engine reports it.
    pub evals: Option<u64>,
    /// The number of times that a thread waited for a lock, if the engine reports it.
    pub lock_waits: Option<u64>,
    /// The number of split points opened, if the engine reports it.
    pub splits: Option<u64>,
    /// A sentence on a node count that is invalid or decreased.
    pub nodes_fault: Option<String>,
    /// A sentence on an invalid count of rebuilds or evaluations.
    pub counts_fault: Option<String>,
    /// The hardware counts from `go` to `bestmove`.
    pub counters: Option<SampleCounters>,
}

/// The share of a search that may follow its last node count before the count is outdated.
const STALE: f64 = 0.02;

impl Search {
    /// Cuts a search off at its last node count, if the engine searched on long after it: the later
    /// nodes are unknown, so their time must not count either.
    pub fn end_at_last_count(&mut self) {
        let task = self.counters.as_ref().and_then(|counters| counters.task_nanoseconds);
        let by_clock = self.nodes_nanoseconds.zip(task).map(|(at, all)| at as f64 / all as f64);
        let by_wall = self.nodes_seconds.map(|at| at / self.seconds);
        let Some(share) = by_clock.or(by_wall) else { return };
        if !(f64::MIN_POSITIVE..1.0 - STALE).contains(&share) {
            return;
        }
        self.seconds *= share;
        for count in self.counters.iter_mut().flat_map(SampleCounters::counts_mut).flatten() {
            *count = (*count as f64 * share).round() as u64;
        }
    }

    /// Updates the result by an info line.
    pub(super) fn take(&mut self, info: &Info, seconds: f64) {
        if let Some(bad) = &info.bad_nodes {
            self.nodes_fault = Some(format!("`nodes {bad}` is not a number of nodes"));
        }
        if let Some(nodes) = info.nodes {
            if self.nodes.is_some_and(|last| nodes < last) {
                self.nodes_fault = Some(format!(
                    "its node count fell from {} to {nodes}",
                    self.nodes.unwrap_or_default()
                ));
            }
            self.nodes = Some(nodes);
            self.nodes_seconds = Some(seconds);
        }
        if info.time_ms.is_some() {
            self.time_ms = info.time_ms;
        }
        match info.counts(["rebuilds", "evals"]) {
            Ok(Some(counts)) => [self.rebuilds, self.evals] = counts.map(Some),
            Ok(None) => {}
            Err(bad) => self.counts_fault = Some(format!("`{bad}` is not a count")),
        }
        if let Ok(Some(counts)) = info.counts(["lock_waits", "splits"]) {
            [self.lock_waits, self.splits] = counts.map(Some);
        }
        let main_line = info.multipv.unwrap_or(1) == 1;
        if main_line && !info.is_bound && info.score.is_some() {
            self.score = info.score;
            self.depth = info.depth.or(self.depth);
            if !info.pv.is_empty() {
                self.pv.clone_from(&info.pv);
            }
        }
    }
}
