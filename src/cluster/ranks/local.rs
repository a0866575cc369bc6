//! The message loop's view of the search at this rank: moves to send, moves received, and their results.

use std::sync::{Arc, Weak};

use super::helpers::{HandedOut, MessagePoller, RemoteHelpers, RemoteWaiter};
use super::message::{PackedEntry, RemoteResult, SentTask, WaitingThread};
use super::node::{SentNode, moves_of};
use super::remote::RemoteSplitPoint;
use nucleus_core::types::{Move, Score};
use nucleus_search::distributed::{
    AssignedMove, Deadlines, DepthWindow, RootFinding, SearchGroup, SearchTask, SharedNode,
    SharedRoot, SplitPoint, SplitTeam, Window, pack, unpack,
};
use nucleus_search::{
    Limits, MAX_PLY, ParallelSearch, ProfileName, Signals, Statistics, TranspositionTable,
};

/// The group of a search's threads, with the other ranks as external helpers. Counts are indexed by thread,
/// then by other rank.
#[derive(Clone)]
pub struct RankGroup {
    /// State shared by the threads of this rank.
    pub group: Arc<SearchGroup>,
    helpers: Arc<RemoteHelpers>,
}

impl RankGroup {
    /// Creates the group of `threads` threads of this rank, which is one of `ranks`.
    pub fn new(threads: usize, ranks: usize) -> Self {
        let (helpers, way) = (Arc::default(), ParallelSearch::YoungBrothersWait);
        let external = Arc::<RemoteHelpers>::clone(&helpers);
        let group = SearchGroup::with_external(threads + ranks - 1, way, external).into();
        Self { group, helpers }
    }
}

/// Returns the root that a split point shares, if its node is the root.
fn shared_root(split: &SplitPoint) -> Option<&SharedRoot> {
    split.payload::<SharedNode<SharedRoot>>().map(|shared| &shared.node)
}

/// A shared search at this rank.
pub struct LocalSearch {
    search: RankGroup,
    threads: usize,
    profile: ProfileName,
    table: Arc<TranspositionTable>,
    limits: Limits,
    deadlines: Deadlines,
    signals: Signals,
}

/// A move of this rank's split point that another rank searches.
pub struct TaskHandle {
    /// The split point that has the move.
    pub split: Arc<SplitPoint>,
    assigned: AssignedMove,
    /// The last alpha sent to the rank that searches the move.
    sent_alpha: Score,
    /// True while the move waits in reserve and the other rank searches another one.
    pub reserve: bool,
}

/// Returns an item for each waiting thread of a team: the split point for whose end it waits, if any.
fn waiting_owners(team: &SplitTeam) -> Vec<Option<Arc<SplitPoint>>> {
    team.locked(|state| state.waiting_owners().map(Option::<&Arc<SplitPoint>>::cloned).collect())
}

impl LocalSearch {
    /// Creates the view of a search that has begun at this rank.
    pub fn new(search: RankGroup, task: &SearchTask) -> Self {
        Self {
            search,
            threads: task.threads,
            profile: task.options.profile,
            table: Arc::clone(&task.table),
            limits: task.limits.clone(),
            deadlines: task.deadlines,
            signals: task.signals.clone(),
        }
    }

    fn team(&self) -> &SplitTeam {
        &self.search.group.team
    }

    /// Sets the poller of this rank's messages.
    pub fn set_poller(&self, poller: Weak<dyn MessagePoller>) {
        self.search.helpers.set_poller(poller);
    }

    /// Ends the search in all threads of this rank.
    pub fn finish(&self) {
        self.search.group.finish();
    }

    /// Returns true once the search has ended at this rank.
    pub fn is_finished(&self) -> bool {
        self.search.group.is_finished()
    }

    /// Ends the search if a limit or a signal requires it. The threads that check for both may all be waiting
    /// for other ranks.
    pub fn look_at_limits(&self) {
        let group = &self.search.group;
        let spent = self.limits.nodes.is_some_and(|most| group.nodes() >= most);
        if spent || self.deadlines.are_over(&self.signals) {
            group.finish();
        }
    }

    /// Returns the counts of this rank's threads; at rank 0, also those that other ranks have sent.
    pub fn counts(&self) -> Statistics {
        self.search.group.statistics()
    }

    /// Sets the counts of another rank; `place` is its index among the other ranks.
    pub fn note_counts(&self, place: usize, counts: &Statistics) {
        self.search.group.publish(self.threads + place, counts);
    }

    /// Returns this rank's waiting threads that can help a rank; `tasks` are the moves that the rank
    /// searches.
    pub fn waiting<'a>(
        &self,
        tasks: impl Iterator<Item = (u64, &'a TaskHandle)> + Clone,
    ) -> Vec<WaitingThread> {
        let team = self.team();
        let waiting = waiting_owners(team).into_iter().map(|own| (false, own));
        let in_reserve =
            self.search.helpers.reserve_owners(team).into_iter().map(|own| (true, own));
        let below = |own: Arc<SplitPoint>| {
            let found = tasks.clone().filter(|(_, task)| task.split.is_at_or_below(&own));
            found.map(|(id, _)| id).collect::<Vec<_>>()
        };
        // A thread that waits for the end of split points without a task at that rank cannot help it.
        waiting
            .chain(in_reserve)
            .map(|(reserve, own)| (reserve, own.map(below)))
            .filter(|(_, tasks)| tasks.as_ref().is_none_or(|ids| !ids.is_empty()))
            .map(|(reserve, tasks)| WaitingThread { reserve, tasks: tasks.unwrap_or_default() })
            .collect()
    }

    /// Sets a rank's waiting threads.
    pub fn set_waiting(&self, rank: usize, waiters: Vec<RemoteWaiter>) {
        self.search.helpers.set_waiting(self.team(), rank, waiters);
    }

    /// Takes a move for a waiting thread of a rank; `None` if no thread waits or no move is left.
    pub fn take_for(&self, rank: usize) -> Option<(TaskHandle, SentTask)> {
        if self.is_finished() {
            return None;
        }
        let taken = self.search.helpers.take_for(self.team(), rank)?;
        let HandedOut { split, assigned, reserve } = taken;
        let task = TaskHandle { sent_alpha: assigned.alpha, split, assigned, reserve };
        let Some(node) = SentNode::from_split_point(&task.split) else {
            self.give_back(&task);
            return None;
        };
        let DepthWindow { window: Window { beta, .. }, depth, ply } = task.split.place;
        let AssignedMove { chess_move, losing, alpha, best, count } = assigned;
        let chess_move = chess_move.0;
        Some((task, SentTask { ply, depth, alpha, beta, chess_move, losing, best, count, node }))
    }

    /// Returns the deepest of the remote split points below which the task's split point was opened.
    pub fn above<'a, T>(
        &self,
        task: &TaskHandle,
        remote: impl Iterator<Item = (T, &'a RemoteSplitPoint)>,
    ) -> Option<T> {
        let above = remote.filter(|(_, remote)| task.split.is_at_or_below(&remote.0));
        above.max_by_key(|(_, remote)| remote.0.place.ply).map(|(id, _)| id)
    }

    /// Opens another rank's split point at this rank, below one of this rank's own tasks or at the top.
    /// Returns `None` if no thread waits for it.
    ///
    /// # Errors
    /// If its node does not fit this search.
    pub fn accept(
        &self,
        below: Option<&TaskHandle>,
        sent: SentTask,
    ) -> Result<Option<RemoteSplitPoint>, ()> {
        let SentTask { ply, depth, alpha, beta, chess_move, losing, best, count, node } = sent;
        let assigned = AssignedMove { chess_move: Move(chess_move), losing, alpha, best, count };
        let place = DepthWindow { window: Window { alpha, beta }, depth, ply };
        let payload = node.payload(place, self.profile, below.is_some());
        let payload = payload.filter(|_| ply < MAX_PLY).ok_or(())?;
        let parent = below.map(|task| Arc::clone(&task.split));
        let remote = RemoteSplitPoint::new(parent, place, payload, &assigned);
        let accepted = !self.is_finished() && self.search.helpers.accept(self.team(), &remote);
        Ok(accepted.then_some(remote))
    }

    /// Returns the result of a remote split point's move once it is searched.
    pub fn result(&self, remote: &RemoteSplitPoint) -> Option<RemoteResult> {
        if !remote.0.is_over() || self.is_finished() {
            return None;
        }
        self.team().close(&remote.0, &mut 0);
        Some(remote.result(shared_root(&remote.0).map_or(0, SharedRoot::nodes)))
    }

    /// Cancels the search of a remote split point's move.
    pub fn cancel(&self, remote: &RemoteSplitPoint) {
        remote.0.cancel();
        self.team().close(&remote.0, &mut 0);
    }

    /// Returns alpha of a task's node if it rose since it was last sent to the task's rank.
    pub fn better_bound(&self, task: &mut TaskHandle) -> Option<Score> {
        let alpha = task.split.alpha();
        let better = alpha > task.sent_alpha;
        task.sent_alpha = alpha;
        better.then_some(alpha)
    }

    /// Notes the result of a task's move.
    pub fn note(&self, task: &TaskHandle, result: RemoteResult) {
        let TaskHandle { split, assigned, .. } = task;
        let RemoteResult { searched, score, line, skip_quiets, nodes } = result;
        let (chess_move, line) = (assigned.chess_move, moves_of(&line));
        if skip_quiets {
            split.skip_quiets(&mut 0);
        }
        if searched && !split.is_cut() {
            let raised = split.finish_move(chess_move, score, &line, &mut 0);
            let raised = raised.then_some((score, line));
            if let Some(root) = shared_root(split) {
                root.note(RootFinding { chess_move, nodes, raised });
            }
        }
        split.leave();
    }

    /// Gives a task's move back because its rank does not search it.
    pub fn give_back(&self, task: &TaskHandle) {
        task.split.give_back(&task.assigned);
        task.split.leave();
    }

    /// Returns true while any thread of this rank waits.
    pub fn is_waited(&self) -> bool {
        self.team().locked(|state| state.waiting_owners().next().is_some())
    }

    /// Returns this rank's split points whose owners wait for their end.
    pub fn waiting_owners(&self) -> Vec<Arc<SplitPoint>> {
        waiting_owners(self.team()).into_iter().flatten().collect()
    }

    /// Returns true if a task's result is no longer needed; the task then leaves its split point.
    pub fn is_needless(&self, task: &TaskHandle) -> bool {
        let cut = task.split.is_cut();
        if cut {
            task.split.leave();
        }
        cut
    }

    /// Takes the table entries that have not been sent to the other ranks.
    pub fn take_entries(&self) -> Vec<PackedEntry> {
        let entries = self.search.helpers.take_entries();
        entries.into_iter().map(|(key, entry)| (key, pack(entry, 0))).collect()
    }

    /// Stores another rank's table entries, unless the table has a deeper one.
    pub fn store(&self, entries: &[PackedEntry]) {
        for &(key, _) in entries {
            self.table.prefetch(key);
        }
        for &(key, packed) in entries {
            let entry = unpack(packed);
            if self.table.probe(key).is_none_or(|known| known.depth <= entry.depth) {
                self.table.store(key, entry);
            }
        }
    }
}
