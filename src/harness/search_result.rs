//! The result of a search, gathered line by line.

use super::uci_line::{Info, UciScore};
use nucleus_records::record::SampleCounters;

/// Result of a search.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Search {
    /// The move, or `(none)`.
    pub bestmove: String,
    /// The reply it expects.
    pub ponder: Option<String>,
    /// The last completed depth.
    pub depth: Option<u32>,
    /// The last score that was no bound.
    pub score: Option<UciScore>,
    /// The last principal variation whose score was no bound.
    pub pv: Vec<String>,
    /// The last node count.
    pub nodes: Option<u64>,
    /// The last time, by the engine, milliseconds.
    pub time_ms: Option<u64>,
    /// Seconds by our clock from `go` sent to `bestmove` read.
    pub seconds: f64,
    /// Seconds by our clock from `go` sent to the last node count read.
    pub nodes_seconds: Option<f64>,
    /// Nanoseconds of processor time from `go` sent to the last node count read.
    pub nodes_nanoseconds: Option<u64>,
    /// Board rebuilds, if it reports them.
    pub rebuilds: Option<u64>,
    /// Evaluations, if it reports them.
    pub evals: Option<u64>,
    /// Times that a thread waited for a lock, if it reports them.
    pub lock_waits: Option<u64>,
    /// Split points opened, if it reports them.
    pub splits: Option<u64>,
    /// A node count that was no number of nodes, or fell, as a sentence.
    pub nodes_fault: Option<String>,
    /// A count of rebuilds or evaluations that was none, as a sentence.
    pub counts_fault: Option<String>,
    /// Counts from `go` to `bestmove`.
    pub counters: Option<SampleCounters>,
}

/// Share of a search's time after its last node count beyond which the count is stale.
const STALE: f64 = 0.02;

impl Search {
    /// Ends a search at its last node count, where the engine searched on long after it: the nodes of
    /// the rest are not known, so that its time must not count either.
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

    /// Takes in an info line.
    pub(super) fn take(&mut self, info: &Info, seconds: f64) {
        if let Some(bad) = &info.bad_nodes {
            self.nodes_fault = Some(format!("`nodes {bad}` is no number of nodes"));
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
            Err(bad) => self.counts_fault = Some(format!("`{bad}` is no count")),
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
